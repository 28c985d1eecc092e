// same_downloads.mjs MODULE MESHWRIGHT FOLDER: every file below MESHWRIGHT_CORPUS and MESHWRIGHT_GAME that the page opens, as all
// that the page offers to download it as, made by the module and by the command: the same bytes, or the same refusal.
// Exits with 77 without the module or the files.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync} from 'node:fs';
import {cpus} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {Files} from '../viewer/module.mjs';

const [path, command, folder] = process.argv.slice(2);
const roots = [process.env.MESHWRIGHT_CORPUS, process.env.MESHWRIGHT_GAME].filter(root => root && existsSync(root));
if (!existsSync(path) || roots.length === 0) {
  console.log(`skipped: there is no ${existsSync(path) ? 'MESHWRIGHT_CORPUS' : path}`);
  process.exit(77);
}
const run = promisify(execFile);
const largest = 4 << 20;  // bytes of a file; a sanitized command takes seconds for more
const ours = /\.((mdl|wok|pwk|dwk)(\.ascii)?|geometry|primitives|splash|bwm|lyt)$/i;

function* files_below(root) {
  for (const entry of readdirSync(root, {withFileTypes: true})) {
    if (entry.isDirectory()) yield* files_below(join(root, entry.name));
    else yield join(root, entry.name);
  }
}

/// Opened with what belongs to it, as the page does.
function opened(file) {
  const files = new Files(path);
  const name = basename(file);
  files.add(name, readFileSync(file));
  const first = files.open(name);
  const beside = readdirSync(dirname(file)).filter(each => each !== name && statSync(join(dirname(file), each)).isFile());
  const uses = first.ask('uses', {files: beside}).json.uses;
  first.close();
  for (const each of uses) files.add(each, readFileSync(join(dirname(file), each)));
  return files.open(name);
}

async function by_command(file, target, options, place) {
  rmSync(place, {recursive: true, force: true});
  mkdirSync(place, {recursive: true});
  try {
    await run(command, ['-q', 'convert', file, join(place, target), ...options], {maxBuffer: 1 << 26});
  } catch (error) {
    return {refused: true, why: error.stderr};
  }
  const written = readdirSync(place);
  const other = written.find(each => each !== target);
  return {bytes: readFileSync(join(place, target)), companion: other ? readFileSync(join(place, other)) : Buffer.alloc(0)};
}

function by_module(file, words) {
  try {
    return file.ask('convert', words);
  } catch (error) {
    return {refused: true, why: error.message};
  }
}

const differing = [];
let compared = 0;

async function compare(name, file, target, all, place) {
  const options = all ? target.adds.map(each => each === 'lod' ? '--lod=all' : `--${each}`) : [];
  const what = `${name} -> ${target.file} ${options.join(' ')}`;
  const mine = by_module(file, {name: target.file, all});
  const native = await by_command(name, target.file, options, place);
  ++compared;
  if (mine.refused || native.refused) {
    if (!mine.refused || !native.refused) differing.push(`${what}: ${mine.why ?? 'made'} | ${native.why ?? 'made'}`);
    return;
  }
  for (const part of ['bytes', 'companion'])
    if (Buffer.compare(mine[part], native[part]) !== 0) differing.push(`${what}: its ${part} differ`);
}

const todo = roots.flatMap(root => [...files_below(root)]).filter(name => ours.test(name) && statSync(name).size <= largest);
async function worker(index) {
  const place = `${folder}/${index}`;
  for (let name = todo.pop(); name; name = todo.pop()) {
    const file = opened(name);
    const about = file.ask('about').json;
    for (const target of about.error ? [] : about.targets)
      for (const all of target.adds.length > 0 ? [false, true] : [false]) await compare(name, file, target, all, place);
    file.close();
  }
}
await Promise.all(cpus().map((_, index) => worker(index)));
assert(compared > 0, 'nothing was compared');
assert.equal(differing.length, 0, `${differing.length} of ${compared} downloads differ:\n${differing.join('\n')}`);
console.log(`${compared} downloads, all the same`);
