// same_bytes.mjs MODULE MESHWRIGHT FOLDER: makes every sample with the module and with the command, checks it, converts
// it to its own format, JSON, glTF in all its forms and OBJ, and compares the bytes. Exits with 77 when there is no module.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync} from 'node:fs';
import {Files} from '../viewer/module.mjs';

const [path, command, folder] = process.argv.slice(2);
if (!existsSync(path)) {
  console.log(`skipped: there is no ${path}`);
  process.exit(77);
}
const run = (...words) => execFileSync(command, ['-q', ...words], {stdio: ['ignore', 'pipe', 'pipe']});

/// What the command writes beside each other: the file, and one of another extension where there is a companion.
function written(name) {
  const files = readdirSync(folder);
  assert(files.includes(name), `the command wrote ${files}`);
  const other = files.filter(file => file !== name);
  assert(other.length < 2, `the command wrote ${files}`);
  return {
    bytes: new Uint8Array(readFileSync(`${folder}/${name}`)),
    companion: new Uint8Array(other.length === 0 ? [] : readFileSync(`${folder}/${other[0]}`)),
  };
}
function in_empty_folder(name, ...words) {
  rmSync(folder, {recursive: true, force: true});
  mkdirSync(folder, {recursive: true});
  run(...words, `${folder}/${name}`);
  return written(name);
}
function same(mine, native, what) {
  assert(Buffer.compare(mine.bytes, native.bytes) === 0, `${what} differs`);
  assert.deepEqual(mine.companion, native.companion, `the companion of ${what} differs`);
}

const samples = new Files(path).samples();
assert(samples.length >= 4, `only ${samples.length} samples`);
for (const {format, file: name} of samples) {
  const made = new Files(path);
  made.add_sample(format, name);
  const sample = made.open(name).ask('file');
  same(sample, in_empty_folder(name, 'sample', format), `${format} ${name}`);
  // Alone, as the command writes it: the sample of a layout brings its rooms into the page.
  const files = new Files(path);
  files.add(name, sample.bytes);
  if (sample.companion.length > 0) files.add(sample.json.companion, sample.companion);
  const file = files.open(name);
  const kept = `${folder}-input`;
  rmSync(kept, {recursive: true, force: true});
  renameSync(folder, kept);
  // With --all the command prints findings as they come, as the module does.
  const findings = run('validate', '--all', `${kept}/${name}`).toString().matchAll(/(?:error|warning|info) ([A-Z0-9_]+) at /g);
  assert.deepEqual(file.ask('findings', {each: 1e9}).json.findings.map(({code}) => code), [...findings].map(([, code]) => code));
  const scenes = [['out.glb'], ['out.glb', 'compress'], ['out.gltf'], ['out.obj']];
  // A database is no scene by itself; a text is neither rewritten nor turned into another text.
  const texts = format.endsWith('-ascii') || format === 'kotor-layout' ? [] : [[name], ['out.json']];
  for (const [target, ...options] of [...texts, ...(format === 'wows-assets' ? [] : scenes)]) {
    const native = in_empty_folder(target, 'convert', ...options.map(word => `--${word}`), `${kept}/${name}`);
    same(file.ask('convert', {name: target, options: Object.fromEntries(options.map(word => [word, '']))}), native, `${name} as ${target} ${options}`);
    console.log(`${format} ${name} -> ${target} ${options}: ${native.bytes.length} bytes, the same`);
  }
}
