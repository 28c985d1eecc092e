// Runs the library beside the page: one worker and one memory per opened file, so that closing a file frees
// all of it and a slow file never blocks the page.

import type {Answers, ComparisonAnswers} from './answers.js';
import {Exports, Memory, WasmReply} from './wasm_memory.js';
import {State, EditStates} from './edit_states.js';

interface Dropped { path: string; bytes: Uint8Array }
declare class FileReaderSync { readAsArrayBuffer(blob: Blob): ArrayBuffer }

let wasm: Exports;
let memory: Memory;
let files = 0;
const opened = new Map<string, number>();
const offered: {path: string; blob: Blob}[] = [];  // which the library reads by their numbers
const read = new Set<string>();                    // paths of those that it has read

function bytes_of(blob: Blob) { return new Uint8Array(new FileReaderSync().readAsArrayBuffer(blob)); }

/// The library's request for a file: 0 if the file is gone, or too large.
function read_file(number: number) {
  try {
    const {path, blob} = offered[number];
    const address = copy_in(bytes_of(blob));
    read.add(path);
    return address;
  } catch {
    return 0;
  }
}

/// The library needs nothing of a system but the files that it was offered: every other call to it is an error.
async function start(module: WebAssembly.Module) {
  const imports: Record<string, Record<string, () => never>> = {};
  for (const {module: from, name} of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => { throw new Error(`the library called ${from}.${name}`); };
  }
  imports.page = {...imports.page, read_file: read_file as () => never};
  wasm = (await WebAssembly.instantiate(module, imports)).exports as unknown as Exports;
  wasm._initialize();
  memory = new Memory(wasm);
  files = wasm.files_new();
}

const copy_in = (word: string | Uint8Array) => memory.copy_in(word);
const call_with = (call: (...given: number[]) => number, ...words: (string | Uint8Array)[]) => memory.call_with(call, ...words);
const take_reply = <T>(answer: number) => memory.take_reply<T>(answer);

function add(set: number, {path, bytes}: Dropped) {
  const owned = copy_in(bytes);
  call_with(name => wasm.files_add(set, name, owned), path);
}

/// With files for one question only.
function apart<T>(list: Dropped[], ask: (set: number) => T) {
  const set = wasm.files_new();
  try {
    for (const each of list) add(set, each);
    return ask(set);
  } finally {
    wasm.files_delete(set);
  }
}

const head = 4096;        // bytes, by which an archive is known
const most_looked = 1e9;  // bytes: a larger file is not a model

/// Of its own, so that a whole folder is never in memory at once. An archive is not read whole, however large.
function recognise(path: string, blob: Blob) {
  let bytes: Uint8Array;
  try {
    const archive = take_reply(call_with((first, name) => wasm.recognise_archive(first, name), bytes_of(blob.slice(0, head)), path));
    if (archive.ok) return archive;
    if (blob.size > most_looked) return {ok: false};
    bytes = bytes_of(blob);
  } catch {
    return {unreadable: true};
  }
  return apart([{path, bytes}], set => take_reply(call_with(name => wasm.recognise(set, name), path)));
}

function open(path: string) {
  let file = opened.get(path);
  if (file === undefined) {
    file = call_with(name => wasm.open(files, name), path);
    opened.set(path, file);
  }
  return file;
}

/// Two compared files, and the neighbours of the other one. It sees only its own: companions of both may have
/// the same name.
let both: {differences: number; other: number; set: number} | undefined;

function end_comparison() {
  if (!both) return;
  wasm.compare_end(both.differences);
  wasm.close(both.other);
  wasm.files_delete(both.set);
  both = undefined;
}

function compare(path: string, name: string, others: Dropped[], words: object) {
  end_comparison();
  const set = wasm.files_new();
  for (const each of others) add(set, each);
  const other = call_with(given => wasm.open(set, given), name);
  both = {set, other, differences: call_with(given => wasm.compare_begin(open(path), other, given), JSON.stringify(words))};
  return compared('parts', {});
}

function compared<Q extends keyof ComparisonAnswers>(question: Q, words: object) {
  if (!both) throw new Error('nothing is compared');
  const {differences} = both;
  return take_reply<ComparisonAnswers[Q]>(call_with((a, b) => wasm.compare_ask(differences, a, b), question, JSON.stringify(words)));
}

// ---- Edited files, in place of the dropped ones

const edited = new Map<string, EditStates>();

/// What is open was opened from something else.
function put(path: string, {bytes, companion, name}: State) {
  add(files, {path, bytes});
  if (name) add(files, {path: name, bytes: companion});
  end_comparison();
  for (const file of opened.values()) wasm.close(file);
  opened.clear();
}

function asked<Q extends keyof Answers>(path: string, question: Q, words: object) {
  const file = open(path);
  return take_reply<Answers[Q]>(call_with((a, b) => wasm.ask(file, a, b), question, JSON.stringify(words)));
}

function states_of(path: string) {
  let states = edited.get(path);
  if (!states) {
    const file = asked(path, 'file', {});
    if (!file.ok) throw new Error(file.json.text);
    states = new EditStates({bytes: file.bytes, companion: file.companion, name: file.json.companion}, state => put(path, state), each => asked(path, 'edit', each));
    edited.set(path, states);
  }
  return states;
}

const calls: Record<string, (...words: never[]) => unknown> = {
  start,
  samples: () => take_reply(wasm.sample_list()),
  sample: (format: string, path: string) => take_reply(call_with((a, b) => wasm.files_add_sample(files, a, b), format, path)),
  offer: (list: {path: string; blob: Blob; drop: number}[]) => {
    for (const {path, blob, drop} of list) call_with(name => wasm.files_offer(files, name, offered.push({path, blob}) - 1, drop), path);
  },
  read: () => ({paths: [...read], memory: wasm.memory.buffer.byteLength}),
  ask: asked,
  edit: (path: string, edits: object[]) => states_of(path).become(edits),
  recognise,
  compare: (path: string, other: string, others: Dropped[], words: object) => compare(path, other, others, words),
  compared,
  end_comparison,
};

/// The bytes of a reply need not be copied.
function buffers_of(answer: unknown): Transferable[] {
  const {bytes, companion} = (answer ?? {}) as Partial<WasmReply<unknown>>;
  return bytes && companion ? [bytes.buffer, companion.buffer] : [];
}

onmessage = async ({data: {id, call, words}}: MessageEvent<{id: number; call: string; words: never[]}>) => {
  try {
    const answer = await calls[call](...words);
    postMessage({id, answer}, {transfer: buffers_of(answer)});
  } catch (error) {
    postMessage({id, failure: String((error as Error).message ?? error)});
  }
};
