// Files from the command or inside the page, and the first guess of what files are.
import {bytes_of_base64, Kind, Library} from '../library/library.js';
import type {Dropped, InputFile} from './dropped_files.js';

/// The kind of each file that can be opened by itself, or is an archive; the others may belong to them.
/// Unreadable ones are listed.
export async function recognised(files: Dropped[], library: Library, tell: (done: number) => void) {
  const known = new Map<Dropped, Kind>();
  const unreadable: string[] = [];
  for (const [number, file] of files.entries()) {
    if (number % 50 === 0) tell(number);
    const kind = await library.recognise(file);
    if (kind === 'unreadable') unreadable.push(file.path);
    else if (kind) known.set(file, kind);
  }
  return {known, unreadable};
}

/// Files that were put into the page when it was written.
export function inside(): InputFile[] {
  const text = document.getElementById('inside')?.textContent ?? '[]';
  return (JSON.parse(text) as {path: string; base64: string}[]).map(({path, base64}) => ({path, bytes: bytes_of_base64(base64)}));
}

export interface Served { base: string; files: {path: string; bytes: number}[]; links: number; unreadable?: number }  // links are left out, and folders

/// What `meshwright view` offers.
export function served(): Served | undefined {
  const text = document.getElementById('served')?.textContent;
  return text ? JSON.parse(text) : undefined;
}

export async function fetch_served({base}: Served, path: string): Promise<InputFile[]> {
  const names: string[] = await (await asked(`${base}beside?path=${encodeURIComponent(path)}`)).json();
  return Promise.all(names.map(async name =>
    ({path: name, bytes: new Uint8Array(await (await asked(`${base}file?path=${encodeURIComponent(name)}`)).arrayBuffer())})));
}

/// The command's answer; if it has stopped, advice.
async function asked(address: string) {
  const answer = await fetch(address).catch(() => { throw new Error('the command that served this page has stopped. Run meshwright view again, and open the address that it prints.'); });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer;
}
