// states.mjs MODULES VIEWER: how many edits are made again where some are undone, taken back or refused.
import assert from 'node:assert/strict';
import {createRequire} from 'node:module';
import {existsSync} from 'node:fs';
import {join, resolve} from 'node:path';

const [modules, viewer] = process.argv.slice(2);
if (!existsSync(join(modules, 'node_modules', 'esbuild'))) {
  console.log(`skipped: there is no ${join(modules, 'node_modules', 'esbuild')}`);
  process.exit(77);
}
const {buildSync} = createRequire(resolve(modules, 'package.json'))('esbuild');
const {outputFiles: [source]} = buildSync({entryPoints: [join(viewer, 'src/library/edit_states.ts')], write: false, format: 'esm'});
const {EditStates} = await import(`data:text/javascript,${encodeURIComponent(source.text)}`);

/// A file to which every edit adds a byte; 0 is refused.
function file(most) {
  const none = new Uint8Array();
  const is = {bytes: none, made: 0};
  const make = number => {
    ++is.made;
    return {ok: number !== 0, json: number === 0 ? 'refused' : {now: number, companion: ''}, bytes: Uint8Array.of(...is.bytes, number), companion: none};
  };
  const states = new EditStates({bytes: none, companion: none, name: ''}, ({bytes}) => { is.bytes = bytes; }, make, most);
  return (edits, made) => {
    is.made = 0;
    const {ok, json} = states.become(edits);
    assert.equal(is.made, made, `edits made for ${edits}`);
    if (ok) assert.deepEqual(json.map(each => each.now), edits);
    return {ok, json, bytes: [...is.bytes]};
  };
}

const become = file();
assert.deepEqual(become([1, 2, 3], 3).bytes, [1, 2, 3]);
assert.deepEqual(become([1, 2], 0).bytes, [1, 2], 'an undo makes none');
assert.deepEqual(become([1, 2, 3], 1).bytes, [1, 2, 3], 'a redo makes one');
assert.deepEqual(become([1, 2, 3, 4], 1).bytes, [1, 2, 3, 4]);
assert.deepEqual(become([1, 2, 4], 1).bytes, [1, 2, 4], 'what is taken back is gone from what came after it only');
assert.deepEqual(become([1, 2, 4, 0], 1), {ok: false, json: 'refused', bytes: [1, 2, 4]});
assert.deepEqual(become([1, 0, 4], 1), {ok: false, json: 'refused', bytes: [1, 2, 4]}, 'everything stays');
assert.deepEqual(become([], 0).bytes, []);

// Of what would take too much memory the last states are kept: 3 + 4 bytes.
const small = file(7);
small([1, 2, 3, 4], 4);
assert.deepEqual(small([1, 2, 3], 0).bytes, [1, 2, 3]);
assert.deepEqual(small([1, 2], 2).bytes, [1, 2]);
console.log('ok: no edit is made again that need not be');
