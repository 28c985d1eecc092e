// Loads a module of bindings/wasm and speaks to it in texts and files.
import {readFileSync} from 'node:fs';

const utf8 = new TextEncoder();

/// The library needs nothing of the system: every call to it is an error.
function without_system(module) {
  const imports = {};
  for (const {module: from, name} of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => { throw new Error(`the module called ${from}.${name}`); };
  }
  return imports;
}

const modules = new Map();  // that were compiled

function compiled(path) {
  if (!modules.has(path)) modules.set(path, new WebAssembly.Module(readFileSync(path)));
  return modules.get(path);
}

export function load(path) {
  const module = compiled(path);
  const {exports} = new WebAssembly.Instance(module, without_system(module));
  exports._initialize();
  return exports;
}

export class Meshwright {
  constructor(path) { this.wasm = load(path); }

  samples() {
    return this.text('samples').trim().split('\n').map(line => line.split(' '));
  }
  /// Files are {name, bytes, companion}; the companion is null for none.
  make(format, name) {
    return {name, ...this.call('make', format, name)};
  }
  validate({name, bytes, companion}) {
    return this.text('validate', name, bytes, companion);
  }
  convert({name, bytes, companion}, target, options) {
    return {name: target, ...this.call('convert', name, bytes, companion, target, options.join('\n'))};
  }

  text(name, ...words) { return Buffer.from(this.call(name, ...words).bytes).toString(); }

  call(name, ...words) {
    const given = words.map(word => this.give(word));
    const address = this.wasm[name](...given);
    const [ok, data, size, companion, companion_size] = new Uint32Array(this.wasm.memory.buffer, address, 5);
    const taken = {
      bytes: this.take(data, size),
      companion: companion === 0 ? null : this.take(companion, companion_size),
    };
    this.wasm.release(address);
    given.forEach(each => this.wasm.deallocate(each));
    if (!ok) throw new Error(`${name}: ${Buffer.from(taken.bytes)}`);
    return taken;
  }

  give(word) {
    if (word === null) return 0;
    const bytes = typeof word === 'string' ? utf8.encode(word) : word;
    const address = this.wasm.allocate(4 + bytes.length);
    new DataView(this.wasm.memory.buffer).setUint32(address, bytes.length, true);
    new Uint8Array(this.wasm.memory.buffer, address + 4, bytes.length).set(bytes);
    return address;
  }

  take(address, size) { return new Uint8Array(this.wasm.memory.buffer, address, size).slice(); }
}
