// The tools above the picture: how it is drawn, which parts of it, and the legend that filters.
import type {ComparePane} from '../compare/compare_pane.js';
import {menu} from '../widgets/controls.js';
import {begin, element, fill, find, restore_focus_later, icon} from '../widgets/dom.js';
import {Legend} from './legend.js';
import {Look, not_walkable} from '../picture/paint.js';
import type {Tab} from '../page/tab.js';
import {begin_hint} from '../picture/path_tool.js';

const looks: [Look, string][] = [['lit', 'Shaded'], ['wireframe', 'Wireframe'], ['normals', 'Normals'], ['checker', 'UV checker'], ['colours', 'Vertex colours']];
const role_names: Record<string, string> = {visual: 'Model', hidden: 'Hidden', collision: 'Collision', armor: 'Armor', walkmesh: 'Walkmesh', helper: 'Helpers'};
const role_meanings: Record<string, string> = {
  visual: 'What the game draws; seen through while armor is shown', hidden: 'Parts that the game does not draw', collision: 'What things bump into', armor: 'Plates that stop shells',
  walkmesh: 'What can be walked on', helper: 'Nodes without a shape: hooks, lights and the like',
};

export class ViewTools {
  private readonly tools = find('view-tools');
  private readonly legend = new Legend();
  private tab?: Tab;
  private readonly wanted = new WeakMap<Tab, string>();  // to be coloured by
  private width = 0;
  compare_pane?: ComparePane;  // drawn alike beside it

  constructor() {
    new ResizeObserver(() => { if (this.tools.clientWidth !== this.width) this.show(this.tab); }).observe(this.tools);
  }

  show(tab?: Tab) {
    this.tab = tab;
    this.tools.hidden = !tab?.view;
    this.legend.show(tab, tab && this.compare_pane?.other(tab), tab && this.compare_pane?.is_right(tab));
    if (!tab?.view) return;
    const focus_again = restore_focus_later(this.tools);
    const was_open = this.tools.querySelector<HTMLElement>('.menu')?.hidden === false;
    this.fit([this.looks(tab), this.colouring(tab), this.levels(tab)], this.switches(tab), [this.way(tab), this.corner(tab)]);
    const list = this.tools.querySelector<HTMLElement>('.menu');
    if (list) list.hidden = !was_open;
    list?.previousElementSibling!.setAttribute('aria-expanded', String(was_open));
    focus_again();
  }

  /// In one row: switches that do not fit are in a list at its end.
  private fit(before: (HTMLElement | null)[], switches: HTMLElement[], after: (HTMLElement | null)[]) {
    fill(this.tools, ...before, ...switches, ...after);
    this.width = this.tools.clientWidth;
    if (this.is_one_row()) return;
    const list = element('div', {id: 'more-switches', class: 'menu', hidden: true, onclick: (event: Event) => event.stopPropagation()});
    const button = element('button', {class: 'chip', 'aria-haspopup': 'true', 'aria-expanded': 'false', 'aria-controls': 'more-switches'}, 'More', icon('down'));
    menu(button, list);
    switches[switches.length - 1].after(element('div', {class: 'menu-place'}, button, list));
    while (switches.length > 0 && !this.is_one_row()) list.prepend(switches.pop()!);
  }

  private is_one_row() {
    const [first] = this.tools.children;
    return [...this.tools.children].every(each => each.classList.contains('corner') || (each as HTMLElement).offsetTop < (first as HTMLElement).offsetTop + 20);
  }

  private switches(tab: Tab) {
    const {paint, show} = tab.view!;
    const model = tab.model!;
    const switches: HTMLElement[] = [];
    const add = (label: string, on: boolean, act: () => void, meaning = '') => switches.push(element('button', {
      class: 'chip', title: meaning || null, 'aria-pressed': String(on), onclick: () => { act(); tab.repaint(); },
    }, label));
    const {compare_pane} = this;
    if (compare_pane?.other(tab)) add('Cameras tied', compare_pane.is_tied, () => compare_pane.set_tied(!compare_pane.is_tied), 'Both pictures are turned and moved together');
    if (compare_pane?.other(tab) && compare_pane.lie_apart) add('One camera', compare_pane.has_one_camera, () => compare_pane.set_one_camera(!compare_pane.has_one_camera), 'They do not lie in the same place: seen by one camera, or each framed by itself');
    const roles = model.roles();
    if (roles.length > 1) for (const role of roles) add(role_names[role] ?? role, paint.roles.has(role), () => {
      if (!paint.roles.delete(role)) paint.roles.add(role);
    }, role_meanings[role]);
    if ([...paint.roofs].some(part => paint.roles.has(part.role))) add('Roofs', paint.solid, () => { paint.solid = !paint.solid; }, 'Ground overhead as it is; otherwise it is seen through');
    if (model.skinned.length > 0) add('Skeleton', show.skeleton, () => { show.skeleton = !show.skeleton; });
    if (model.hooks.length > 0) add('Hooks', show.hooks, () => { show.hooks = !show.hooks; });
    if (model.lights.length > 0) add('Lights', show.lights, () => { show.lights = !show.lights; });
    add('Boxes', show.boxes, () => { show.boxes = !show.boxes; });
    add('Grid', show.grid, () => { show.grid = !show.grid; });
    return switches;
  }

  private looks(tab: Tab) {
    const {paint} = tab.view!;
    const has_uvs = tab.model!.parts.some(part => part.object.geometry.attributes.uv);
    const possible = looks.filter(([look]) => (look !== 'colours' || paint.has_colours) && (look !== 'checker' || has_uvs));
    return choice('Drawn as', possible, paint.look, value => { paint.look = value as Look; tab.repaint(); });
  }

  private way(tab: Tab) {
    return tab.has_ways ? element('button', {
      class: 'chip way', 'aria-pressed': String(tab.path_tool.walking), title: 'Click two points for the way between them (P)', onclick: () => this.walk(tab),
    }, icon('path'), 'Find a way') : null;
  }

  private corner(tab: Tab) {
    return element('span', {class: 'corner'},
      element('button', {class: 'plain', 'aria-label': 'Frame everything (F)', title: 'Frame (F)', onclick: () => tab.view!.frame()}, icon('frame')),
      element('button', {class: 'plain', 'aria-label': 'Save a picture', title: 'Save a picture', onclick: () => begin(save_picture(tab))}, icon('camera')));
  }

  /// Starts or ends the search for paths.
  walk(tab: Tab) {
    if (tab.path_tool.walking) tab.path_tool.stop();
    else tab.path_tool.walking = true;
    this.show(tab);
    if (tab.path_tool.walking) tab.panes.tell(tab, begin_hint);
  }

  private colouring(tab: Tab) {
    const paint = tab.view!.paint;
    const ways: [string, string][] = [['material', 'Material'], ['part', 'Node'], ...tab.model!.properties().map((each): [string, string] => ['.' + each, property_label(each, tab.model!.words)])];
    if (tab.has_ways) ways.push(['islands', 'Islands']);
    return choice('Coloured by', ways, paint.by, async value => {
      this.wanted.set(tab, value);
      if (value === 'islands') await tab.load_islands();
      if (this.wanted.get(tab) !== value) return;  // something else was chosen while they were loaded
      paint.by = value;
      paint.off.clear();
      if (value === 'islands') paint.roles.add('walkmesh');
      if (value === 'islands' && paint.islands?.size) paint.off.add(not_walkable);  // roofs and walls would cover them
      tab.repaint();
    });
  }

  private levels(tab: Tab) {
    const paint = tab.view!.paint;
    const levels = tab.model!.levels();
    if (levels.length < 2) return null;
    const called = (each: number) => String(each + tab.first_level);
    return choice('Level', [...levels.map((each): [string, string] => [String(each), called(each) + (each === levels[0] ? ' (finest)' : '')]), ['all', 'All']], String(paint.level),
      value => { paint.level = value === 'all' ? 'all' : Number(value); tab.repaint(); });
  }
}

/// In plain words, with the file's own in brackets.
function property_label(name: string, words: Record<string, string>) {
  const plain = name.replaceAll('_', ' ');
  const meaning = words[name] ?? plain;
  return meaning[0].toUpperCase() + meaning.slice(1) + (meaning === plain ? '' : ` (${name})`);
}

function choice(label: string, values: [string, string][], now: string, act: (value: string) => void | Promise<void>) {
  const select = element('select', {onchange: () => begin(act(select.value) ?? undefined)}, ...values.map(([value, text]) => element('option', {value, selected: value === now}, text)));
  return element('label', {class: 'choice', title: label}, element('span', {}, label), select);
}

async function save_picture(tab: Tab) {
  const blob = await tab.view!.screenshot();
  if (blob) save(blob, (tab.area?.layout ?? tab.path).split('/').pop()!.replace(/\.[^.]*$/, '') + '.png');
}

export function save(blob: Blob, name: string) {
  const link = element('a', {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
