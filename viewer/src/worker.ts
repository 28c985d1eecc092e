// Runs the library beside the page: one worker and one memory per opened file, so that closing a file frees
// all of it and a file that takes long never stops the page.

import {Exports, Memory} from './memory.js';

interface Dropped { path: string; bytes: Uint8Array }

let wasm: Exports;
let memory: Memory;
let files = 0;
const opened = new Map<string, number>();

/// The library needs nothing of a system: every call to it is an error.
async function start(module: WebAssembly.Module) {
  const imports: Record<string, Record<string, () => never>> = {};
  for (const {module: from, name} of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => { throw new Error(`the library called ${from}.${name}`); };
  }
  wasm = (await WebAssembly.instantiate(module, imports)).exports as unknown as Exports;
  wasm._initialize();
  memory = new Memory(wasm);
  files = wasm.files_new();
}

const give = (word: string | Uint8Array) => memory.give(word);
const taking = (call: (...given: number[]) => number, ...words: string[]) => memory.taking(call, ...words);
const said = (answer: number) => memory.said(answer);

function add(set: number, {path, bytes}: Dropped) {
  const owned = give(bytes);
  taking(name => wasm.files_add(set, name, owned), path);
}

/// With files that are there for one question only.
function apart<T>(list: Dropped[], ask: (set: number) => T) {
  const set = wasm.files_new();
  try {
    for (const each of list) add(set, each);
    return ask(set);
  } finally {
    wasm.files_delete(set);
  }
}

function open(path: string) {
  let file = opened.get(path);
  if (file === undefined) {
    file = taking(name => wasm.open(files, name), path);
    opened.set(path, file);
  }
  return file;
}

// ---- Files with edits in them, in place of those that were dropped

interface State { bytes: Uint8Array; companion: Uint8Array; name: string }  // and the companion's name
interface Edited { first: State; now: State; edits: unknown[]; answers: unknown[] }
const edited = new Map<string, Edited>();

/// What is open was opened from something else.
function put(path: string, {bytes, companion, name}: State) {
  add(files, {path, bytes});
  if (name) add(files, {path: name, bytes: companion});
  for (const file of opened.values()) wasm.close(file);
  opened.clear();
}

function asked(path: string, question: string, words: unknown) {
  const file = open(path);
  return said(taking((a, b) => wasm.ask(file, a, b), question, JSON.stringify(words)));
}

function known(path: string): Edited {
  const before = edited.get(path);
  if (before) return before;
  const {bytes, companion, json} = asked(path, 'file', {});
  const first = {bytes, companion, name: json.companion};
  return {first, now: first, edits: [], answers: []};
}

/// The file with these edits and no others; where one is refused everything stays, and that is the answer.
function edit(path: string, edits: unknown[]) {
  const before = known(path);
  const goes_on = before.edits.every((each, i) => JSON.stringify(each) === JSON.stringify(edits[i]));
  let now = goes_on ? before.now : before.first;
  const answers = goes_on ? [...before.answers] : [];
  if (!goes_on) put(path, now);
  for (const each of edits.slice(answers.length)) {
    const {ok, json, bytes, companion} = asked(path, 'edit', each);
    if (!ok) {
      put(path, before.now);
      return {ok, json};
    }
    answers.push(json);
    now = {bytes, companion, name: json.companion};
    put(path, now);
  }
  edited.set(path, {first: before.first, now, edits, answers});
  return {ok: true, json: answers};
}

const calls: Record<string, (...words: any[]) => unknown> = {
  start,
  samples: () => said(wasm.sample_list()),
  sample: (format: string, path: string) => said(taking((a, b) => wasm.files_add_sample(files, a, b), format, path)),
  add: (path: string, bytes: Uint8Array) => add(files, {path, bytes}),
  ask: asked,
  edit,
  // Of its own, so that a whole folder is never in memory at once.
  recognise: (path: string, bytes: Uint8Array) => apart([{path, bytes}], set => said(taking(name => wasm.recognise(set, name), path))),
  // The other file sees only what belongs to it: companions of both may have the same name.
  compare: (path: string, other: string, others: Dropped[]) => apart(others, set => {
    const file = taking(name => wasm.open(set, name), other);
    const answer = said(wasm.compare(open(path), file));
    wasm.close(file);
    return answer;
  }),
};

onmessage = async ({data: {id, call, words}}) => {
  try {
    const answer: any = await calls[call](...words);
    const move = answer?.bytes ? [answer.bytes.buffer, answer.companion.buffer] : [];
    postMessage({id, answer}, {transfer: move});
  } catch (error) {
    postMessage({id, failure: String((error as Error).message ?? error)});
  }
};
