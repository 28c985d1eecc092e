// Speaks to meshwright.wasm as the viewer's worker does.
import {load} from '../wasm/module.mjs';

const utf8 = new TextEncoder();
const text_of = new TextDecoder();

export class Files {
  constructor(path) {
    this.wasm = load(path);
    this.files = this.wasm.files_new();
  }

  give(word) {
    const bytes = typeof word === 'string' ? utf8.encode(word) : word;
    const address = this.wasm.allocate(4 + bytes.length) >>> 0;  // beyond 2 GiB it would be negative
    new DataView(this.wasm.memory.buffer).setUint32(address, bytes.length, true);
    new Uint8Array(this.wasm.memory.buffer, address + 4, bytes.length).set(bytes);
    return address;
  }

  /// Gives {json, bytes, companion}; throws an error's own fields.
  said(answer) {
    const address = answer >>> 0;
    const words = new Uint32Array(this.wasm.memory.buffer, address, 7);
    const take = at => new Uint8Array(this.wasm.memory.buffer, words[at], words[at + 1]).slice();
    const ok = words[0];
    const said = {json: JSON.parse(text_of.decode(take(1))), bytes: take(3), companion: take(5)};
    this.wasm.release_said(address);
    if (!ok) throw Object.assign(new Error(), said.json, {message: said.json.text});
    return said;
  }

  with_words(call, ...words) {
    const given = words.map(word => this.give(word));
    const answer = call(...given);
    given.forEach(each => this.wasm.deallocate(each));
    return answer;
  }

  add(path, bytes) {
    const owned = this.give(bytes);
    this.with_words(name => this.wasm.files_add(this.files, name, owned), path);
  }
  samples() { return this.said(this.wasm.sample_list()).json; }
  add_sample(format, path) {
    return this.said(this.with_words((a, b) => this.wasm.files_add_sample(this.files, a, b), format, path));
  }
  recognise(path) { return this.said(this.with_words(name => this.wasm.recognise(this.files, name), path)).json; }
  open(path) {
    const file = this.with_words(name => this.wasm.open(this.files, name), path);
    return {
      address: file,
      ask: (question, words = {}) =>
        this.said(this.with_words((a, b) => this.wasm.ask(file, a, b), question, JSON.stringify(words))),
      close: () => this.wasm.close(file),
    };
  }
  /// What two differ in, to be asked for; `end` gives it back.
  comparison(a, b, words = {}) {
    const both = this.with_words(given => this.wasm.compare_begin(a.address, b.address, given), JSON.stringify(words));
    return {
      ask: (question, more = {}) => this.said(this.with_words((x, y) => this.wasm.compare_ask(both, x, y), question, JSON.stringify(more))),
      end: () => this.wasm.compare_end(both),
    };
  }
  /// Bytes of memory that the module has taken.
  size() { return this.wasm.memory.buffer.byteLength; }
}
