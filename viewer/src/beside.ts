// Two files side by side: cameras tied, differences listed and marked.
import {begin, count, element, fill, find} from './dom.js';
import {Compared, Difference, difference_list} from './differences.js';
import type {Dropped} from './library.js';
import type {Part} from './model.js';
import type {Tab} from './tab.js';

interface Host { readonly tabs: Tab[]; active?: Tab; activate(tab?: Tab): void; touched(tab: Tab): void; pane(name: string): void }

const most = 300;  // differences that are marked

export class Beside {
  private pair?: [Tab, Tab];
  private put_back = () => {};  // draws the right one as it was

  constructor(private readonly host: Host) {}

  /// The shown file and the one before it among the tabs, in their order.
  async toggle() {
    if (this.pair) return this.stop();
    const {active, tabs} = this.host;
    if (!active || tabs.length < 2) return;
    const second = Math.max(1, tabs.indexOf(active));
    await this.show(tabs[second - 1], tabs[second]);
  }

  async show(a: Tab, b: Tab) {
    this.host.activate(b);  // makes its picture
    this.host.activate(a);
    this.pair = [a, b];
    this.put_back = kept(b);
    document.body.classList.add('two');
    find('compare').setAttribute('aria-pressed', 'true');
    b.place.hidden = false;
    a.place.style.order = '0';
    b.place.style.order = '1';
    for (const tab of this.pair) tab.view?.resize();  // each has half the room now
    if (b.view) b.view.onmove = () => { if (this.pair) this.follow(b); };
    if (a.model && b.model) a.view?.frame_points([...a.model.points(), ...b.model.points()], undefined, true);
    this.follow(a);
    a.repaint();
    await this.list(a, b);
  }

  /// What a file is compared with.
  other(tab: Tab) { return this.pair?.includes(tab) ? this.pair[this.pair[0] === tab ? 1 : 0] : undefined; }

  /// The other camera goes where this one is.
  follow(tab: Tab) {
    const other = this.other(tab);
    if (!tab.view || !other?.view || this.following) return;
    this.following = true;
    other.view.look_as(tab.view);
    this.following = false;
  }
  private following = false;

  /// The other is drawn and coloured as this one is.
  draw_alike(tab: Tab) {
    const other = this.other(tab);
    if (!tab.view || !other?.view) return;
    if (tab.view.paint.by === 'islands' && !other.view.paint.islands && other.walkable) return begin(other.load_islands().then(() => tab.repaint()));
    Object.assign(other.view.show, tab.view.show);
    other.view.paint.take_from(tab.view.paint);
    other.view.refresh();
  }

  private async list(a: Tab, b: Tab) {
    const pane = find('findings');
    this.host.pane('findings');
    try {
      const json: Compared = (await a.library.compare(a.path, b.path, await own_files(b))).json;
      if (this.pair?.[0] !== a || this.pair[1] !== b) return;
      // What only lies elsewhere in the file says less than what has changed.
      json.differences.sort((x, y) => Number(x.layout) - Number(y.layout));
      fill(pane, element('section', {class: 'kind'},
        element('h3', {}, json.total === 0 ? `${a.title} and ${b.title} are the same` : `${count(json.total)} difference${json.total === 1 ? '' : 's'}`),
        json.differences.length > most && element('p', {class: 'meaning'}, `The first ${most} of them are marked in the pictures.`),
        element('p', {class: 'meaning'}, `${a.title} on the left, ${b.title} on the right${json.through_scene ? '; compared as scenes' : ''}.`)),
        ...(json.total > 0 ? difference_list(json, where => { this.host.touched(a); begin(a.go_to({where})); }) : []));
      for (const tab of [a, b]) {
        const {parts, triangles} = await places_of(tab, json.differences.slice(0, most));
        if (this.pair?.[0] !== a || this.pair[1] !== b) return;
        tab.view?.mark_differences(parts, triangles);
      }
    } catch (error) {
      fill(pane, element('p', {class: 'empty'}, `These two cannot be compared: ${(error as Error).message}`));
    }
  }

  end(tab: Tab) { if (this.pair?.includes(tab)) this.stop(); }

  /// Ends it and shows the left one alone.
  stop() {
    const left = this.pair?.[0];
    this.leave();
    if (left) this.host.activate(left);
  }

  /// Ends it; what is shown then is somebody else's choice.
  leave() {
    const pair = this.pair;
    if (!pair) return;
    this.pair = undefined;
    document.body.classList.remove('two');
    find('compare').setAttribute('aria-pressed', 'false');
    for (const tab of pair) tab.view?.mark_differences([], []);
    this.put_back();
  }
}

/// A file as it was dropped, with its companion.
async function own_files(tab: Tab): Promise<Dropped[]> {
  const {json, bytes, companion} = await tab.ask('file');
  return [{path: json.file, bytes}, ...(json.companion ? [{path: json.companion, bytes: companion}] : [])];
}

/// Remembers how a file is drawn; what it gives draws it so again.
function kept(tab: Tab) {
  const {view} = tab;
  if (!view) return () => {};
  const state = view.paint.state();
  const show = {...view.show};
  return () => {
    if (tab.view !== view) return;  // closed
    view.paint.restore(state);
    Object.assign(view.show, show);
    view.refresh();
  };
}

/// What of a picture differs: triangles where the rows of the file tell them, otherwise whole parts. Scenes are
/// compared by the names of their parts.
async function places_of(tab: Tab, differences: Difference[]) {
  const parts = new Set<Part>();
  const triangles: {part: Part; number: number}[] = [];
  for (const {where} of differences) {
    const name = /\[([^\]]+)\]/.exec(where)?.[1] ?? '';
    const {part, triangle} = await tab.place_of(where);
    if (part && triangle !== undefined) triangles.push({part, number: triangle});
    else if (part) parts.add(part);
    else for (const each of tab.model?.parts ?? []) if (!/^\d+$/.test(name) && [each.name, each.mesh].includes(name)) parts.add(each);
  }
  return {parts: [...parts], triangles};
}
