// memory.mjs MODULES VIEWER WASM: the worker's way into the library's memory, where addresses are beyond 2 GiB.
import assert from 'node:assert/strict';
import {createRequire} from 'node:module';
import {existsSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {load} from '../wasm/module.mjs';
import {Files} from './module.mjs';

const [modules, viewer, wasm] = process.argv.slice(2);
for (const needed of [wasm, join(modules, 'node_modules', 'esbuild')])
  if (!existsSync(needed)) {
    console.log(`skipped: there is no ${needed}`);
    process.exit(77);
  }
const {buildSync} = createRequire(resolve(modules, 'package.json'))('esbuild');
const {outputFiles: [source]} = buildSync({entryPoints: [join(viewer, 'src/library/wasm_memory.ts')], write: false, format: 'esm'});
const {Memory} = await import(`data:text/javascript,${encodeURIComponent(source.text)}`);

/// Takes two gigabytes that nobody writes to, so that no real memory is used.
function fill_low_memory(library) {
  for (let i = 0; i < 5; ++i) assert.notEqual(library.allocate(450e6), 0);
}

const library = load(wasm);
const memory = new Memory(library);
fill_low_memory(library);
const address = memory.copy_in('a text');
assert(address > 2 ** 31, `${address}`);
assert.equal(Buffer.from(library.memory.buffer, address + 4, 6).toString(), 'a text');
library.deallocate(address);
const files = library.files_new();
assert(memory.take_reply(memory.call_with((format, path) => library.files_add_sample(files, format, path), 'kotor-walkmesh', 'a.wok')).ok);
const file = memory.call_with(path => library.open(files, path), 'a.wok');
const {ok, json} = memory.take_reply(memory.call_with((question, words) => library.ask(file, question, words), 'about', '{}'));
assert.deepEqual([ok, json.format], [true, 'kotor-walkmesh']);
assert.throws(() => new Memory({allocate: () => 0}).copy_in('x'), /there is not enough memory for this file/);

const tested = new Files(wasm);  // the tests' own way
fill_low_memory(tested.wasm);
tested.add_sample('kotor-walkmesh', 'b.wok');
assert.equal(tested.open('b.wok').ask('about').json.format, 'kotor-walkmesh');
console.log(`ok: a text at ${address}`);
