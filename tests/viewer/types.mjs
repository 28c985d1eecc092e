// types.mjs MODULES VIEWER: the page's sources through the TypeScript compiler; no source says `any`, which would check nothing.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

const [modules, viewer] = process.argv.slice(2);
if (!existsSync(`${modules}/node_modules/typescript`)) {
  console.log(`skipped: there is no ${modules}/node_modules/typescript`);
  process.exit(77);
}
// Packages are looked for beside the sources; they lie in the build folder, and the sources stay as they are.
const folder = mkdtempSync(join(modules, 'types-'));
symlinkSync(join(modules, 'node_modules'), join(folder, 'node_modules'));
symlinkSync(join(viewer, 'src'), join(folder, 'src'));
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({
  extends: join(viewer, 'tsconfig.json'), compilerOptions: {preserveSymlinks: true}, include: ['src']}));
const untyped = readdirSync(join(viewer, 'src'), {recursive: true}).filter(name => name.endsWith('.ts')).flatMap(name =>
  readFileSync(join(viewer, 'src', name), 'utf8').split('\n').flatMap((line, i) =>
    /(:|<|\bas|,|\|) *any\b(?! *[=(])/.test(line.replace(/(\/\/|`|').*/, '')) ? [`${name}:${i + 1}: ${line.trim()}`] : []));
if (untyped.length > 0) {
  console.log(`any:\n${untyped.join('\n')}`);
  process.exit(1);
}
const {status, stdout} = spawnSync(process.execPath, [join(modules, 'node_modules/typescript/bin/tsc'), '-p', folder], {encoding: 'utf8'});
rmSync(folder, {recursive: true});
console.log(stdout);
process.exit(status === 0 ? 0 : 1);
