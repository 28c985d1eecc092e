// All dropped files. They stay with the page, unread: a tab sees all possible neighbours of its file, and its
// library reads those that it needs.

/// A file, or bytes that came with the page or from the server.
export interface InputFile { path: string; file?: Blob; bytes?: Uint8Array }
/// `drop` counts the times that something was dropped.
export interface Dropped { path: string; blob: Blob; drop: number }

function stem_of(path: string) { return name_of(path).replace(/\..*$/, ''); }
function name_of(path: string) { return path.split('/').pop()!.toLowerCase(); }

export class DroppedFiles {
  private readonly drops: Dropped[][] = [];
  private readonly names: Map<string, Set<Dropped>>[] = [];  // of each drop
  private readonly by_name = new Map<string, Dropped[]>();

  /// Adds the files of one drop. A known file is the same as before; `fresh` are the new ones.
  async put(given: InputFile[]): Promise<{files: Dropped[]; fresh: Dropped[]}> {
    const drop = this.drops.length;
    const fresh: Dropped[] = [];
    this.drops.push([]);  // others may come while these are checked
    this.names.push(new Map());
    const blobs = given.map(({file, bytes}) => file ?? new Blob([bytes as Uint8Array<ArrayBuffer>]));
    const same = await Promise.all(given.map(({path}, i) => this.find_same(path, blobs[i])));
    // Files that belong together by name are a different set if one of them has changed.
    const changed = new Set(given.flatMap(({path}, i) => !same[i] && this.by_name.has(name_of(path)) ? [stem_of(path)] : []));
    for (const [i, {path}] of given.entries()) {
      const blob = blobs[i];
      let known = changed.has(stem_of(path)) ? undefined : same[i];
      if (!known) {
        known = {path, blob, drop};
        fresh.push(known);
        const called = this.by_name.get(name_of(path));
        if (called) called.push(known); else this.by_name.set(name_of(path), [known]);
      }
      this.drops[drop].push(known);
      const called = this.names[drop].get(name_of(path));
      if (called) called.add(known); else this.names[drop].set(name_of(path), new Set([known]));
    }
    return {files: this.drops[drop], fresh};
  }

  private async find_same(path: string, blob: Blob) {
    for (const each of this.by_name.get(name_of(path)) ?? []) if (may_be_one(each.path, path) && await are_same(each.blob, blob)) return each;
    return undefined;
  }

  /// Whether a dropped file may belong to a file: not if another one of its name came with it.
  may_serve(drop: number, file: Dropped) {
    const called = this.names[drop].get(name_of(file.path));
    return !called || called.has(file);
  }

  /// A file with all its possible neighbours: first those of its own drop, then the others, the newest first;
  /// a later one replaces an earlier one of the same name.
  with_neighbours(file: Dropped): Dropped[] {
    const key = ({path}: Dropped) => path.toLowerCase();
    const found = new Map(this.drops[file.drop].map(each => [key(each), each]));
    const seen = new Set<string>();
    for (let number = this.drops.length - 1; number >= 0; --number) {
      const drop = this.drops[number];
      if (number === file.drop || drop.length === 0 || !this.may_serve(number, file)) continue;
      for (const each of drop) {
        if (!seen.has(key(each)) && (number > file.drop || !found.has(key(each)))) found.set(key(each), each);
        seen.add(key(each));
      }
    }
    return [file, ...[...found.values()].filter(each => each.path !== file.path)];
  }
}

/// A file that is dropped alone comes without its folder.
function may_be_one(a: string, b: string) { return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`); }

async function are_same(a: Blob, b: Blob) {
  if (a.size !== b.size) return false;
  if (a === b || (a instanceof File && b instanceof File && a.lastModified === b.lastModified && a.name === b.name && a.size > large)) return true;
  try {
    const [one, other] = (await Promise.all([a.arrayBuffer(), b.arrayBuffer()])).map(each => new Uint8Array(each));
    return one.every((byte, i) => byte === other[i]);
  } catch {
    return false;  // one of them is gone
  }
}
const large = 16e6;  // bytes: of such, time and size are enough
