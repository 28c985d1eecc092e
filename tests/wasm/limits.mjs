// limits.mjs MODULE: runs the checks of limits.cpp. Exits with 77 when there is no module.
import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {load} from './module.mjs';

const [path] = process.argv.slice(2);
if (!existsSync(path)) {
  console.log(`skipped: there is no ${path}`);
  process.exit(77);
}
const wasm = load(path);
for (const check of ['memory_is_limited', 'claims_are_refused'])
  assert.equal(wasm[check](), 0, `${check}: the check of that number failed`);
