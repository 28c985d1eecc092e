// Files that somebody drops, chooses, gets from the command or was sent inside the page.
import {bytes_of_base64, Dropped, Kind, Library, Refused} from './library.js';

async function read_entry(entry: any, found: {path: string; file: File}[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((take, fail) => entry.file(take, fail));
    found.push({path: entry.fullPath.replace(/^\//, ''), file});
    return;
  }
  const reader = entry.createReader();
  for (;;) {  // gives at most a hundred at a time
    const entries = await new Promise<any[]>((take, fail) => reader.readEntries(take, fail));
    if (entries.length === 0) return;
    for (const each of entries) await read_entry(each, found);
  }
}

export async function files_of(transfer: DataTransfer): Promise<{path: string; file: File}[]> {
  const found: {path: string; file: File}[] = [];
  const entries = [...transfer.items].filter(item => item.kind === 'file').map(item => item.webkitGetAsEntry?.());
  if (entries.every(entry => !entry)) return [...transfer.files].map(file => ({path: file.name, file}));
  for (const entry of entries) if (entry) await read_entry(entry, found);
  return found;
}

export function files_in(list: FileList) {
  return [...list].map(file => ({path: (file as any).webkitRelativePath || file.name, file}));
}

export async function read_all(files: {path: string; file: File}[]): Promise<Dropped[]> {
  return Promise.all(files.map(async ({path, file}) => ({path, bytes: new Uint8Array(await file.arrayBuffer())})));
}

/// Those that can be opened by themselves; the others may belong to them.
export async function recognised(files: Dropped[], library: Library): Promise<Map<string, Kind>> {
  const known = new Map<string, Kind>();
  for (const file of files) {
    const kind = await library.recognise(file);
    if (kind) known.set(file.path, kind.lists_rooms ? {...kind, rooms: await rooms_in(file, library)} : kind);
  }
  return known;
}

/// Which rooms a layout lists: alone, it lacks all of them.
async function rooms_in(layout: Dropped, library: Library): Promise<string[]> {
  await library.add(layout);
  try {
    return (await library.ask(layout.path, 'area')).json.missing;
  } catch (error) {
    if (error instanceof Refused) return [];  // it cannot be read, which its tab will say
    throw error;
  }
}

/// What a file gets to see of those that were dropped with it: all of them up to so many bytes, otherwise what is no file of its own,
/// and the rooms of a layout.
export function neighbours_of(path: string, files: Dropped[], known: Map<string, Kind>, most: number) {
  if (files.reduce((sum, file) => sum + file.bytes.length, 0) <= most) return files;
  const rooms = new Set(known.get(path)?.rooms?.map(room => room.toLowerCase()));
  return files.filter(file => file.path === path || !known.has(file.path) || rooms.has(stem_of(file.path)));
}

function stem_of(path: string) { return path.split('/').pop()!.replace(/\..*$/, '').toLowerCase(); }

/// Files that were put into the page when it was written.
export function inside(): Dropped[] {
  const text = document.getElementById('inside')?.textContent ?? '[]';
  return (JSON.parse(text) as {path: string; base64: string}[]).map(({path, base64}) => ({path, bytes: bytes_of_base64(base64)}));
}

export interface Served { base: string; files: {path: string; bytes: number}[]; links: number; unreadable?: number }  // links are left out, and folders

/// What `meshwright view` offers.
export function served(): Served | undefined {
  const text = document.getElementById('served')?.textContent;
  return text ? JSON.parse(text) : undefined;
}

export async function fetch_served({base}: Served, path: string): Promise<Dropped[]> {
  const names: string[] = await (await asked(`${base}beside?path=${encodeURIComponent(path)}`)).json();
  return Promise.all(names.map(async name =>
    ({path: name, bytes: new Uint8Array(await (await asked(`${base}file?path=${encodeURIComponent(name)}`)).arrayBuffer())})));
}

/// What the command answers; where it does not any more, what to do.
async function asked(address: string) {
  const answer = await fetch(address).catch(() => { throw new Error('the command that served this page has stopped. Run meshwright view again, and open the address that it prints.'); });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer;
}
