// Copies texts and bytes into the library's memory and out of it.
import type {Failure} from './answers.js';

/// An answer of the library, or why there is none.
export type WasmReply<T> = ({ok: true; json: T} | {ok: false; json: Failure}) & {bytes: Uint8Array<ArrayBuffer>; companion: Uint8Array<ArrayBuffer>};

export type Exports = Record<string, (...words: number[]) => number> & {memory: WebAssembly.Memory};

const utf8 = new TextEncoder();
const texts = new TextDecoder();

/// Addresses come as signed numbers: those beyond 2 GiB would be negative.
function address_of(answer: number) { return answer >>> 0; }

export class Memory {
  constructor(private readonly wasm: Exports) {}

  copy_in(word: string | Uint8Array) {
    const bytes = typeof word === 'string' ? utf8.encode(word) : word;
    const address = address_of(this.wasm.allocate(4 + bytes.length));
    if (address === 0) throw new Error('there is not enough memory for this file');
    new DataView(this.wasm.memory.buffer).setUint32(address, bytes.length, true);
    new Uint8Array(this.wasm.memory.buffer, address + 4, bytes.length).set(bytes);
    return address;
  }

  /// Calls a function with texts or bytes that exist during the call, and returns its answer.
  call_with(call: (...given: number[]) => number, ...words: (string | Uint8Array)[]) {
    const given = words.map(word => this.copy_in(word));
    const answer = call(...given);
    for (const each of given) this.wasm.deallocate(each);
    return answer;
  }

  take_reply<T>(answer: number) {
    const address = address_of(answer);
    const words = new Uint32Array(this.wasm.memory.buffer, address, 7).slice();
    const take = (at: number) => new Uint8Array(this.wasm.memory.buffer, words[at], words[at + 1]).slice();
    const reply = {ok: words[0] !== 0, json: JSON.parse(texts.decode(take(1))), bytes: take(3), companion: take(5)};
    this.wasm.release_said(address);
    return reply as WasmReply<T>;
  }
}
