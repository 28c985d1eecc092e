// Items dragged onto the page: files, and folders with all their content.

/// The content of a drop, and the paths that the browser does not let the page read.
export interface Found { files: {path: string; file: File}[]; unreadable: string[] }

interface Folder { kind: 'directory'; name: string; values(): AsyncIterable<Folder | Leaf> }
/// Only some browsers have handles.
interface Item extends DataTransferItem { getAsFileSystemHandle?(): Promise<Folder> }
interface Leaf { kind: 'file'; name: string; getFile(): Promise<File> }

/// A transfer forgets its items when its event is over: request everything before the first await.
export async function files_of(transfer: DataTransfer): Promise<Found> {
  const found: Found = {files: [], unreadable: []};
  const items = [...transfer.items].filter(item => item.kind === 'file').map(item => {
    const entry = item.webkitGetAsEntry?.();
    const handle: Promise<Folder> | undefined = entry?.isDirectory ? (item as Item).getAsFileSystemHandle?.() : undefined;
    return {entry, file: item.getAsFile(), handle};
  });
  for (const {entry, file, handle} of items) {
    if (entry?.isDirectory) await add_folder(entry, handle, found);
    else if (file) found.files.push({path: file.name, file});
  }
  return found;
}

/// Of a page that was opened from disk, Chromium lets folders be read by their handles only; other browsers have entries only.
async function add_folder(entry: FileSystemEntry, handle: Promise<Folder> | undefined, found: Found) {
  const folder = await handle?.catch(() => undefined);
  if (folder) await read_folder(folder, folder.name, found);
  else await read_entry(entry, found);
}

async function read_folder(folder: Folder, path: string, found: Found): Promise<void> {
  const folders: Folder[] = [];
  const leaves: Leaf[] = [];
  try {
    for await (const each of folder.values()) each.kind === 'directory' ? folders.push(each) : leaves.push(each);
  } catch {
    found.unreadable.push(path);
  }
  const files = await Promise.all(leaves.map(async leaf => ({path: `${path}/${leaf.name}`, file: await leaf.getFile().catch(() => undefined)})));
  for (const {path: own, file} of files) file ? found.files.push({path: own, file}) : found.unreadable.push(own);
  for (const each of folders) await read_folder(each, `${path}/${each.name}`, found);
}

async function read_entry(entry: FileSystemEntry, found: Found): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '');
  try {
    if (entry.isFile) return void found.files.push({path, file: await new Promise<File>((take, fail) => (entry as FileSystemFileEntry).file(take, fail))});
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    for (;;) {  // gives at most a hundred at a time
      const entries = await new Promise<FileSystemEntry[]>((take, fail) => reader.readEntries(take, fail));
      if (entries.length === 0) return;
      for (const each of entries) await read_entry(each, found);
    }
  } catch {
    found.unreadable.push(path);
  }
}

export function files_in(list: FileList): Found {
  return {files: [...list].map(file => ({path: file.webkitRelativePath || file.name, file})), unreadable: []};
}
