// build.mjs MODULES WASM OUT: makes the page, one file that needs nothing else.
import {createRequire} from 'node:module';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createHash} from 'node:crypto';
import {gzipSync} from 'node:zlib';

const [modules, wasm, out] = process.argv.slice(2).map(each => resolve(each));
const {build} = createRequire(join(modules, 'package.json'))('esbuild');
const source = join(dirname(fileURLToPath(import.meta.url)), 'src');

async function bundled(entry, define = {}) {
  const {outputFiles: [file]} = await build({
    entryPoints: [join(source, entry)], bundle: true, minify: true, write: false, format: 'iife', target: 'es2022',
    nodePaths: [join(modules, 'node_modules')], define, legalComments: 'inline', charset: 'utf8',
  });
  return file.text;
}

const worker = await bundled('library/worker.ts');
// Of samples, for the first screen: made by pictures.mjs.
const folder = join(source, 'thumbnails');
const pictures = Object.fromEntries(readdirSync(folder).map(file =>
  [file.replace('.webp', ''), `data:image/webp;base64,${readFileSync(join(folder, file)).toString('base64')}`]));
const script = await bundled('main.ts', {MESHWRIGHT_WORKER: JSON.stringify(worker), MESHWRIGHT_PICTURES: JSON.stringify(pictures)});
const put = (text, mark, what) => text.split(mark).join(what);
let page = readFileSync(join(source, 'page.html'), 'utf8');
page = put(page, '/*STYLE*/', readFileSync(join(source, 'style.css'), 'utf8'));
page = put(page, '/*LIBRARY*/', gzipSync(readFileSync(wasm), {level: 9}).toString('base64'));
// The only script that may run in the page is this one: its policy has the hash.
const shown = script.replaceAll('</script', '<\\/script').replaceAll('\r', '\\r');
page = put(page, 'HASH-OF-SCRIPT', `sha256-${createHash('sha256').update(shown).digest('base64')}`);
page = put(page, '/*SCRIPT*/', shown);
mkdirSync(dirname(out), {recursive: true});
writeFileSync(out, page);
console.log(`${out}: ${page.length} bytes`);
