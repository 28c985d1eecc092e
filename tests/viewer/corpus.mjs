// corpus.mjs MODULE: every real file opens, is a tree, bytes and a scene. Exits with 77 without the files or the module.
import assert from 'node:assert/strict';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {Files} from './module.mjs';

const [path] = process.argv.slice(2);
const corpus = process.env.MESHWRIGHT_CORPUS;
for (const needed of [path, corpus])
  if (!needed || !existsSync(needed)) {
    console.log(`skipped: there is no ${needed || 'MESHWRIGHT_CORPUS'}`);
    process.exit(77);
  }

function* files_below(folder) {
  for (const entry of readdirSync(folder, {withFileTypes: true})) {
    if (entry.isDirectory()) yield* files_below(join(folder, entry.name));
    else yield join(folder, entry.name);
  }
}
const meshes = /\.((mdl|wok|pwk|dwk)(\.ascii)?|geometry|primitives|splash|bwm|lyt)$/i;
let opened = 0;
let slowest = [0, ''];
for (const name of files_below(corpus)) {
  if (!meshes.test(name)) continue;
  const broken = name.includes('/broken/');
  const files = new Files(path);
  files.add(basename(name), readFileSync(name));
  const mdx = readdirSync(dirname(name)).find(each => each.toLowerCase() === basename(name).toLowerCase().replace(/\.mdl$/, '.mdx'));
  if (mdx) files.add(mdx, readFileSync(join(dirname(name), mdx)));
  const begun = performance.now();
  const file = files.open(basename(name));
  const about = file.ask('about').json;
  if (broken) {  // an error with its words, or findings; never a stop
    assert(about.error === null || about.error.message !== '', name);
    if (about.error) continue;
  }
  assert.equal(about.error, null, `${name}: ${about.error?.text}`);
  const tree = file.ask('tree').json;
  assert(tree.branches.length > 0, name);
  assert.equal(file.ask('bytes', {offset: 0, length: 16}).bytes.length, Math.min(16, about.bytes));
  if (about.has_findings) file.ask('findings');
  if (!broken) {
    const {bytes} = file.ask('scene');
    assert.equal(Buffer.from(bytes.slice(0, 4)).toString(), 'glTF', name);
  }
  const took = performance.now() - begun;
  if (took > slowest[0]) slowest = [took, basename(name)];
  file.close();
  ++opened;
}
assert(opened > 0, 'no file was opened');
console.log(`${opened} files, the slowest ${slowest[1]} in ${Math.round(slowest[0])} ms`);
