// The outline on the left: the scene's nodes, and the file's fields as far as they were opened.
import * as three from 'three';
import {begin, count, element, fill, find, hex} from './dom.js';
import type {Tab} from './tab.js';
import type {Part} from './model.js';

const page = 200;  // rows of a table that are shown at a time

interface Branch { path: string; offset: number; end: number; fields: number; rows: number; name?: string; kind?: string; type?: string; value?: string }

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
    this.place.addEventListener('keydown', event => this.key(event));
  }

  focus_search() { this.search.focus(); this.search.select(); }

  async show(tab?: Tab) {
    this.tab = tab;
    this.rows.clear();
    this.eyes.clear();
    this.search.value = '';
    this.search.disabled = !tab;
    if (!tab) return fill(this.place);
    const sections: HTMLElement[] = [];
    if (tab.model && tab.model.parts.length > 0) {
      this.parts.clear();
      for (const part of tab.model.parts)
        if (!this.parts.get(part.node)?.push(part)) this.parts.set(part.node, [part]);
      const roots = tab.model.root.children.filter(node => tab.model!.names.has(node));
      const items = roots.slice(0, page * 5).map(node => this.node(node, 1));
      if (roots.length > page * 5) items.push(element('p', {class: 'empty'}, `… and ${count(roots.length - page * 5)} more: search finds them`) as any);
      sections.push(section('Scene', ...items));
    }
    if (tab.about) {
      tab.about.layers.forEach((layer: any, number: number) => {
        if (layer.fields === 0) return;
        const group = element('div', {role: 'group'});
        sections.push(section(number === 0 ? `File · ${layer.name}` : layer.name, group));
        begin(this.add_branches(group, number, '', 1, 0));
      });
    }
    if (sections.length === 0) sections.push(element('p', {class: 'empty'}, 'Nothing of this file could be read.'));
    fill(this.place, ...sections);
    this.place.querySelector<HTMLElement>('[role=treeitem]')?.setAttribute('tabindex', '0');
    this.draw_eyes();
    this.reveal(tab.selection?.part);
  }

  /// What is hidden, by whatever hid it.
  draw_eyes() {
    for (const [eye, parts] of this.eyes) eye.setAttribute('aria-pressed', String(parts.every(part => part.hidden)));
  }

  /// Shows where the selection is.
  reveal(part: Part | undefined) {
    this.place.querySelectorAll('[aria-selected=true]').forEach(each => each.setAttribute('aria-selected', 'false'));
    if (!part) return;
    const row = this.row_of(part.node);
    if (!row) return;
    for (let above = row.parentElement; above && above !== this.place; above = above.parentElement)
      if (above.matches('[role=group][hidden]')) this.toggle(above.previousElementSibling as HTMLElement, true);
    row.setAttribute('aria-selected', 'true');
    row.scrollIntoView({block: 'nearest'});
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
    (row as any).choose = () => choose(row);
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
      class: 'eye', 'aria-label': `Hide ${name}`, 'aria-pressed': 'false', tabindex: -1,
      onclick: (event: Event) => {
        event.stopPropagation();
        const hide = !parts.every(part => part.hidden);
        parts.forEach(part => { part.hidden = hide; });
        tab.repaint();
      },
    }, '◉');
    if (eye) this.eyes.set(eye, parts);
    const kind = parts[0] ? (parts[0].role === 'visual' ? `${count(parts.reduce((n, part) => n + part.triangles, 0))} tri` : parts[0].role) : '';
    const row = this.item(level, [element('span', {class: 'name', title: name}, name), element('span', {class: 'kind'}, kind), ...(eye ? [eye] : [])],
      children.length > 0, each => { this.pick(each); begin(tab.select_node(node, parts)); });
    this.rows.set(node, row);
    const box = element('div', {}, row);
    if (children.length > 0) {
      const group = element('div', {role: 'group', hidden: level > 2});
      row.setAttribute('aria-expanded', String(level <= 2));
      for (const child of children.slice(0, page * 5)) group.append(this.node(child, level + 1));
      if (children.length > page * 5) group.append(element('p', {class: 'empty'}, `… and ${count(children.length - page * 5)} more`));
      box.append(group);
    }
    return box;
  }

  private async add_branches(group: HTMLElement, layer: number, parent: string, level: number, from: number) {
    const tab = this.tab!;
    const {json} = await tab.ask('tree', {layer, parent, from, to: from + page});
    const branches: Branch[] = json.branches;
    for (const branch of branches) group.append(this.branch(branch, layer, parent, level));
    if (json.total <= from + page) return;
    const more = element('button', {
      class: 'more', onclick: () => { more.remove(); begin(this.add_branches(group, layer, parent, level, from + page)); },
    }, `Show ${count(Math.min(page, json.total - from - page))} of ${count(json.total - from - page)} more`);
    group.append(more);
  }

  private branch(branch: Branch, layer: number, parent: string, level: number) {
    const tab = this.tab!;
    const opens = branch.fields > (branch.type ? 1 : 0);
    const label = branch.path.slice(parent.length).replace(/^\./, '');
    const said = branch.value !== undefined ? branch.value : branch.rows > 0 ? `${count(branch.rows)} rows` : branch.kind ?? '';
    const row = this.item(level,
      [element('span', {class: 'name mono'}, label), branch.name ? element('span', {class: 'given'}, branch.name) : '',
        element('span', {class: 'kind mono', title: said}, said)].filter(each => each !== ''),
      opens, each => { this.pick(each); begin(tab.select_path(layer, branch.path)); });
    row.title = `${branch.path} at ${hex(branch.offset)}`;
    const box = element('div', {}, row);
    if (opens) {
      const group = element('div', {role: 'group', hidden: true});
      (group as any).load = () => this.add_branches(group, layer, branch.path, level + 1, 0);
      box.append(group);
    }
    return box;
  }

  private toggle(row: HTMLElement, open = row.getAttribute('aria-expanded') === 'false') {
    const group = row.nextElementSibling as HTMLElement | null;
    if (!row.hasAttribute('aria-expanded') || !group) return;
    row.setAttribute('aria-expanded', String(open));
    group.hidden = !open;
    const load = (group as any).load;
    if (open && load) { (group as any).load = undefined; begin(load()); }
  }

  private key(event: KeyboardEvent) {
    const rows = [...this.place.querySelectorAll<HTMLElement>('[role=treeitem]')].filter(row => row.offsetParent !== null);
    const at = rows.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const row = rows[at];
    const go = (to?: HTMLElement) => { if (!to) return; rows.forEach(each => { each.tabIndex = -1; }); to.tabIndex = 0; to.focus(); };
    const acts: Record<string, () => void> = {
      ArrowDown: () => go(rows[at + 1]),
      ArrowUp: () => go(rows[at - 1]),
      Home: () => go(rows[0]),
      End: () => go(rows[rows.length - 1]),
      ArrowRight: () => row.getAttribute('aria-expanded') === 'false' ? this.toggle(row, true) : go(rows[at + 1]),
      ArrowLeft: () => row.getAttribute('aria-expanded') === 'true' ? this.toggle(row, false)
        : go((row.closest('[role=group]')?.previousElementSibling as HTMLElement | null) ?? undefined),
      Enter: () => (row as any).choose(),
      ' ': () => (row as any).choose(),
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
    const nodes = [...tab.model?.names ?? []].filter(([, name]) => name.toLowerCase().includes(wanted)).slice(0, 100);
    const {json} = await tab.ask('search', {text, most: 200});
    if (this.search.value.trim() !== text || this.tab !== tab) return;
    this.rows.clear();
    this.eyes.clear();
    const sections: HTMLElement[] = [];
    if (nodes.length > 0) sections.push(section('Scene', ...nodes.map(([node, name]) => this.found_node(tab, node, name))));
    const hits = [...json.named, ...json.paths];
    if (hits.length > 0) sections.push(section(`File · ${count(json.total + json.named.length)} found`, ...hits.map((hit: any) =>
      this.item(1, [element('span', {class: 'name mono'}, hit.path), element('span', {class: 'kind'}, hit.name ?? '')], false,
        row => { this.pick(row); begin(tab.select_path(hit.layer, hit.path)); }))));
    if (sections.length === 0) sections.push(element('p', {class: 'empty'}, `Nothing is called “${text}”.`));
    fill(this.place, ...sections);
    this.place.querySelector<HTMLElement>('[role=treeitem]')?.setAttribute('tabindex', '0');
    this.reveal(tab.selection?.part);
  }

  private found_node(tab: Tab, node: three.Object3D, name: string) {
    const row = this.item(1, [element('span', {class: 'name'}, name)], false, each => {
      this.pick(each);
      begin(tab.select_node(node, this.parts.get(node) ?? []));
    });
    this.rows.set(node, row);
    return row;
  }
}

function section(title: string, ...items: HTMLElement[]) {
  return element('section', {'aria-label': title}, element('h3', {}, title), ...items);
}
