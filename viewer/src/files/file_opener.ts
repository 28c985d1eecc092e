// Handles dropped files: each is opened, or given to the open files that use it.
import {count, counted, in_a_row} from '../widgets/dom.js';
import type {Found} from './drop.js';
import {inside, recognised} from './file_sources.js';
import type {Kind, Library} from '../library/library.js';
import {follow_link, link_of} from '../page/link.js';
import type {FileOffer} from '../page/start_screen.js';
import {Dropped, InputFile, DroppedFiles} from './dropped_files.js';
import type {Source, Tab} from '../page/tab.js';

interface Host {
  readonly tabs: Tab[];
  readonly active?: Tab;
  waiting<T>(text: string, work: () => Promise<T>): Promise<T>;
  attempt<T>(what: string, text: string, act: (library: Library, tell: (text: string) => void) => Promise<T>): Promise<T | undefined>;
  open_anew(file: Dropped, files: () => Dropped[], source?: Source, number?: number): Promise<Tab | undefined>;
  show_dropped(files: FileOffer['files'], open: FileOffer['open'], is_shown: boolean): void;
  activate(tab?: Tab): void;
  close(tab: Tab): void;
  tell(tab: Tab | undefined, text: string): void;
  fail(path: string, error: Error): void;
}

const most_at_once = 6;  // files of one drop that become tabs; of more, a list is shown

export class FileOpener {
  readonly dropped = new DroppedFiles();
  private readonly opening = new Map<Dropped, Promise<Tab | undefined>>();

  constructor(private readonly host: Host) {}

  /// What was dropped or chosen. What the browser does not give is a trouble like any other.
  async take(find: () => Promise<Found>) {
    try {
      const {files, unreadable} = await this.host.waiting('Reading the files …', find);
      await this.open(files, undefined, unreadable);
    } catch (error) {
      this.host.fail('the files', error as Error);
    }
  }

  /// Files inside the page, of which a link may mean one.
  async open_inside(meant: string | null) { await this.open(inside(), 'inside', [], meant ?? undefined); }

  async open(given: InputFile[], kind?: Source['kind'], lost: string[] = [], meant?: string) {
    const what = given.length === 1 ? given[0].path : `${count(given.length)} files`;
    const looked = given.length === 0 ? undefined : await this.host.attempt(what, `Looking at ${what} …`, async (library, tell) => {
      const put = await this.dropped.put(given);
      return {...put, ...await recognised(put.files, library, done => { if (done > 0) tell(`Looking at ${count(done)} of ${what} …`); })};
    });
    if (looked) await this.open_known(looked.files, looked.fresh, looked.known, {kind, meant});
    const unreadable = [...lost, ...looked?.unreadable ?? []];
    this.tell_unreadable(unreadable);
    if (given.length + unreadable.length === 0) this.host.tell(this.host.active, 'There is no file in what was dropped.');
  }

  private tell_unreadable(paths: string[]) {
    if (paths.length > 0) this.host.fail(paths[0], new Error(`the browser cannot read it${paths.length > 1 ? `, nor ${counted(paths.length - 1, 'other')} of what was dropped` : ''}.`));
  }

  private async open_known(files: Dropped[], fresh: Dropped[], known: Map<Dropped, Kind>, {kind, meant}: {kind?: Source['kind']; meant?: string}) {
    const {host} = this;
    const joined = await this.join(files, new Set(fresh));
    let own = files.filter(file => known.get(file)?.format);
    if (own.length === 0) return this.open_others(files, known, joined);
    const before = new Set(host.tabs);
    const open = (file: Dropped) => this.open_one(file, kind && {kind, name: file.path});
    // Rooms of a layout are shown there together, whichever came first.
    const layouts = own.filter(file => known.get(file)!.lists_rooms);
    for (const layout of layouts.length > most_at_once ? [] : layouts) {
      await open(layout);
      own = own.filter(file => file !== layout);
    }
    own = own.filter(file => !host.tabs.some(tab => tab.rooms?.includes(file.path) && tab.file && this.dropped.may_serve(file.drop, tab.file)));
    const wanted = own.find(file => file.path === meant);
    if (own.length > most_at_once) {
      own.sort((a, b) => by_name.compare(a.path, b.path));  // a browser gives a folder's files in any order
      const by_path = new Map(own.map(file => [file.path, file]));
      host.show_dropped(own.map(({path, blob}) => ({path, bytes: blob.size})), path => open(by_path.get(path)!), joined.length === 0 && !wanted);
      if (wanted) await open(wanted);
      return;
    }
    for (const file of own) await open(file);
    const made = host.tabs.filter(tab => !before.has(tab));
    const shown = joined[0]?.tab ?? host.tabs.find(tab => tab.file === wanted && wanted !== undefined) ?? (made.length > 1 ? made[0] : undefined);
    if (shown && shown !== host.active && host.tabs.includes(shown)) host.activate(shown);
    const sentences = [...joined.map(each => each.text), ...archives_among(known)];
    if (sentences.length > 0) host.tell(shown ?? host.active, sentences.join(' '));
  }

  /// Files that cannot be opened by themselves: if no tab uses one, it says what it is.
  private async open_others(files: Dropped[], known: Map<Dropped, Kind>, joined: Joined[]) {
    const archives = files.filter(file => known.get(file)?.archive);
    const used = new Set(joined.flatMap(each => each.used));
    const others = files.filter(file => !used.has(file));
    if (archives.length === 0 && joined.length === 0 && others.length > most_at_once) return this.host.tell(this.host.active, none_of(others));
    const left = archives.length > 0 ? archives.slice(0, most_at_once) : others.slice(0, 1);
    for (const file of left) {
      const tab = await this.open_one(file, undefined, archives.length > 0 ? () => [first_bytes(file)] : undefined);
      if (tab && archives.length === 0) tab.is_part = true;
    }
    if (left.length > 0 || joined.length === 0) return;
    this.host.activate(joined[0].tab);
    this.host.tell(joined[0].tab, joined.map(each => each.text).join(' '));
  }

  /// Opens a file, or shows it if it is open or being opened already.
  private async open_one(file: Dropped, source?: Source, files = () => this.dropped.with_neighbours(file)): Promise<Tab | undefined> {
    const known = this.host.tabs.find(tab => tab.file === file);
    if (known) {
      this.host.activate(known);
      return known;
    }
    const opening = this.opening.get(file) ?? this.host.open_anew(file, files, source).finally(() => this.opening.delete(file));
    this.opening.set(file, opening);
    const tab = await opening;
    if (tab && !tab.about.is_part && !tab.about.is_archive) await this.close_parts_of(tab);
    return tab;
  }

  /// Files opened before that are only parts may belong to it.
  private async close_parts_of(tab: Tab) {
    for (const part of this.host.tabs.filter(each => each.is_part && each.file && this.dropped.may_serve(each.file.drop, tab.file!)))
      if ((await this.used_of(tab, [part.file!])).length > 0) this.host.close(part);
  }

  /// Open files that lack one of the new files are opened again with it, in their places. One drop after the
  /// other: two at once would open a file twice.
  private async join(files: Dropped[], fresh: Set<Dropped>) {
    const work = this.joining.then(() => this.join_now(files, fresh));
    this.joining = work.catch(() => {});
    return work;
  }
  private joining: Promise<unknown> = Promise.resolve();

  private async join_now(files: Dropped[], fresh: Set<Dropped>): Promise<Joined[]> {
    const joined: Joined[] = [];
    for (const tab of this.host.tabs.filter(each => each.file && !each.is_part && !each.about?.is_archive)) {
      const used = await this.used_of(tab, files.filter(file => file !== tab.file && this.dropped.may_serve(file.drop, tab.file!)));
      if (used.length === 0) continue;
      const more = used.filter(file => fresh.has(file));
      const made = more.length > 0 ? await this.open_again(tab) : tab;
      if (made) joined.push({tab: made, used, text: told_to_belong(more.length > 0 ? more : used, made)});
    }
    return joined.filter(each => this.host.tabs.includes(each.tab) && (each.used.some(file => fresh.has(file)) || files.length === each.used.length));
  }

  private async open_again(tab: Tab) {
    if (!this.host.tabs.includes(tab)) return undefined;
    const made = await this.host.open_anew(tab.file!, () => this.dropped.with_neighbours(tab.file!), tab.source, tab.number);
    if (!made) return undefined;
    if (tab.edits.list.length > 0) await made.edits.take_over(tab.edits);
    await look_alike(made, tab);
    if (!this.host.tabs.includes(tab)) {  // the user has closed it meanwhile
      this.host.close(made);
      return undefined;
    }
    this.host.close(tab);
    if (!tab.has_role('walkmesh') && made.has_role('walkmesh')) made.show_role('walkmesh');  // it came to be seen
    return made;
  }

  /// Nothing if the user closes the tab, or cancels.
  private async used_of(tab: Tab, files: Dropped[]) {
    if (files.length === 0) return [];
    try {
      return await this.host.waiting(`Looking what belongs to ${tab.title} …`, () => tab.used_of(files));
    } catch (error) {
      if ((error as Error).message === 'closed') return [];
      throw error;
    }
  }
}

/// The user keeps the same view.
async function look_alike(made: Tab, before: Tab) {
  const words = link_of(before, '');
  for (const name of ['file', 'sample', 'theme', ...(before.view?.is_whole ? ['camera'] : [])]) words.delete(name);
  await follow_link(made, words);
}

/// Of an archive, which may be larger than memory: the part that identifies it.
function first_bytes(file: Dropped): Dropped { return {...file, blob: file.blob.slice(0, 65536)}; }

interface Joined { tab: Tab; used: Dropped[]; text: string }

const most_named = 4;
const by_name = new Intl.Collator('en', {numeric: true});

/// 41 .visual, 14 .mfm and 1 .info
function none_of(files: Dropped[]) {
  const kinds = new Map<string, number>();
  for (const {path} of files) {
    const kind = /\.\w+$/.exec(path)?.[0].toLowerCase() ?? 'without an ending';
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const listed = [...kinds].sort(([, a], [, b]) => b - a).map(([kind, number]) => `${count(number)} ${kind}`);
  const named = listed.length > most_named + 1 ? [...listed.slice(0, most_named), `${listed.length - most_named} other kinds`] : listed;
  return `None of these ${count(files.length)} files can be shown by itself: ${in_a_row(named)}. They are kept: a model that uses one of them finds it.`;
}

function told_to_belong(files: Dropped[], {title}: Tab) {
  const names = files.map(each => each.path.split('/').pop()!);
  const listed = names.length > most_named ? `${names.slice(0, most_named).join(', ')} and ${names.length - most_named} more` : names.join(', ');
  return `${listed} belong${names.length === 1 ? 's' : ''} to ${title}, which is shown with ${names.length === 1 ? 'it' : 'them'} now.`;
}

/// Of archives among other files.
function archives_among(known: Map<Dropped, Kind>) {
  const found = [...known].filter(([, kind]) => kind.archive);
  if (found.length === 0) return [];
  const names = found.slice(0, most_named).map(([file]) => file.path.split('/').pop()).join(', ');
  return [`Not opened: ${names}${found.length > most_named ? ` and ${found.length - most_named} more` : ''}, which hold${found.length === 1 ? 's' : ''} other files. Open ${found.length === 1 ? 'it alone' : 'one alone'} to see what to do with it.`];
}
