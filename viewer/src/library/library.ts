// The page's end of the worker.
import type {Dropped} from '../files/dropped_files.js';

import type {Edit} from '../files/edits.js';
import type {Answers, ComparisonAnswers, DifferingParts, Edit as EditAnswer, Failure, Loss, OtherAnswers, Sample} from './answers.js';
import type {WasmReply} from './wasm_memory.js';

declare const MESHWRIGHT_WORKER: string;  // its source, filled in when the page is built

export function messages(losses: Loss[] = []): string[] { return losses.map(each => each.message); }

export interface Reply<T> { json: T; bytes: Uint8Array<ArrayBuffer>; companion: Uint8Array<ArrayBuffer> }
/// A format, or of an archive a sentence.
export type Kind = Partial<OtherAnswers['recognised'] & OtherAnswers['archive']>;

/// What the library answers to a question that it cannot answer.
export class Refused extends Error {
  constructor(readonly failure: Failure) { super(failure.text); }
}

let code: Promise<WebAssembly.Module> | undefined;  // compiled once for all workers

export function bytes_of_base64(text: string) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/// The page carries it as gzip in base64.
async function unpacked() {
  const packed = new Blob([bytes_of_base64(document.getElementById('library')!.textContent!)]);
  return new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

function checked<T>(answer: WasmReply<T>): Reply<T> {
  if (!answer.ok) throw new Refused(answer.json);
  return answer;
}

let worker_address: string | undefined;

export class Library {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, {take: (value: unknown) => void; fail: (error: Error) => void}>();
  private next = 0;
  stopped?: Error;  // why

  constructor() {
    worker_address ??= URL.createObjectURL(new Blob([MESHWRIGHT_WORKER], {type: 'text/javascript'}));
    this.worker = new Worker(worker_address);
    this.worker.onmessage = ({data: {id, answer, failure}}) => {
      const waits = this.waiting.get(id);
      this.waiting.delete(id);
      if (failure === undefined) waits?.take(answer);
      else waits?.fail(new Error(failure));
    };
    this.worker.onerror = event => this.stop(new Error(event.message || 'the library stopped'));
  }

  /// Nothing can be asked before. A worker that does not start is stopped, and the next may try again.
  async start() {
    try {
      code ??= unpacked().then(WebAssembly.compile);
      await this.call('start', [await code]);
    } catch (error) {
      code = undefined;
      this.stop(error as Error);
      throw error;
    }
  }

  async samples(): Promise<Sample[]> { return (await this.call<Reply<Sample[]>>('samples')).json; }
  /// Files that it may read; it reads those that it needs.
  async offer(files: Dropped[]) { await this.call('offer', [files]); }
  /// The files it has read, and its memory.
  async read(): Promise<{paths: string[]; memory: number}> { return this.call('read'); }
  async add_sample(format: string, file: string) { checked(await this.call<WasmReply<unknown>>('sample', [format, file])); }
  async ask<Q extends keyof Answers>(path: string, question: Q, words: object = {}): Promise<Reply<Answers[Q]>> {
    return checked(await this.call<WasmReply<Answers[Q]>>('ask', [path, question, words]));
  }
  /// Replaces the dropped file by the one with these edits, and no others.
  async edit(path: string, edits: Edit[]): Promise<EditAnswer[]> { return checked(await this.call<WasmReply<EditAnswer[]>>('edit', [path, edits])).json; }
  /// The first guess of a file, without keeping it; nothing for an unknown one.
  async recognise({path, blob}: Dropped): Promise<Kind | 'unreadable' | undefined> {
    const answer = await this.call<WasmReply<Kind> & {unreadable?: boolean}>('recognise', [path, blob]);
    return answer.unreadable ? 'unreadable' : answer.ok ? answer.json : undefined;
  }
  /// Compares one of the files here with another, which comes with its neighbours; one pair at a time. The
  /// differences are requested afterwards.
  async compare(path: string, other: string, others: {path: string; bytes: Uint8Array}[], words: object = {}): Promise<Reply<DifferingParts>> { return checked(await this.call<WasmReply<DifferingParts>>('compare', [path, other, others, words])); }
  async compared<Q extends keyof ComparisonAnswers>(question: Q, words: object = {}): Promise<Reply<ComparisonAnswers[Q]>> {
    return checked(await this.call<WasmReply<ComparisonAnswers[Q]>>('compared', [question, words]));
  }
  /// What was kept of two files is given back.
  async end_comparison() { await this.call('end_comparison'); }

  /// Ends the worker, whatever it is doing, and frees its memory. Open requests fail with the reason.
  stop(why = new Error('closed')) {
    this.worker.terminate();
    this.stopped ??= why;
    for (const {fail} of this.waiting.values()) fail(why);
    this.waiting.clear();
  }

  /// What the worker answers to such a call.
  private call<T>(call: string, words: unknown[] = []): Promise<T> {
    return new Promise((take, fail) => {
      if (this.stopped) return fail(this.stopped);
      const id = this.next++;
      this.waiting.set(id, {take: answer => take(answer as T), fail});
      this.worker.postMessage({id, call, words});
    });
  }
}
