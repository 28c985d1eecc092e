// The tools above the picture: how it is drawn, which parts of it, and the legend that filters.
import {begin, count, element, fill, find, icon} from './dom.js';
import {Look, not_walkable} from './paint.js';
import type {Tab} from './tab.js';

const looks: [Look, string][] = [['lit', 'Shaded'], ['wireframe', 'Wireframe'], ['normals', 'Normals'], ['checker', 'UV checker'], ['colours', 'Vertex colours']];
const role_names: Record<string, string> = {visual: 'Model', hidden: 'Hidden', collision: 'Collision', armor: 'Armor', walkmesh: 'Walkmesh', helper: 'Helpers'};
const role_meanings: Record<string, string> = {
  visual: 'What the game draws', hidden: 'Parts that the game does not draw', collision: 'What things bump into', armor: 'Plates that stop shells',
  walkmesh: 'What can be walked on', helper: 'Nodes without a shape: hooks, lights and the like',
};

export class Layers {
  private readonly tools = find('view-tools');
  private readonly legend = find('legend');
  partner: (tab: Tab) => Tab | undefined = () => undefined;  // that is drawn alike beside it

  show(tab?: Tab) {
    const view = tab?.view;
    this.tools.hidden = this.legend.hidden = !view;
    if (!tab || !view) return;
    const {paint, show} = view;
    const model = tab.model!;
    const switches: HTMLElement[] = [];
    const add = (label: string, on: boolean, act: () => void, meaning = '') => switches.push(element('button', {
      class: 'chip', title: meaning || null, 'aria-pressed': String(on), onclick: () => { act(); tab.repaint(); },
    }, label));
    const roles = model.roles();
    if (roles.length > 1) for (const role of roles) add(role_names[role] ?? role, paint.roles.has(role), () => {
      if (!paint.roles.delete(role)) paint.roles.add(role);
    }, role_meanings[role]);
    if (model.hooks.length > 0) add('Hooks', show.hooks, () => { show.hooks = !show.hooks; });
    if (model.lights.length > 0) add('Lights', show.lights, () => { show.lights = !show.lights; });
    if (model.skinned.length > 0) add('Skeleton', show.skeleton, () => { show.skeleton = !show.skeleton; });
    add('Boxes', show.boxes, () => { show.boxes = !show.boxes; });
    add('Grid', show.grid, () => { show.grid = !show.grid; });
    const has_uvs = model.parts.some(part => part.object.geometry.attributes.uv);
    const possible = looks.filter(([look]) => (look !== 'colours' || paint.has_colours) && (look !== 'checker' || has_uvs));
    fill(this.tools,
      choice('Drawn as', possible, paint.look, value => { paint.look = value as Look; tab.repaint(); }),
      this.colouring(tab), this.levels(tab), ...switches,
      tab.walkable && element('button', {
        class: 'chip', 'aria-pressed': String(tab.walking), title: 'Click two points for the way between them (P)',
        onclick: () => this.walk(tab),
      }, icon('path'), 'Find a way'),
      element('span', {class: 'corner'},
        element('button', {class: 'plain', 'aria-label': 'Frame everything (F)', title: 'Frame (F)', onclick: () => view.frame()}, icon('frame')),
        element('button', {class: 'plain', 'aria-label': 'Save a picture', title: 'Save a picture', onclick: () => begin(save_picture(tab))}, icon('camera'))));
    this.show_legend(tab);
  }

  /// Begins to ask for ways, or ends it.
  walk(tab: Tab) {
    if (tab.walking) tab.stop_walking();
    else tab.walking = true;
    this.show(tab);
    if (tab.walking) tab.panes.tell(tab, 'Click where the way begins.');
  }

  private colouring(tab: Tab) {
    const paint = tab.view!.paint;
    const ways: [string, string][] = [['material', 'Material'], ['part', 'Node'], ...tab.model!.properties().map((each): [string, string] => ['.' + each, property_label(each, tab.model!.words)])];
    if (tab.walkable) ways.push(['islands', 'Islands']);
    return choice('Coloured by', ways, paint.by, async value => {
      if (value === 'islands') await tab.load_islands();
      paint.by = value;
      paint.off.clear();
      if (value === 'islands' && paint.islands?.size) paint.off.add(not_walkable);  // roofs and walls would cover them
      tab.repaint();
    });
  }

  private levels(tab: Tab) {
    const paint = tab.view!.paint;
    const levels = tab.model!.levels();
    if (levels.length < 2) return null;
    return choice('Level', [...levels.map((each): [string, string] => [String(each), each === levels[0] ? `${each} (finest)` : String(each)]), ['all', 'All']], String(paint.level),
      value => { paint.level = value === 'all' ? 'all' : Number(value); tab.repaint(); });
  }

  private show_legend(tab: Tab) {
    const {paint} = tab.view!;
    const groups = paint.groups();
    const known = new Set(groups.map(group => group.label));
    groups.push(...(this.partner(tab)?.view?.paint.groups() ?? []).filter(group => !known.has(group.label)));
    // Of one colour only it would explain nothing.
    this.legend.hidden = groups.length < 2 || (!groups.some(group => group.hidden) && new Set(groups.map(group => group.colour)).size < 2);
    const chips = groups.slice(0, 40).map(group => element('button', {
      class: 'legend-chip', 'aria-pressed': String(!group.hidden), title: group.hidden ? 'Show it' : 'Hide it',
      onclick: () => {
        if (!paint.off.delete(group.label)) paint.off.add(group.label);
        tab.repaint();
      },
    }, element('span', {class: 'swatch', style: `background:${group.colour}`}), element('span', {class: 'label'}, paint.in_words(group.label)), element('span', {class: 'kind'}, count(group.triangles))));
    fill(this.legend, ...chips, groups.length > 40 && element('p', {class: 'empty'}, `… and ${count(groups.length - 40)} more`));
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
  if (blob) save(blob, tab.title.replace(/\.[^.]*$/, '') + '.png');
}

export function save(blob: Blob, name: string) {
  const link = element('a', {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
