// The page: its tabs, buttons and keys.
import {Bytes} from './bytes.js';
import {menu, resizable, store, stored} from './controls.js';
import {begin, count, counted, element, fill, find, icon, say, troubles} from './dom.js';
import {Downloads} from './downloads.js';
import {asked_to_close, EditList} from './edits.js';
import {Fields} from './fields.js';
import {fetch_served, files_in, files_of, inside, neighbours_of, read_all, recognised, Served, served} from './files.js';
import {Findings, mark} from './findings.js';
import {Hands} from './hands.js';
import {show_instead, status_of} from './instead.js';
import {Layers} from './layers.js';
import {Dropped, Library, Refused, Sample} from './library.js';
import {follow_link, link_of} from './link.js';
import {hide_offer, Offer, show_offer, show_samples} from './offer.js';
import {Strip} from './strip.js';
import {Panes, Source, Tab} from './tab.js';
import type {Object3D} from 'three';
import {Timeline} from './timeline.js';
import {Tree} from './tree.js';
import {Beside} from './beside.js';

interface Task { text: string; stop: () => void }

const most_at_once = 6;  // files of one drop that become tabs; of more, a list is shown

class Page implements Panes {
  readonly tree = new Tree();
  readonly fields = new Fields();
  readonly shown_bytes = new Bytes();
  readonly findings = new Findings();
  readonly edit_list = new EditList();
  readonly layers = new Layers();
  readonly timeline = new Timeline();
  readonly beside = new Beside(this);
  private readonly strip = new Strip(this);
  private readonly downloads = new Downloads((path, error) => this.fail(path, error));
  readonly tabs: Tab[] = [];
  active?: Tab;
  most_neighbours = 256e6;  // bytes that are handed to a file with it
  private readonly wanted = new URLSearchParams(location.hash.slice(1));  // what a link asks for
  private hash_timer = 0;

  async start() {
    this.set_theme(this.wanted.get('theme') ?? stored('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
    this.wire();
    this.layers.beside = this.beside;
    resizable();
    troubles.tell = error => this.fail(this.active?.title ?? 'The page', error);
    const offer = served();
    if (offer) this.show_served(offer);
    const samples = this.show_samples();
    const file = this.wanted.get('file');
    const given = inside();
    if (given.length > 0) return this.open_inside(given, file);
    if (offer?.files.length === 1) return this.open_served(offer.files[0].path);
    if (file && offer?.files.some(({path}) => path === file)) return this.open_served(file);
    await samples;
    const sample = this.samples.find(each => each.file === this.wanted.get('sample'));
    if (sample) await this.open_sample(sample);
  }

  /// Files inside the page, of which a link may mean one.
  private async open_inside(given: Dropped[], wanted: string | null) {
    await this.open_dropped(given, 'inside');
    const meant = this.tabs.find(tab => tab.source?.name === wanted);
    if (meant) this.activate(meant);
  }

  // ---- What panes are told

  /// Of two that are compared the panes are about the one that was clicked last.
  touched(tab: Tab) {
    if (tab === this.active || !this.beside.other(tab)) return;
    this.active = tab;
    this.strip.show();
    this.show_panes(tab);
  }
  selected(tab: Tab) {
    if (tab !== this.active) return;
    begin(this.fields.show(tab));
    if (!tab.selection) this.shown_bytes.unmark();
    this.remember();
  }
  bytes(tab: Tab, layer: number, offset: number, end: number) { if (tab === this.active) this.shown_bytes.go(layer, offset, end); }
  show_bytes(tab: Tab) { if (tab === this.active) this.pane('bytes'); }
  reveal(tab: Tab, node: Object3D | undefined) { if (tab === this.active) this.tree.reveal(node); }
  reveal_path(tab: Tab, layer: number, path: string) { if (tab === this.active) begin(this.tree.reveal_path(layer, path)); }
  refocused(tab: Tab) {
    if (tab !== this.active) return;
    this.shown_bytes.show(tab);
    this.tree.show_files(tab);
    this.downloads.show(tab);
    this.show_looked(tab);
    this.tell_totals();
  }
  painted(tab: Tab) {
    if (tab !== this.active) return;
    this.beside.draw_alike(tab);
    this.layers.show(tab);
    this.tree.draw_eyes();
    this.tell_totals();
    this.remember();
  }
  edited(tab: Tab) {
    this.strip.show();
    if (tab !== this.active) return;
    find('trouble').hidden = true;
    if (tab.view) this.watch(tab);
    this.show_panes(tab);
    this.remember();
  }
  tell(tab: Tab | undefined, text: string) {
    if (tab !== this.active) return;
    find('told').textContent = text;
    find('told').hidden = text === '';
    if (text) say(text);
  }

  // ---- Opening

  private async show_samples() {
    const library = new Library();
    try {
      await library.start();
      this.samples = await library.samples();
      show_samples(this.samples, sample => this.open_sample(sample));
    } catch (error) {
      this.fail('The library inside the page', error as Error);
    } finally {
      library.stop();
      document.body.dataset.ready = 'yes';
    }
  }
  private samples: Sample[] = [];

  async open_sample(sample: Sample) {
    const tab = await this.open(sample.file, [], async library => library.add_sample(sample.format, sample.file), {kind: 'sample', name: sample.file});
    if (tab && tab === this.active) this.timeline.begin();
  }

  private async open_served(path: string) {
    await this.open(path, [], async library => {
      for (const file of await fetch_served(served()!, path)) await library.add(file);
    }, {kind: 'served', name: path});
  }

  /// A file that the browser cannot read is a trouble like any other.
  private async open_given(list: () => Promise<{path: string; file: File}[]>) {
    try {
      const files = await this.waiting('Reading the files …', async () => read_all(await list()));
      await this.open_dropped(files);
    } catch (error) {
      this.fail('the files', error as Error);
    }
  }

  async open_dropped(files: Dropped[], kind?: 'inside') {
    if (files.length === 0) return;
    const what = files.length === 1 ? files[0].path : `${count(files.length)} files`;
    const known = await this.attempt(what, `Looking at ${what} …`, async library => recognised(files, library));
    if (!known) return;
    let paths = files.map(file => file.path).filter(path => known.has(path));
    if (paths.length === 0) return this.open_parts(files);
    const before = new Set(this.tabs);
    const open = (path: string) => this.open_with_parts(path, neighbours_of(path, files, known, this.most_neighbours), kind && {kind, name: path});
    // Rooms that a layout among them puts somewhere are shown there together.
    for (const layout of paths.filter(path => known.get(path)?.lists_rooms)) {
      const tab = await open(layout);
      paths = paths.filter(path => path !== layout && !tab?.rooms?.includes(path));
    }
    if (paths.length > most_at_once) {
      const sizes = new Map(files.map(file => [file.path, file.bytes.length]));
      return this.show_dropped(paths.map(path => ({path, bytes: sizes.get(path)!})), open);
    }
    for (const path of paths) await open(path);
    const fresh = this.tabs.filter(tab => !before.has(tab));
    if (fresh.length > 1) this.activate(fresh[0]);
  }

  /// Files that are none by themselves go to the opened ones that have a use for them. Of those that none has a use for, the first
  /// says what it is.
  private async open_parts(files: Dropped[]) {
    const left = new Set(files);
    for (const tab of this.tabs.filter(each => each.files.length > 0 && !each.is_part)) {
      const used = await this.used_of(tab, files);
      for (const file of used) left.delete(file);
      if (used.length > 0) await this.open_again(tab, used);
    }
    const [first] = left;
    if (!first) return;
    const tab = await this.open(first.path, [...left]);
    if (tab) tab.is_part = true;
  }

  /// Nothing where somebody closes the tab, or does not want to wait for its answer.
  private async used_of(tab: Tab, files: Dropped[]) {
    try {
      return await this.waiting(`Looking what belongs to ${tab.title} …`, () => tab.used_of(files));
    } catch (error) {
      if ((error as Error).message === 'closed') return [];
      throw error;
    }
  }

  /// A file that lacked something is opened with it in its place.
  private async open_again(tab: Tab, more: Dropped[]) {
    const files = [...tab.files.filter(old => !more.some(each => each.path === old.path)), ...more];
    const made = await this.open_anew(tab.area?.layout ?? tab.path, files, undefined, tab.source, tab.number);
    if (!made) return undefined;
    if (tab.edits.list.length > 0) await made.edits.take_over(tab.edits);
    this.close(tab);
    this.activate(made);
    this.tell(made, `${more.map(each => each.path.split('/').pop()).join(', ')} belong${more.length === 1 ? 's' : ''} to ${made.title}, which is shown with ${more.length === 1 ? 'it' : 'them'} now.`);
    return made;
  }

  /// What was opened before and is nothing by itself may belong to it: its tab is closed then.
  private async open_with_parts(path: string, files: Dropped[], source?: Source) {
    const parts = this.tabs.filter(tab => tab.is_part);
    const own = new Set(files.map(file => file.path));
    const tab = await this.open(path, files, undefined, source);
    if (!tab || parts.length === 0) return tab;
    const used = await this.used_of(tab, parts.flatMap(part => part.files).filter(file => !own.has(file.path)));
    if (used.length === 0) return tab;
    const whole = await this.open_again(tab, used);
    for (const part of parts) if (part.files.every(file => used.includes(file))) this.close(part);
    return whole ?? tab;
  }

  /// Shows that something is done until it is, or until somebody does not want it any more.
  private async waiting<T>(text: string, work: () => Promise<T>): Promise<T> {
    let task: Task;
    const stopped = new Promise<never>((_, fail) => { task = {text, stop: () => fail(new Error('closed'))}; });
    this.tasks.push(task!);
    this.show_busy();
    try {
      return await Promise.race([work(), stopped]);
    } finally {
      this.tasks.splice(this.tasks.indexOf(task!), 1);
      this.show_busy();
    }
  }

  /// Does something with a library of its own that can be cancelled; nothing of it is left where it fails.
  private async attempt<T>(what: string, text: string, act: (library: Library) => Promise<T>, keep = false): Promise<T | undefined> {
    let library: Library | undefined;
    let done = false;
    try {
      return await this.waiting(text, async () => {
        library = new Library();
        await library.start();
        const result = await act(library);
        done = true;
        return result;
      });
    } catch (error) {
      this.fail(what, error as Error);
    } finally {
      if (!done) library?.stop(new Error('closed'));  // whatever it still does fails
      else if (!keep) library?.stop();
    }
  }
  private readonly tasks: Task[] = [];
  private begun = 0;  // how many files

  /// A list of dropped files takes the place of what the command offers until it is closed.
  private show_dropped(files: Offer['files'], open: Offer['open']) {
    const offer = served();
    show_offer({files, open, close: () => offer ? this.show_served(offer) : hide_offer()});
    this.activate(undefined);
  }
  private show_served({files, links, unreadable}: Served) { show_offer({files, links, unreadable, open: path => this.open_served(path)}); }

  /// Opens it, or shows it where it is open or being opened already.
  private async open(path: string, files: Dropped[], prepare?: (library: Library) => Promise<void>, source?: Source): Promise<Tab | undefined> {
    if (!source) return this.open_anew(path, files, prepare);
    const known = this.tabs.find(({source: its}) => its?.kind === source.kind && its.name === source.name);
    if (known) {
      this.activate(known);
      return known;
    }
    const key = `${source.kind} ${source.name}`;
    const opening = this.opening.get(key) ?? this.open_anew(path, files, prepare, source).finally(() => this.opening.delete(key));
    this.opening.set(key, opening);
    return opening;
  }
  private readonly opening = new Map<string, Promise<Tab | undefined>>();

  private async open_anew(path: string, files: Dropped[], prepare?: (library: Library) => Promise<void>, source?: Source, number = ++this.begun) {
    return this.attempt(path, `Opening ${path} …`, async library => {
      const tab = await Tab.open(path, files, this, library);
      await prepare?.(library);
      tab.source = source;
      tab.number = number;
      await tab.read();
      await tab.make_picture(this.background());
      const {stopped} = library;
      if (stopped) {  // somebody has cancelled it meanwhile
        tab.close();
        throw stopped;
      }
      // Files stand in the order in which they were opened, and one that took long takes nobody away from a later one.
      const behind = this.tabs.findIndex(each => each.number > number);
      this.tabs.splice(behind < 0 ? this.tabs.length : behind, 0, tab);
      find('views').append(tab.place);
      tab.place.hidden = true;
      if (this.active && this.active.number > number) this.show_tabs();
      else this.activate(tab);
      return tab;
    }, true);
  }

  private fail(path: string, error: Error) {
    if (error.message === 'closed') return say(`Opening ${path} was cancelled.`);
    const text = error instanceof Refused ? error.failure.text : error.message;
    find('trouble').hidden = false;
    find('trouble').classList.remove('info');
    fill(find('trouble'), mark('error'), element('span', {}, text.startsWith(path) ? text : `${path}: ${text}`),
      element('button', {class: 'plain', 'aria-label': 'Dismiss', onclick: () => { find('trouble').hidden = true; }}, icon('close')));
  }

  private show_busy() {
    const task = this.tasks[this.tasks.length - 1];
    find('busy').hidden = !task;
    if (!task) return;
    const others = this.tasks.length > 1 ? ` (and ${this.tasks.length - 1} more)` : '';
    fill(find('busy'), element('span', {class: 'spinner', 'aria-hidden': 'true'}), element('span', {}, task.text + others),
      element('button', {class: 'small', onclick: () => task.stop()}, 'Cancel'));
  }

  asked_to_close(tab: Tab) { asked_to_close(tab, () => this.close(tab)); }

  close(tab: Tab) {
    const at = this.tabs.indexOf(tab);
    this.tabs.splice(at, 1);
    this.beside.end(tab);
    tab.close();
    if (this.active === tab) this.activate(this.tabs[Math.max(0, at - 1)]);
    else this.show_tabs();
  }

  // ---- Showing

  private show_tabs() {
    this.strip.show();
    find<HTMLButtonElement>('compare').disabled = this.tabs.length < 2;
    this.beside.name_sides();
  }

  activate(tab?: Tab) {
    this.beside.leave();
    this.active = tab;
    find('trouble').hidden = true;
    this.tell(tab, '');
    document.body.dataset.state = tab ? 'open' : 'empty';
    for (const each of this.tabs) each.place.hidden = each !== tab;
    if (tab) {
      tab.place.classList.toggle('only', true);
      tab.view?.set_background(this.background());
      tab.view?.resize();
      this.watch(tab);
      follow_link(tab, this.wanted);
    }
    this.show_tabs();
    this.show_panes(tab);
    // What was pressed may be gone now, and the button of a list would open it again.
    const focused = document.activeElement as HTMLElement | null;
    if (focused && focused !== document.body && (focused.offsetParent === null || focused.matches('#samples-button, #tabs-button'))) tab?.view?.canvas.focus({preventScroll: true});
    this.remember(tab ? 300 : 0);
  }

  private watch(tab: Tab) {
    const {view} = tab;
    if (view) view.onmove = () => { if (!view.turning) this.remember(); this.beside.follow(tab); };
  }

  private show_panes(tab?: Tab) {
    this.edit_list.show(tab);
    this.layers.show(tab);
    this.timeline.show(tab);
    begin(this.tree.show(tab));
    begin(this.fields.show(tab));
    this.shown_bytes.show(tab);
    this.show_findings(tab);
    this.tell_totals();
    show_instead(tab);
    this.downloads.show(tab);
    this.show_looked(tab);
  }

  /// Of an area the layout or a room is what fields, bytes and downloads are of.
  private show_looked(tab?: Tab) {
    find('looked').hidden = !tab?.area;
    if (!tab?.area) return;
    const files = [tab.area.layout, ...tab.rooms!];
    fill(find('looked-into'), ...files.map(path => element('option', {value: path, selected: path === tab.path}, path.split('/').pop()!)));
  }

  /// While two are compared, their differences are there.
  private show_findings(tab?: Tab) {
    if (!tab || !this.beside.other(tab)) begin(this.findings.show(tab).then(() => this.tell_totals()));
  }

  tell_totals(of = this.active) {
    const tab = this.active;
    if (of !== tab) return;
    const title = find('title');
    if (!tab?.about) return fill(title);
    const before = title.offsetHeight;
    const shown = tab.model?.parts.filter(part => part.object.visible) ?? [];
    const triangles = shown.reduce((sum, part) => sum + part.triangles - part.left_out, 0);
    if (!tab.ways.walking) say(status_of(tab, shown.length, triangles));
    const errors = Number(tab.scene_error !== undefined) + (tab.findings?.kinds ?? []).filter((kind: any) => kind.severity === 'error' && !kind.follows).reduce((sum: number, kind: any) => sum + kind.count, 0);
    const kind = tab.about.is_part ? 'part of another file' : tab.about.error ? 'cannot be read' : tab.rooms ? `area of ${counted(tab.room_count, 'room')}` : tab.about.format_name;
    fill(title, element('strong', {title: tab.title}, tab.title),
      element('span', {class: 'kind'}, element('span', {}, kind), tab.view && !tab.about.error && element('span', {}, ` · ${counted(triangles, 'triangle')}`)),
      errors > 0 && element('span', {class: 'wrong'}, mark('error'), `${counted(errors, 'error')}: see Findings`));
    if (title.offsetHeight !== before) tab.view?.resize();  // it covers more of the picture, or less
  }

  /// On a laptop a tab of the right side; on a phone the sheet.
  pane(name: string) {
    for (const each of document.querySelectorAll<HTMLElement>('[data-pane]')) {
      const on = each.dataset.pane === name;
      each.setAttribute(each.getAttribute('role') === 'tab' ? 'aria-selected' : 'aria-pressed', String(on));
    }
    for (const each of document.querySelectorAll<HTMLElement>('.pane')) each.hidden = each.id !== name;
    document.body.dataset.sheet = name;
  }

  // ---- Theme and link

  background() { return getComputedStyle(document.body).getPropertyValue('--view').trim(); }

  set_theme(theme: string) {
    document.documentElement.dataset.theme = theme === 'dark' ? 'dark' : 'light';
    store('theme', theme);
    for (const tab of this.tabs) { tab.view?.set_background(this.background()); tab.view?.refresh(); }
  }

  /// Soon, however much moves meanwhile.
  private remember(after = 300) {
    const write = () => {
      clearTimeout(this.hash_timer);
      this.hash_timer = 0;
      history.replaceState(null, '', '#' + link_of(this.active, document.documentElement.dataset.theme!));
    };
    if (after === 0) write();
    else this.hash_timer ||= window.setTimeout(write, after);
  }

  // ---- Hands

  private wire() {
    const chooser = find<HTMLInputElement>('chooser');
    chooser.addEventListener('change', async () => {
      const files = files_in(chooser.files!);
      await this.open_given(() => Promise.resolve(files));
      chooser.value = '';
    });
    find('files-button').addEventListener('click', () => { this.activate(undefined); find('offer').querySelector('input')?.focus(); });
    for (const id of ['open', 'open-big']) find(id).addEventListener('click', () => chooser.click());
    find('theme').addEventListener('click', () => this.set_theme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));
    find('help').addEventListener('click', () => this.show_keys());
    menu(find('compare'), find('compare-menu'), () => this.beside.toggle());
    menu(find('samples-button'), find('samples-menu'));
    const looked = find<HTMLSelectElement>('looked-into');
    looked.addEventListener('change', () => begin(this.active?.look_at(looked.value)));
    for (const each of document.querySelectorAll<HTMLElement>('[data-pane]')) each.addEventListener('click', () => {
      const close = each.getAttribute('aria-pressed') === 'true';
      this.pane(close ? 'view' : each.dataset.pane!);
    });
    document.addEventListener('dragover', event => { event.preventDefault(); document.body.classList.add('over'); });
    document.addEventListener('dragleave', event => { if (!event.relatedTarget) document.body.classList.remove('over'); });
    document.addEventListener('drop', async event => {
      event.preventDefault();
      document.body.classList.remove('over');
      const {dataTransfer} = event;
      if (dataTransfer) await this.open_given(() => files_of(dataTransfer));
    });
    addEventListener('beforeunload', event => { if (this.tabs.some(tab => tab.edits.is_unsaved)) event.preventDefault(); });
    new Hands(this);
    this.pane(innerWidth < 760 ? 'view' : 'fields');
  }

  show_keys() { const keys = find<HTMLDialogElement>('keys'); if (keys.open) keys.close(); else keys.show(); }
}

const page = new Page();
(window as any).meshwright = page;  // for tests and for those who script the page
// The first screen is there before anything is loaded.
requestAnimationFrame(() => setTimeout(() => begin(page.start())));
