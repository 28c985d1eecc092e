// The page: its tabs, buttons and keys.
import {Bytes} from './bytes.js';
import {close_menus, menu, resizable, store, stored} from './controls.js';
import {begin, count, element, fill, find, icon, say, size, troubles} from './dom.js';
import {Fields} from './fields.js';
import {fetch_served, files_in, files_of, inside, neighbours_of, read_all, recognised, Served, served} from './files.js';
import {Findings, mark} from './findings.js';
import {show_instead, status_of} from './instead.js';
import {Layers, save} from './layers.js';
import {Dropped, Library, Refused, Sample} from './library.js';
import {hide_offer, Offer, show_offer, show_samples} from './offer.js';
import {Panes, Source, Tab} from './tab.js';
import type {Part} from './model.js';
import {Timeline} from './timeline.js';
import {Tree} from './tree.js';
import {Beside} from './beside.js';

interface Task { text: string; library?: Library }

const most_at_once = 6;  // files of one drop that become tabs; of more, a list is shown

class Page implements Panes {
  readonly tree = new Tree();
  readonly fields = new Fields();
  readonly shown_bytes = new Bytes();
  readonly findings = new Findings();
  readonly layers = new Layers();
  readonly timeline = new Timeline();
  readonly beside = new Beside(this);
  readonly tabs: Tab[] = [];
  active?: Tab;
  most_neighbours = 256e6;  // bytes that are handed to a file with it
  private readonly wanted = new URLSearchParams(location.hash.slice(1));  // what a link asks for
  private hash_timer = 0;

  async start() {
    this.set_theme(this.wanted.get('theme') ?? stored('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
    this.wire();
    this.layers.partner = tab => this.beside.other(tab);
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
    this.show_tabs();
    this.show_panes(tab);
  }
  selected(tab: Tab) {
    if (tab !== this.active) return;
    begin(this.fields.show(tab));
    this.remember();
  }
  bytes(tab: Tab, layer: number, offset: number, end: number) { if (tab === this.active) this.shown_bytes.go(layer, offset, end); }
  show_bytes(tab: Tab) { if (tab === this.active) this.pane('bytes'); }
  reveal(tab: Tab, part: Part | undefined) { if (tab === this.active) this.tree.reveal(part); }
  refocused(tab: Tab) {
    if (tab !== this.active) return;
    this.shown_bytes.show(tab);
    this.show_findings(tab);
    this.show_downloads(tab);
    this.tell_totals();
  }
  painted(tab: Tab) {
    if (tab !== this.active) return;
    this.beside.draw_alike(tab);
    this.layers.show(tab);
    this.tree.draw_eyes();
    this.tell_totals();
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
    await this.open(sample.file, [], async library => library.add_sample(sample.format, sample.file), {kind: 'sample', name: sample.file});
  }

  private async open_served(path: string) {
    await this.open(path, [], async library => {
      for (const file of await fetch_served(served()!, path)) await library.add(file);
    }, {kind: 'served', name: path});
  }

  /// A file that the browser cannot read is a trouble like any other.
  private async open_given(list: () => Promise<{path: string; file: File}[]>) {
    try {
      await this.open_dropped(await read_all(await list()));
    } catch (error) {
      this.fail('The files', error as Error);
    }
  }

  async open_dropped(files: Dropped[], kind?: 'inside') {
    if (files.length === 0) return;
    const what = files.length === 1 ? files[0].path : `${count(files.length)} files`;
    const known = await this.attempt(what, `Looking at ${what} …`, async library => recognised(files, library));
    if (!known) return;
    let paths = files.map(file => file.path).filter(path => known.has(path));
    if (paths.length === 0) paths.push(files[0].path);
    const first = this.tabs.length;
    const open = (path: string) => this.open(path, neighbours_of(path, files, known, this.most_neighbours), undefined, kind && {kind, name: path});
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
    if (this.tabs.length > first + 1) this.activate(this.tabs[first]);
  }

  /// Does something with a library of its own that can be cancelled; nothing of it is left where it fails.
  private async attempt<T>(what: string, text: string, act: (library: Library) => Promise<T>, keep = false): Promise<T | undefined> {
    const task: Task = {text};
    this.tasks.push(task);
    this.show_busy();
    let done = false;
    try {
      const library = task.library = new Library();
      await library.start();
      const result = await act(library);
      done = true;
      return result;
    } catch (error) {
      this.fail(what, error as Error);
    } finally {
      if (!done || !keep) task.library?.stop();
      this.tasks.splice(this.tasks.indexOf(task), 1);
      this.show_busy();
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
  private show_served({files, links}: Served) { show_offer({files, links, open: path => this.open_served(path)}); }

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

  private async open_anew(path: string, files: Dropped[], prepare?: (library: Library) => Promise<void>, source?: Source) {
    const number = ++this.begun;
    return this.attempt(path, `Opening ${path} …`, async library => {
      const tab = await Tab.open(path, files, this, library);
      await prepare?.(library);
      tab.source = source;
      tab.number = number;
      await tab.read();
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
    fill(find('trouble'), mark('error'), element('span', {}, text.startsWith(path) ? text : `${path}: ${text}`),
      element('button', {class: 'plain', 'aria-label': 'Dismiss', onclick: () => { find('trouble').hidden = true; }}, icon('close')));
  }

  private show_busy() {
    const task = this.tasks[this.tasks.length - 1];
    find('busy').hidden = !task;
    if (!task) return;
    const others = this.tasks.length > 1 ? ` (and ${this.tasks.length - 1} more)` : '';
    fill(find('busy'), element('span', {class: 'spinner', 'aria-hidden': 'true'}), element('span', {}, task.text + others),
      element('button', {class: 'small', onclick: () => task.library?.stop(new Error('closed'))}, 'Cancel'));
  }

  close(tab: Tab) {
    const at = this.tabs.indexOf(tab);
    this.tabs.splice(at, 1);
    this.beside.end(tab);
    tab.close();
    if (this.active === tab) this.activate(this.tabs[Math.max(0, at - 1)]);
    else this.show_tabs();
  }

  // ---- Showing

  activate(tab?: Tab) {
    this.beside.leave();
    this.active = tab;
    find('trouble').hidden = true;
    this.tell(tab, '');
    document.body.dataset.state = tab ? 'open' : 'empty';
    for (const each of this.tabs) each.place.hidden = each !== tab;
    if (tab) {
      tab.place.classList.toggle('only', true);
      tab.show_picture(this.background());
      tab.view?.set_background(this.background());
      if (tab.view) tab.view.onmove = () => { this.remember(); this.beside.follow(tab); };
      this.apply_link(tab);
    }
    this.show_tabs();
    this.show_panes(tab);
    this.remember();
  }

  private show_panes(tab?: Tab) {
    this.layers.show(tab);
    this.timeline.show(tab);
    begin(this.tree.show(tab));
    begin(this.fields.show(tab));
    this.shown_bytes.show(tab);
    this.show_findings(tab);
    this.tell_totals();
    show_instead(tab);
    this.show_downloads(tab);
  }

  /// While two are compared, their differences are there.
  private show_findings(tab?: Tab) {
    if (!tab || !this.beside.other(tab)) begin(this.findings.show(tab).then(() => this.tell_totals()));
  }

  private tell_totals() {
    const tab = this.active;
    const title = find('title');
    if (!tab?.about) return fill(title);
    const shown = tab.model?.parts.filter(part => part.object.visible) ?? [];
    const triangles = shown.reduce((sum, part) => sum + part.triangles, 0);
    if (!tab.model) say('');
    else if (!tab.walking) say(status_of(tab, shown.length, triangles));
    const errors = (tab.findings?.kinds ?? []).filter((kind: any) => kind.severity === 'error').reduce((sum: number, kind: any) => sum + kind.count, 0);
    fill(title, element('strong', {title: tab.title}, tab.title), element('span', {class: 'kind'}, tab.about.error ? 'cannot be read' : `${tab.rooms ? tab.path.split('/').pop() : tab.about.format_name} · ${count(triangles)} triangles`),
      errors > 0 && element('span', {class: 'wrong'}, mark('error'), `${count(errors)} error${errors === 1 ? '' : 's'}: see Findings`));
  }

  private show_downloads(tab?: Tab) {
    const button = find<HTMLButtonElement>('download');
    const targets = tab?.about?.targets ?? [];
    button.disabled = targets.length === 0;
    fill(find('download-menu'), ...targets.map((target: any) => element('button', {role: 'menuitem', onclick: () => { close_menus(); begin(this.download(tab!, target.file)); }},
      element('span', {class: 'mono'}, target.extension), element('span', {class: 'kind'}, target.name))));
  }

  private async download(tab: Tab, name: string) {
    try {
      const {json, bytes, companion} = await tab.ask('convert', {name});
      save(new Blob([bytes]), name);
      if (companion.length > 0) save(new Blob([companion]), name.replace(/\.[^.]*$/, json.companion_extension));
      say(`${name}: ${size(bytes.length)}`);
    } catch (error) {
      this.fail(name, error as Error);
    }
  }

  private show_tabs() {
    fill(find('tabs'), ...this.tabs.map(tab => element('div', {class: 'tab', role: 'presentation'},
      element('button', {role: 'tab', 'aria-selected': String(tab === this.active), onclick: () => this.activate(tab), title: tab.path}, tab.title),
      element('button', {class: 'plain', 'aria-label': `Close ${tab.title}`, onclick: () => this.close(tab)}, icon('close')))));
    find('tabs').querySelector('[aria-selected=true]')?.parentElement!.scrollIntoView({block: 'nearest', inline: 'nearest'});
    find<HTMLButtonElement>('compare').disabled = this.tabs.length < 2;
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

  private background() { return getComputedStyle(document.body).getPropertyValue('--view').trim(); }

  set_theme(theme: string) {
    document.documentElement.dataset.theme = theme === 'dark' ? 'dark' : 'light';
    store('theme', theme);
    for (const tab of this.tabs) { tab.view?.set_background(this.background()); tab.view?.refresh(); }
  }

  private apply_link(tab: Tab) {
    const meant = this.wanted.get('file') ?? this.wanted.get('sample');
    if (meant && tab.source?.name !== meant) return;
    const camera = this.wanted.get('camera');
    if (camera && tab.view) tab.view.set_camera(camera);
    const path = this.wanted.get('at');
    const room = tab.rooms?.find(each => each === this.wanted.get('room'));
    const layer = Number(this.wanted.get('layer') ?? 0);
    if (path && layer in tab.about.layers) begin(tab.select_path(layer, path, {file: room ?? tab.path}));
    for (const name of ['camera', 'at', 'room', 'layer']) this.wanted.delete(name);
  }

  private remember() {
    clearTimeout(this.hash_timer);
    this.hash_timer = window.setTimeout(() => {
      const words = new URLSearchParams();
      const tab = this.active;
      if (tab?.source) words.set(tab.source.kind === 'sample' ? 'sample' : 'file', tab.source.name);
      if (tab?.view && !tab.view.turning) words.set('camera', tab.view.camera_text());
      if (tab?.selection?.paths[0]) {
        words.set('at', tab.selection.paths[0].path);
        if (tab.selection.layer > 0) words.set('layer', String(tab.selection.layer));
        if (tab.rooms) words.set('room', tab.path);
      }
      words.set('theme', document.documentElement.dataset.theme!);
      history.replaceState(null, '', '#' + words);
    }, 300);
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
    find('compare').addEventListener('click', () => begin(this.beside.toggle()));
    for (const id of ['samples', 'download']) menu(id === 'samples' ? 'samples-button' : id, `${id}-menu`);
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
    document.addEventListener('keydown', event => this.key(event));
    this.pane(innerWidth < 760 ? 'view' : 'fields');
  }

  show_keys() { const keys = find<HTMLDialogElement>('keys'); if (keys.open) keys.close(); else keys.show(); }

  private key(event: KeyboardEvent) {
    const target = event.target as HTMLElement;
    if (event.key === 'Escape') return this.back();
    if (target.matches('input, select, textarea') || event.ctrlKey || event.metaKey) return;
    const view = this.active?.view;
    const from = (right: number, up: number, front: number) => view?.look_from(view.from(right, up, front));
    const acts: Record<string, () => void> = {
      '?': () => this.show_keys(),
      '/': () => this.tree.focus_search(),
      f: () => view?.frame(),
      '.': () => { const part = this.active?.selection?.part; if (part) view?.frame([part]); },
      h: () => this.hide_selected(),
      i: () => this.isolate_selected(),
      p: () => { if (this.active?.walkable) this.layers.walk(this.active); },
      ' ': () => this.timeline.toggle(),
      1: () => from(0, 0, 1), 3: () => from(1, 0, 0), 7: () => from(0, 1, 0), 9: () => view?.look_back(),
      '+': () => view?.turn(0, 0, 0.85), '-': () => view?.turn(0, 0, 1.18),
    };
    if (target === view?.canvas && event.shiftKey) Object.assign(acts, {
      ArrowLeft: () => view.pan(-1, 0), ArrowRight: () => view.pan(1, 0), ArrowUp: () => view.pan(0, 1), ArrowDown: () => view.pan(0, -1),
    });
    else if (target === view?.canvas) Object.assign(acts, {
      ArrowLeft: () => view.turn(-0.15, 0), ArrowRight: () => view.turn(0.15, 0), ArrowUp: () => view.turn(0, -0.12), ArrowDown: () => view.turn(0, 0.12),
    });
    if (event.key === ' ' && target.closest('button, [role=treeitem]')) return;
    const act = acts[event.key] ?? acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  private hide_selected() {
    const part = this.active?.selection?.part;
    if (!part) return;
    part.hidden = true;
    this.active!.clear();
    this.active!.repaint();
    say(`${part.name} is hidden; I shows everything again.`);
  }

  private isolate_selected() {
    const {active} = this;
    const part = active?.selection?.part;
    for (const each of active?.model?.parts ?? []) each.hidden = part !== undefined && each.node !== part.node;
    active?.repaint();
  }

  /// One step back.
  private back() {
    const keys = find<HTMLDialogElement>('keys');
    if (keys.open) return keys.close();
    if (close_menus()) return;
    if (this.active?.walking) return this.layers.walk(this.active);
    if (this.active?.selection) return this.active.clear();
    if (document.body.dataset.sheet !== 'view' && innerWidth < 760) this.pane('view');
  }
}

const page = new Page();
(window as any).meshwright = page;  // for tests and for those who script the page
// The first screen is there before anything is loaded.
requestAnimationFrame(() => setTimeout(() => begin(page.start())));
