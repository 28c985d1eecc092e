// The page: its tabs, buttons and keys.
import {FileOpener} from './files/file_opener.js';
import {Bytes} from './panes/bytes.js';
import {has_sheets, menu, resizable, store, stored} from './widgets/controls.js';
import {begin, count, counted, element, fill, find, restore_focus_later, icon, say, troubles} from './widgets/dom.js';
import {DownloadMenu} from './panes/download_menu.js';
import {ask_no_more, asked_to_close, EditList} from './files/edits.js';
import {Fields} from './panes/fields.js';
import {files_in, files_of} from './files/drop.js';
import {fetch_served, inside, Served, served} from './files/file_sources.js';
import {Findings, mark} from './panes/findings.js';
import {chosen_files} from './panes/missing_supermodel.js';
import {Shortcuts} from './page/shortcuts.js';
import {show_empty_state, status_of} from './panes/empty_state.js';
import {ViewTools} from './panes/view_tools.js';
import type {Sample} from './library/answers.js';
import {Library, Refused} from './library/library.js';
import {follow_link} from './page/link.js';
import {shown_name, without_turns} from './widgets/shown_names.js';
import {hide_file_list, FileOffer, show_file_list, show_samples} from './page/start_screen.js';
import type {Dropped, InputFile} from './files/dropped_files.js';
import {TabBar} from './page/tab_bar.js';
import {arrows_in, rove_tabs} from './widgets/tab_list.js';
import {Panes, Source, Tab} from './page/tab.js';
import type {Object3D} from 'three';
import {Timeline} from './panes/timeline.js';
import {ViewHistory} from './page/view_history.js';
import {Tree} from './panes/tree.js';
import {ComparePane} from './compare/compare_pane.js';

interface Task { text: string; stop: () => void }

class Page implements Panes {
  readonly tree = new Tree();
  readonly fields = new Fields();
  readonly shown_bytes = new Bytes();
  readonly findings = new Findings();
  readonly edit_list = new EditList();
  readonly view_tools = new ViewTools();
  readonly timeline = new Timeline();
  readonly compare_pane = new ComparePane(this);
  private readonly tab_bar = new TabBar(this);
  private readonly download_menu = new DownloadMenu((path, error) => this.fail(path, error));
  readonly tabs: Tab[] = [];
  active?: Tab;
  private readonly file_opener = new FileOpener(this);
  private readonly view_history = new ViewHistory(this);
  private readonly wanted = new URLSearchParams(location.hash.slice(1));  // the request of a link

  async start() {
    this.set_theme(this.wanted.get('theme') ?? stored('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
    this.wire();
    this.view_tools.compare_pane = this.compare_pane;
    resizable();
    chosen_files.take = files => this.file_opener.take(async () => files_in(files));
    troubles.tell = error => this.fail(this.active?.title ?? 'The page', error);
    const offer = served();
    if (offer) this.show_served(offer);
    const samples = this.show_samples();
    const file = this.wanted.get('file');
    if (inside().length > 0) return this.file_opener.open_inside(file);
    if (offer?.files.length === 1) return this.open_served(offer.files[0].path);
    if (file && offer?.files.some(({path}) => path === file)) return this.open_served(file);
    if (!this.wanted.has('sample')) return this.view_history.begin();
    await samples;
    const sample = this.samples.find(each => each.file === this.wanted.get('sample'));
    if (sample) await this.open_sample(sample);
  }

  // ---- Messages for panes

  /// In a comparison the panes show the file that was clicked last.
  touched(tab: Tab) {
    if (tab === this.active || !this.compare_pane.other(tab)) return;
    this.active = tab;
    this.tab_bar.show();
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
    this.download_menu.show(tab);
    this.show_looked(tab);
    this.show_totals();
  }
  painted(tab: Tab) {
    if (tab !== this.active) return;
    this.compare_pane.draw_alike(tab);
    this.view_tools.show(tab);
    this.tree.draw_eyes();
    this.show_totals();
    this.remember();
  }
  edited(tab: Tab) {
    this.tab_bar.show();
    this.compare_pane.changed(tab);
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
      show_samples(this.samples, (sample, layers) => this.open_sample(sample, layers));
    } catch (error) {
      this.fail('The library inside the page', error as Error);
    } finally {
      library.stop();
      document.body.dataset.ready = 'yes';
    }
  }
  private samples: Sample[] = [];

  /// `layers` are the visible ones, if they differ from the default.
  async open_sample(sample: Sample, layers?: string[]) {
    const source: Source = {kind: 'sample', name: sample.file};
    const tab = await this.open(source, () => this.attempt(sample.file, `Opening ${sample.file} …`, async library => {
      await library.add_sample(sample.format, sample.file);
      return this.show_new(new Tab(sample.file, undefined, library, this), source, ++this.begun);
    }, true));
    if (tab?.view && layers) {
      layers.forEach(each => tab.view!.paint.roles.add(each));
      tab.repaint();
    }
    if (tab && tab === this.active) this.timeline.begin();
    return tab;
  }

  private async open_served(path: string) {
    const source: Source = {kind: 'served', name: path};
    return this.open(source, () => this.attempt(path, `Opening ${path} …`, async library => {
      const {files} = await this.file_opener.dropped.put(await fetch_served(served()!, path));
      const file = files.find(each => each.path === path)!;
      await library.offer(this.file_opener.dropped.with_neighbours(file));
      return this.show_new(new Tab(path, file, library, this), source, ++this.begun);
    }, true));
  }

  /// The file of a link: an open one, or one that can be opened without a request.
  async open_named(words: URLSearchParams) {
    const [file, sample] = [words.get('file'), this.samples.find(each => each.file === words.get('sample'))];
    const known = this.tabs.find(tab => tab.source && (tab.source.kind === 'sample' ? tab.source.name === words.get('sample') : tab.source.name === file));
    if (known || (!file && !sample)) return known;
    if (sample) return this.open_sample(sample);
    if (served()?.files.some(({path}) => path === file)) return this.open_served(file!);
    if (inside().some(({path}) => path === file)) await this.file_opener.open_inside(file);
    return this.tabs.find(tab => tab.source?.name === file);
  }

  async open_dropped(files: InputFile[]) { await this.file_opener.open(files); }

  /// Shows that work is going on until it ends, or the user cancels it.
  async waiting<T>(text: string, work: (tell: (text: string) => void) => Promise<T>): Promise<T> {
    let task: Task;
    const stopped = new Promise<never>((_, fail) => { task = {text, stop: () => fail(new Error('closed'))}; });
    this.tasks.push(task!);
    this.show_busy();
    try {
      return await Promise.race([work(now => { task.text = now; this.show_busy(); }), stopped]);
    } finally {
      this.tasks.splice(this.tasks.indexOf(task!), 1);
      this.show_busy();
    }
  }

  /// Does something with a library of its own that can be cancelled; after a failure nothing of it remains.
  async attempt<T>(what: string, text: string, act: (library: Library, tell: (text: string) => void) => Promise<T>, keep = false): Promise<T | undefined> {
    let library: Library | undefined;
    let done = false;
    try {
      return await this.waiting(text, async tell => {
        library = new Library();
        await library.start();
        const result = await act(library, tell);
        done = true;
        return result;
      });
    } catch (error) {
      this.fail(what, error as Error);
    } finally {
      if (!done || !keep) library?.stop();  // all its later calls fail
    }
  }
  private readonly tasks: Task[] = [];
  private begun = 0;  // how many files

  /// A list of dropped files replaces the command's list until it is closed.
  show_dropped(files: FileOffer['files'], open: FileOffer['open'], is_shown: boolean) {
    const offer = served();
    show_file_list({files, open, close: () => offer ? this.show_served(offer) : hide_file_list()});
    if (is_shown) this.activate(undefined);
  }
  private show_served({files, links, unreadable}: Served) { show_file_list({files, links, unreadable, open: path => this.open_served(path)}); }

  /// Opens it, or shows it if it is open or being opened already.
  private async open(source: Source, make: () => Promise<Tab | undefined>): Promise<Tab | undefined> {
    const known = this.tabs.find(({source: its}) => its?.kind === source.kind && its.name === source.name);
    if (known) {
      this.activate(known);
      return known;
    }
    const key = `${source.kind} ${source.name}`;
    const opening = this.opening.get(key) ?? make().finally(() => this.opening.delete(key));
    this.opening.set(key, opening);
    return opening;
  }
  private readonly opening = new Map<string, Promise<Tab | undefined>>();

  async open_anew(file: Dropped, files: () => Dropped[], source?: Source, number = ++this.begun) {
    return this.attempt(file.path, `Opening ${file.path} …`, async library => {
      await library.offer(files());
      return this.show_new(new Tab(file.path, file, library, this), source, number);
    }, true);
  }

  /// Reads it and puts it in its place.
  private async show_new(tab: Tab, source: Source | undefined, number: number) {
    tab.source = source;
    tab.number = number;
    await tab.read();
    await tab.make_picture(this.background());
    const {stopped} = tab.library;
    if (stopped) {  // the user has cancelled it meanwhile
      tab.close();
      throw stopped;
    }
    // Tabs are in the order of opening, and a slow file does not take the view from a later one.
    const behind = this.tabs.findIndex(each => each.number > number);
    this.tabs.splice(behind < 0 ? this.tabs.length : behind, 0, tab);
    find('views').append(tab.place);
    tab.place.hidden = true;
    if (this.active && this.active.number > number) this.show_tabs();
    else this.activate(tab);
    return tab;
  }

  fail(path: string, error: Error) {
    if (error.message === 'closed') return say(`Opening ${shown_name(path)} was cancelled.`);
    const text = error instanceof Refused ? error.failure.text : error.message;
    find('trouble').hidden = false;
    find('trouble').classList.remove('info');
    fill(find('trouble'), mark('error'), element('span', {}, without_turns(text.startsWith(path) ? text : `${shown_name(path)}: ${text}`)),
      element('button', {class: 'plain', 'aria-label': 'Dismiss', onclick: () => { find('trouble').hidden = true; }}, icon('close')));
  }

  /// Files that were dropped would have to be dropped again.
  warn_of_leaving(leave: () => void) {
    const place = find('trouble');
    place.hidden = false;
    place.classList.add('info');
    const files = this.tabs.length === 1 ? this.tabs[0].title : `the ${count(this.tabs.length)} files that are open`;
    fill(place, mark('info'), element('span', {}, `Back leads out of this page from here, and would close ${files}. `, element('button', {class: 'small', onclick: leave}, 'Leave the page')),
      element('button', {class: 'plain', 'aria-label': 'Dismiss', onclick: () => { place.hidden = true; }}, icon('close')));
  }

  private show_busy() {
    const task = this.tasks[this.tasks.length - 1];
    find('busy').hidden = !task;
    if (!task) return;
    const others = this.tasks.length > 1 ? ` (and ${this.tasks.length - 1} more)` : '';
    fill(find('busy'), element('span', {class: 'spinner', 'aria-hidden': 'true'}), element('span', {}, without_turns(task.text + others)),
      element('button', {class: 'small', onclick: () => task.stop()}, 'Cancel'));
  }

  asked_to_close(tab: Tab) { asked_to_close(tab, () => this.close(tab)); }

  close(tab: Tab) {
    const at = this.tabs.indexOf(tab);
    if (at < 0) return;  // closed already, or another took its place
    this.tabs.splice(at, 1);
    ask_no_more(tab);
    this.compare_pane.end(tab);
    tab.close();
    if (this.active === tab) this.activate(this.tabs[Math.max(0, at - 1)]);
    else this.show_tabs();
  }

  // ---- Showing

  private show_tabs() {
    this.tab_bar.show();
    find<HTMLButtonElement>('compare').disabled = this.tabs.length < 2;
    this.compare_pane.name_sides();
    document.title = this.active ? `${this.active.title} · Meshwright` : 'Meshwright viewer';
  }

  activate(tab?: Tab) {
    this.compare_pane.leave();
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
      begin(this.view_history.during(follow_link(tab, this.wanted)));
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
    if (view) view.onmove = () => { if (!view.turning) this.remember(); this.compare_pane.follow(tab); };
  }

  private show_panes(tab?: Tab) {
    this.edit_list.show(tab);
    this.view_tools.show(tab);
    this.timeline.show(tab);
    begin(this.tree.show(tab));
    begin(this.fields.show(tab));
    this.shown_bytes.show(tab);
    this.show_findings(tab);
    this.show_totals();
    show_empty_state(tab);
    this.download_menu.show(tab);
    this.show_looked(tab);
  }

  /// Of an area, the layout or room that fields, bytes and downloads refer to.
  private show_looked(tab?: Tab) {
    find('looked').hidden = !tab?.area;
    if (!tab?.area) return;
    const files = [tab.area.layout, ...tab.rooms!];
    fill(find('looked-into'), ...files.map(path => element('option', {value: path, selected: path === tab.path}, path.split('/').pop()!)));
  }

  /// During a comparison the differences take its place.
  private show_findings(tab?: Tab) {
    const is_compared = () => tab !== undefined && this.compare_pane.other(tab) !== undefined;
    if (!is_compared()) begin(this.findings.show(tab, is_compared).then(() => this.show_totals()));
  }

  show_totals(of = this.active) {
    const tab = this.active;
    if (of !== tab) return;
    const title = find('title');
    if (!tab?.about) return fill(title);
    const before = title.offsetHeight;
    const shown = tab.model?.parts.filter(part => part.object.visible) ?? [];
    const triangles = shown.reduce((sum, part) => sum + part.triangles - part.left_out, 0);
    if (!tab.path_tool.walking) say(status_of(tab, shown.length, triangles));
    const errors = Number(tab.scene_error !== undefined) + (tab.findings?.kinds ?? []).filter(kind => kind.severity === 'error' && !kind.follows).reduce((sum, kind) => sum + kind.count, 0);
    const kind = tab.about.is_part ? 'part of another file' : tab.about.is_archive ? 'holds other files' : tab.about.is_cut ? 'shorter than it says' : tab.about.has_rest ? 'damaged' : tab.about.error ? 'cannot be read' : tab.rooms ? `area of ${counted(tab.room_count, 'room')}` : tab.about.format_name;
    const focus_again = restore_focus_later(title);
    fill(title, element('strong', {title: tab.title}, tab.title),
      element('span', {class: 'kind'}, element('span', {}, kind), tab.view && (!tab.about.error || tab.about.has_rest) && element('span', {}, ` · ${counted(triangles, 'triangle')}`)),
      errors > 0 && element('button', {class: 'wrong', 'data-key': 'findings', onclick: () => this.pane('findings')}, mark('error'), `${counted(errors, 'error')}: see Findings`));
    focus_again();
    // It covers more of the picture, or less. What is being edited stays where it is.
    if (title.offsetHeight !== before && tab.edits.list.length === 0 && !tab.edits.can_redo) tab.view?.resize();
  }

  /// On a laptop a tab of the right side; on a phone the sheet.
  pane(name: string) {
    for (const each of document.querySelectorAll<HTMLElement>('[data-pane]')) {
      const on = each.dataset.pane === name;
      each.setAttribute(each.getAttribute('role') === 'tab' ? 'aria-selected' : 'aria-pressed', String(on));
    }
    for (const each of document.querySelectorAll<HTMLElement>('.pane')) each.hidden = each.id !== name;
    rove_tabs(find('pane-tabs'));
    document.body.dataset.sheet = name;
  }

  // ---- Theme and link

  background() { return getComputedStyle(document.body).getPropertyValue('--view').trim(); }

  set_theme(theme: string) {
    document.documentElement.dataset.theme = theme === 'dark' ? 'dark' : 'light';
    store('theme', theme);
    for (const tab of this.tabs) { tab.view?.set_background(this.background()); tab.view?.refresh(); }
  }

  private remember(after = 300) { this.view_history.note(after); }

  // ---- Hands

  private wire() {
    const chooser = find<HTMLInputElement>('chooser');
    chooser.addEventListener('change', async () => {
      const files = files_in(chooser.files!);
      await this.file_opener.take(() => Promise.resolve(files));
      chooser.value = '';
    });
    find('files-button').addEventListener('click', () => { this.activate(undefined); find('offer').querySelector('input')?.focus(); });
    for (const id of ['open', 'open-big']) find(id).addEventListener('click', () => chooser.click());
    find('theme').addEventListener('click', () => this.set_theme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));
    find('help').addEventListener('click', () => this.show_keys());
    find('keys-close').addEventListener('click', () => this.show_keys());
    document.addEventListener('pointerdown', event => {  // beside the keys
      const keys = find<HTMLDialogElement>('keys');
      if (keys.open && !(event.target as Element).closest('#keys, #help')) keys.close();
    });
    menu(find('compare'), find('compare-menu'), () => this.compare_pane.toggle());
    menu(find('samples-button'), find('samples-menu'));
    const looked = find<HTMLSelectElement>('looked-into');
    looked.addEventListener('change', () => begin(this.active?.look_at(looked.value)));
    for (const each of document.querySelectorAll<HTMLElement>('[data-pane]')) each.addEventListener('click', () => {
      const close = each.getAttribute('aria-pressed') === 'true';
      this.pane(close ? 'view' : each.dataset.pane!);
    });
    arrows_in(find('pane-tabs'), tab => this.pane(tab.dataset.pane!));
    document.addEventListener('dragover', event => { event.preventDefault(); document.body.classList.add('over'); });
    document.addEventListener('dragleave', event => { if (!event.relatedTarget) document.body.classList.remove('over'); });
    document.addEventListener('drop', async event => {
      event.preventDefault();
      document.body.classList.remove('over');
      const {dataTransfer} = event;
      if (dataTransfer) await this.file_opener.take(() => files_of(dataTransfer));
    });
    addEventListener('beforeunload', event => { if (this.tabs.some(tab => tab.edits.is_unsaved)) event.preventDefault(); });
    new Shortcuts(this);
    this.pane(has_sheets() ? 'view' : 'fields');
    // A screen that is turned may have columns now, of which none is empty.
    addEventListener('resize', () => { if (!has_sheets() && ['view', 'outline'].includes(document.body.dataset.sheet!)) this.pane('fields'); });
  }

  show_keys() { const keys = find<HTMLDialogElement>('keys'); if (keys.open) keys.close(); else keys.show(); }
}

const page = new Page();
Object.assign(window, {meshwright: page});  // for tests and for scripts
// The first screen appears before anything is loaded.
requestAnimationFrame(() => setTimeout(() => begin(page.start())));
