// Loads a module of bindings/wasm.
import {readFileSync} from 'node:fs';

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
