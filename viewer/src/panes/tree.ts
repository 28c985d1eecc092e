// The outline on the left: the scene's nodes, and the opened fields of the file.
import * as three from 'three';
import {begin, count, counted, element, fill, find, hex} from '../widgets/dom.js';
import {kind_icon} from './node_kinds.js';
import type {Tab} from '../page/tab.js';
import type {Part} from '../picture/model.js';

const page = 200;  // rows of a table that are shown at a time

interface Branch { path: string; offset: number; end: number; fields: number; rows: number; name?: string; kind?: string; type?: string; value?: string }

/// Rows below a row; they are made when it is first opened.
type Group = HTMLElement & {load?: () => void | Promise<void>};

function load(group: Group) {
  const make = group.load;
  group.load = undefined;
  begin(make?.() ?? undefined);
}

export class Tree {
  private readonly place = find('tree');
  private readonly search = find<HTMLInputElement>('search');
  private tab?: Tab;
  private timer = 0;
  private readonly rows = new Map<three.Object3D, HTMLElement>();
  private readonly eyes = new Map<HTMLElement, Part[]>();
  private readonly parts = new Map<three.Object3D, Part[]>();

  constructor() {
    this.search.addEventListener('input', () => {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => begin(this.filter()), 120);
    });
    this.search.addEventListener('keydown', event => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      this.focus_row(this.shown_rows()[0]);
    });
    this.place.addEventListener('keydown', event => this.key(event));
    this.place.addEventListener('focusin', event => this.rove(event.target as HTMLElement));
  }

  focus_search() { this.search.focus(); this.search.select(); }

  async show(tab?: Tab) {
    this.tab = tab;
    this.rows.clear();
    this.eyes.clear();
    this.parts.clear();
    this.branches.clear();
    this.search.value = '';
    this.search.disabled = !tab;
    if (!tab) return fill(this.place);
    const sections: HTMLElement[] = [];
    if (tab.model && tab.model.parts.length > 0) {
      for (const part of tab.model.parts)
        if (!this.parts.get(part.node)?.push(part)) this.parts.set(part.node, [part]);
      const roots = tab.model.root.children.filter(node => tab.model!.names.has(node));
      const items = roots.slice(0, page * 5).map(node => this.node(node, 1));
      if (roots.length > page * 5) items.push(this.remark(1, `… and ${count(roots.length - page * 5)} more: search finds them`));
      sections.push(section('Scene', tree_of('Scene', ...items)));
    }
    sections.push(...this.file_sections(tab));
    if (sections.length === 0) sections.push(element('p', {class: 'empty'}, tab.about?.is_archive ? 'What is in it is not listed yet.' : 'Nothing of this file could be read.'));
    fill(this.place, ...sections);
    this.let_in();
    this.draw_eyes();
    this.reveal(tab.chosen_node);
  }

  /// Fields of the file, and of its companion.
  private file_sections(tab: Tab) {
    this.branches.clear();
    return (tab.about?.layers ?? []).flatMap((layer, number) => {
      if (layer.fields === 0) return [];
      const title = number === 0 ? `File · ${layer.name}` : layer.name;
      const group = tree_of(title);
      const made = section(title, group);
      made.dataset.layer = String(number);
      this.branches.set(key_of(number, ''), {group, loaded: this.add_branches(group, number, '', 1, 0)});
      begin(this.branches.get(key_of(number, ''))!.loaded);
      return [made];
    });
  }
  private readonly branches = new Map<string, {group: HTMLElement; loaded?: Promise<void>}>();  // rows of the file, by layer and path

  /// Another file of the tab is in view: the scene stays.
  show_files(tab: Tab) {
    if (this.search.value.trim() !== '') return begin(this.filter());
    this.place.querySelectorAll('section[data-layer]').forEach(each => each.remove());
    this.place.append(...this.file_sections(tab));
  }

  /// Hidden parts, whatever hid them.
  draw_eyes() { for (const [eye, parts] of this.eyes) this.draw_eye(eye, parts); }

  private draw_eye(eye: HTMLElement, parts: Part[]) {
    const is_hidden = !parts.some(part => part.object.visible);
    eye.setAttribute('aria-pressed', String(is_hidden));
    eye.title = is_hidden ? 'Show it' : 'Hide it';
  }

  /// Shows where the selection is.
  reveal(node: three.Object3D | undefined) {
    this.place.querySelectorAll('[aria-selected=true]').forEach(each => each.setAttribute('aria-selected', 'false'));
    if (!node) return;
    this.make_rows_to(node);
    const row = this.row_of(node);
    if (!row) return;
    for (let above = row.parentElement; above && above !== this.place; above = above.parentElement)
      if (above.matches('[role=group][hidden]')) this.toggle(above.previousElementSibling as HTMLElement, true);
    row.setAttribute('aria-selected', 'true');
    row.scrollIntoView({block: 'nearest'});
  }

  /// Shows the row of a field, or of the nearest one above it, and opens the rows above.
  async reveal_path(layer: number, path: string) {
    const tab = this.tab;
    let row: HTMLElement | undefined;
    for (const above of paths_down_to(path)) {
      const place = this.branches.get(key_of(layer, above));
      if (!place) continue;
      const {group} = place;
      if (above === path) break;
      if (group.previousElementSibling instanceof HTMLElement && group.previousElementSibling.matches('.row')) this.toggle(group.previousElementSibling, true);
      await place.loaded;
      if (this.tab !== tab) return;
      await this.add_row(group, layer, above, path);
      if (this.tab !== tab) return;
    }
    for (const each of this.place.querySelectorAll<HTMLElement>(`section[data-layer="${layer}"] .row`))
      if (is_below(path, each.dataset.path!) && each.dataset.path!.length >= (row?.dataset.path?.length ?? 0)) row = each;
    if (!row || tab?.selection?.title !== path) return;
    this.place.querySelectorAll('[aria-selected=true]').forEach(each => each.setAttribute('aria-selected', 'false'));
    row.setAttribute('aria-selected', 'true');
    row.scrollIntoView({block: 'nearest'});
  }

  /// A row of a table that is too far down to be listed is put at its end.
  private async add_row(group: HTMLElement, layer: number, table: string, path: string) {
    const number = /^\[(\d+)\]/.exec(path.slice(table.length))?.[1];
    const wanted = `${table}[${number}]`;
    if (number === undefined || this.branches.has(key_of(layer, wanted)) || [...group.querySelectorAll<HTMLElement>('.row')].some(each => each.dataset.path === wanted)) return;
    const {json} = await this.tab!.ask('tree', {layer, parent: table, from: Number(number), to: Number(number) + 1});
    const [branch] = json.branches as Branch[];
    if (branch?.path === wanted) group.append(this.branch(branch, layer, table, Number(group.parentElement?.querySelector('.row')?.getAttribute('aria-level') ?? 0) + 1));
  }

  /// Rows are made when they are opened, so that a large area appears soon.
  private make_rows_to(node: three.Object3D) {
    if (node.parent) this.make_rows_to(node.parent);
    const group = this.rows.get(node)?.nextElementSibling as Group | null | undefined;
    if (group) load(group);
  }

  /// Of the node, or of the nearest one above it that is in the tree.
  private row_of(node: three.Object3D | null): HTMLElement | undefined {
    return node ? this.rows.get(node) ?? this.row_of(node.parent) : undefined;
  }

  private item(level: number, label: (Node | string)[], opens: boolean, choose: (row: HTMLElement) => void) {
    const row = element('div', {
      role: 'treeitem', class: 'row', tabindex: -1, 'aria-level': level, 'aria-selected': 'false', style: `--level:${level}`,
      onclick: (event: MouseEvent) => {
        if ((event.target as HTMLElement).classList.contains('twist')) this.toggle(row);
        else choose(row);
      },
      ondblclick: () => this.toggle(row),
    }, element('span', {class: 'twist', 'aria-hidden': 'true'}), ...label);
    if (opens) row.setAttribute('aria-expanded', 'false');
    return row;
  }

  /// A row that only says something.
  private remark(level: number, text: string) {
    const row = this.item(level, [text], false, () => {});
    row.classList.add('remark');
    return row;
  }

  private pick(row: HTMLElement) {
    this.place.querySelectorAll('[aria-selected=true]').forEach(each => each.setAttribute('aria-selected', 'false'));
    row.setAttribute('aria-selected', 'true');
    row.focus();
  }

  private node(node: three.Object3D, level: number): HTMLElement {
    const tab = this.tab!;
    const parts = this.parts.get(node) ?? [];
    const children = node.children.filter(each => tab.model!.names.has(each));
    const name = tab.model!.names.get(node) || node.name || '(no name)';
    const eye = parts.length === 0 ? null : element('button', {
      class: 'eye', 'aria-label': `Hide ${name}`, tabindex: -1,
      onclick: (event: Event) => {
        event.stopPropagation();
        const hide = parts.some(part => part.object.visible);
        for (const part of parts) { if (hide) part.hidden = true; else tab.view?.paint.reveal(part); }
        tab.repaint();
      },
    }, '◉');
    if (eye) this.eyes.set(eye, parts);
    if (eye) this.draw_eye(eye, parts);
    const kind = parts[0] ? (parts[0].role === 'visual' ? `${count(parts.reduce((n, part) => n + part.triangles, 0))} tri` : parts[0].role) : '';
    const row = this.item(level, [kind_icon(tab.model!, node, parts), element('span', {class: 'name', title: name}, name), element('span', {class: 'kind'}, kind), ...(eye ? [eye] : [])],
      children.length > 0, each => { this.pick(each); begin(tab.select_node(node, parts)); });
    this.rows.set(node, row);
    const box = element('div', {}, row);
    if (children.length > 0) {
      const is_open = level <= 2 && !tab.model!.rooms.has(node);  // below many rooms the layout would not be found
      const group: Group = element('div', {role: 'group', hidden: !is_open});
      row.setAttribute('aria-expanded', String(is_open));
      group.load = () => {
        for (const child of children.slice(0, page * 5)) group.append(this.node(child, level + 1));
        if (children.length > page * 5) group.append(this.remark(level + 1, `… and ${count(children.length - page * 5)} more`));
      };
      own(row, group);
      if (is_open) load(group);
      box.append(group);
    }
    return box;
  }

  private async add_branches(group: HTMLElement, layer: number, parent: string, level: number, from: number) {
    const tab = this.tab!;
    const {json} = await tab.ask('tree', {layer, parent, from, to: from + page});
    const branches: Branch[] = json.branches;
    for (const branch of branches) group.append(this.branch(branch, layer, parent, level));
    this.let_in();
    if (json.total <= from + page) return;
    const more = this.item(level, [`Show ${count(Math.min(page, json.total - from - page))} of ${count(json.total - from - page)} more`], false, () => {
      const before = more.parentElement!.children.length - 1;
      const had_focus = more === document.activeElement;
      more.remove();
      begin(this.add_branches(group, layer, parent, level, from + page).then(() => { if (had_focus) this.focus_row(group.children[before]?.querySelector<HTMLElement>('.row') ?? undefined); }));
    });
    more.classList.add('more');
    group.append(more);
  }

  private branch(branch: Branch, layer: number, parent: string, level: number) {
    const tab = this.tab!;
    const opens = branch.fields > (branch.type ? 1 : 0);
    const label = branch.path.slice(parent.length).replace(/^\./, '');
    const said = branch.value !== undefined ? branch.value : branch.rows > 0 ? counted(branch.rows, 'row') : branch.kind ?? '';
    const row = this.item(level,
      [element('span', {class: 'name mono'}, label), branch.name ? element('span', {class: 'given'}, branch.name) : '',
        element('span', {class: 'kind mono', title: said}, said)].filter(each => each !== ''),
      opens, each => { this.pick(each); begin(tab.select_path(layer, branch.path)); });
    row.title = `${branch.path} at ${hex(branch.offset)}`;
    row.dataset.path = branch.path;
    const box = element('div', {}, row);
    if (opens) {
      const group: Group = element('div', {role: 'group', hidden: true});
      const place: {group: HTMLElement; loaded?: Promise<void>} = {group};
      group.load = () => place.loaded = this.add_branches(group, layer, branch.path, level + 1, 0);
      this.branches.set(key_of(layer, branch.path), place);
      own(row, group);
      box.append(group);
    }
    return box;
  }

  private toggle(row: HTMLElement, open = row.getAttribute('aria-expanded') === 'false') {
    const group = row.nextElementSibling as Group | null;
    if (!row.hasAttribute('aria-expanded') || !group) return;
    row.setAttribute('aria-expanded', String(open));
    group.hidden = !open;
    if (open) load(group);
  }

  /// Tab reaches one of the rows: the first, until another had the focus.
  private let_in() {
    if (!this.place.querySelector('[role=treeitem][tabindex="0"]')) this.place.querySelector<HTMLElement>('[role=treeitem]')?.setAttribute('tabindex', '0');
  }

  private shown_rows() { return [...this.place.querySelectorAll<HTMLElement>('[role=treeitem]')].filter(row => row.offsetParent !== null); }
  private focus_row(row?: HTMLElement) { row?.focus(); }

  /// Tab comes back to the last row, and goes on to its content.
  private rove(target: HTMLElement) {
    const row = target.closest<HTMLElement>('[role=treeitem]');
    if (!row) return;
    for (const each of this.place.querySelectorAll<HTMLElement>('[tabindex="0"]')) each.tabIndex = -1;
    row.tabIndex = 0;
    const eye = row.querySelector<HTMLElement>('.eye');
    if (eye) eye.tabIndex = 0;
  }

  private key(event: KeyboardEvent) {
    const rows = this.shown_rows();
    const at = rows.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const row = rows[at];
    const go = (to?: HTMLElement) => this.focus_row(to);
    const acts: Record<string, () => void> = {
      ArrowDown: () => go(rows[at + 1]),
      ArrowUp: () => at === 0 ? this.search.focus() : go(rows[at - 1]),
      Home: () => go(rows[0]),
      End: () => go(rows[rows.length - 1]),
      ArrowRight: () => row.getAttribute('aria-expanded') === 'false' ? this.toggle(row, true) : go(rows[at + 1]),
      ArrowLeft: () => row.getAttribute('aria-expanded') === 'true' ? this.toggle(row, false)
        : go((row.closest('[role=group]')?.previousElementSibling as HTMLElement | null) ?? undefined),
      Enter: () => row.click(),
      ' ': () => row.click(),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    acts[event.key]();
  }

  private async filter() {
    const tab = this.tab;
    const text = this.search.value.trim();
    if (!tab) return;
    if (text === '') return this.show(tab);
    const wanted = text.toLowerCase();
    const nodes = [...tab.model?.names ?? []].filter(([, name]) => name.toLowerCase().includes(wanted));
    const {json} = await tab.ask('search', {text, most: 200});
    if (this.search.value.trim() !== text || this.tab !== tab) return;
    this.rows.clear();
    this.eyes.clear();
    this.branches.clear();
    const sections: HTMLElement[] = [];
    if (nodes.length > 0) sections.push(section('Scene', tree_of('Scene', ...nodes.slice(0, 100).map(([node, name]) => this.found_node(tab, node, name)), ...this.others(nodes.length - 100))));
    const hits: {layer: number; path: string; name?: string}[] = [...json.named, ...json.paths];
    const found = `File · ${count(json.total + json.named.length)} found`;
    if (hits.length > 0) sections.push(section(found, tree_of(found, ...hits.map(hit =>
      this.item(1, [element('span', {class: 'name mono'}, hit.path), element('span', {class: 'kind'}, hit.name ?? '')], false,
        row => { this.pick(row); begin(tab.select_path(hit.layer, hit.path)); })), ...this.others(json.total - json.paths.length))));
    if (sections.length === 0) sections.push(element('p', {class: 'empty'}, `Nothing is called “${text}”.`));
    fill(this.place, ...sections);
    this.let_in();
    this.reveal(tab.chosen_node);
  }

  private others(number: number) { return number > 0 ? [this.remark(1, `… and ${count(number)} more: a longer word finds fewer`)] : []; }

  private found_node(tab: Tab, node: three.Object3D, name: string) {
    const row = this.item(1, [kind_icon(tab.model!, node, this.parts.get(node) ?? []), element('span', {class: 'name'}, name)], false, each => {
      this.pick(each);
      begin(tab.select_node(node, this.parts.get(node) ?? []));
    });
    this.rows.set(node, row);
    return row;
  }
}

function section(title: string, tree: HTMLElement) { return element('section', {}, element('h3', {}, title), tree); }

function tree_of(title: string, ...rows: HTMLElement[]) { return element('div', {role: 'tree', 'aria-label': title}, ...rows); }

let groups = 0;

/// The rows below a row are its siblings in the page: screen readers get their parent.
function own(row: HTMLElement, group: HTMLElement) {
  group.id = `rows-${++groups}`;
  row.setAttribute('aria-owns', group.id);
}

function key_of(layer: number, path: string) { return `${layer} ${path}`; }

/// Whether a path equals another one or lies below it.
function is_below(path: string, above: string) {
  return path === above || (path.startsWith(above) && ['.', '['].includes(path[above.length]));
}

/// "", a, a.b, a.b[3], a.b[3].c
function paths_down_to(path: string) {
  const paths = [''];
  for (let i = 1; i < path.length; ++i) if (path[i] === '.' || path[i] === '[') paths.push(path.slice(0, i));
  return [...paths, path];
}
