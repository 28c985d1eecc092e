// validate.mjs FILE...: runs the Khronos glTF validator. Fails on any error or warning; lists infos and hints by code.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import validator from 'gltf-validator';

const severityNames = ['error', 'warning', 'info', 'hint'];
const mild = new Map();
let failures = 0;

for (const file of process.argv.slice(2)) {
  const bytes = new Uint8Array(await readFile(file));
  const report = await validator.validateBytes(bytes, {
    uri: path.basename(file),
    maxIssues: 0,
    writeTimestamp: false,
    externalResourceFunction: async (uri) =>
      new Uint8Array(await readFile(path.join(path.dirname(file), decodeURIComponent(uri)))),
  });
  for (const { code, severity, message, pointer } of report.issues.messages) {
    if (severity >= 2) {
      mild.set(`${severityNames[severity]} ${code}`, (mild.get(`${severityNames[severity]} ${code}`) ?? 0) + 1);
    } else {
      failures++;
      console.error(`${file}: ${severityNames[severity]} ${code} at ${pointer}: ${message}`);
    }
  }
}
for (const [code, count] of mild) console.log(`${count} x ${code}`);
console.log(`${process.argv.length - 2} files, ${failures} errors and warnings`);
process.exit(failures === 0 ? 0 : 1);
