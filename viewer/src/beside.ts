// Two files side by side: cameras tied, differences listed and marked.
import {count, element, fill, find, mark_list} from './dom.js';
import type {Tab} from './tab.js';

interface Host { readonly tabs: Tab[]; active?: Tab; activate(tab?: Tab): void; pane(name: string): void }
interface Difference { where: string; a: string; b: string; layout: boolean }

export class Beside {
  private pair?: [Tab, Tab];

  constructor(private readonly host: Host) {}

  /// The shown file and the one before it among the tabs.
  async toggle() {
    if (this.pair) return this.stop();
    const {active, tabs} = this.host;
    const other = tabs[tabs.indexOf(active!) - 1] ?? tabs[tabs.indexOf(active!) + 1];
    if (active && other) await this.show(active, other);
  }

  async show(a: Tab, b: Tab) {
    this.host.activate(b);  // makes its picture
    this.host.activate(a);
    this.pair = [a, b];
    document.body.classList.add('two');
    find('compare').setAttribute('aria-pressed', 'true');
    b.place.hidden = false;
    a.place.style.order = '0';
    b.place.style.order = '1';
    if (b.view) b.view.onmove = () => { if (this.pair) this.follow(b); };
    if (a.model && b.model) a.view?.frame_box(a.model.box().union(b.model.box()), undefined, true);
    this.follow(a);
    await this.list(a, b);
  }

  /// The other camera goes where this one is.
  follow(tab: Tab) {
    if (!this.pair?.includes(tab) || this.following) return;
    const other = this.pair[0] === tab ? this.pair[1] : this.pair[0];
    if (!tab.view || !other.view) return;
    this.following = true;
    other.view.turning = false;
    other.view.camera.position.copy(tab.view.camera.position);
    other.view.controls.target.copy(tab.view.controls.target);
    other.view.controls.update();
    other.view.redraw();
    this.following = false;
  }
  private following = false;

  private async list(a: Tab, b: Tab) {
    for (const file of [{path: '\0b/' + b.path, bytes: await own_bytes(b)}]) await a.library.add(file);
    const pane = find('findings');
    this.host.pane('findings');
    try {
      const {json} = await a.library.compare(a.path, '\0b/' + b.path);
      const shown: Difference[] = json.differences;
      fill(pane, element('section', {class: 'kind'},
        element('h3', {}, json.total === 0 ? `${a.title} and ${b.title} are the same` : `${count(json.total)} differences`),
        element('p', {class: 'meaning'}, `${a.title} on the left, ${b.title} on the right${json.through_scene ? '; compared as scenes' : ''}.`),
        ...shown.slice(0, 300).map(each => element('button', {class: 'finding', onclick: () => { void a.go_to({where: each.where}); }},
          element('span', {class: 'mono'}, each.where), element('span', {class: 'place mono'}, `${each.a} → ${each.b}`))),
        json.total > 300 && element('p', {class: 'empty'}, `… and ${count(json.total - 300)} more`)));
      await mark_differences(a, b, shown);
    } catch (error) {
      fill(pane, element('p', {class: 'empty'}, `These two cannot be compared: ${(error as Error).message}`));
    }
  }

  end(tab: Tab) { if (this.pair?.includes(tab)) this.stop(); }

  stop() {
    const pair = this.pair;
    this.pair = undefined;
    document.body.classList.remove('two');
    find('compare').setAttribute('aria-pressed', 'false');
    if (!pair) return;
    pair[1].place.hidden = true;
    for (const tab of pair) tab.view?.mark([]);
    this.host.activate(pair[0]);
  }
}

async function own_bytes(tab: Tab) {
  const {json} = await tab.ask('about');
  const parts: Uint8Array[] = [];
  for (let offset = 0; offset < json.bytes; offset += 65536)
    parts.push((await tab.ask('bytes', {offset, length: 65536})).bytes);
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/// Colours the parts in which something differs, in both pictures.
async function mark_differences(a: Tab, b: Tab, differences: Difference[]) {
  for (const tab of [a, b]) {
    const names = new Set<string>();
    for (const {where} of differences.slice(0, 300)) {
      const inside = /\[([^\]]+)\]/.exec(where)?.[1];
      if (inside) names.add(inside);
    }
    tab.view?.mark(mark_list(tab.model?.parts ?? [], names));
  }
}
