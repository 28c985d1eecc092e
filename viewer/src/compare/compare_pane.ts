// Two files side by side: cameras tied, differences listed and marked.
import * as three from 'three';
import {close_menus} from '../widgets/controls.js';
import {begin, count, element, fill, find, say} from '../widgets/dom.js';
import type {Difference, DifferingParts} from '../library/answers.js';
import {DifferenceList} from './difference_list.js';
import {show_count} from '../panes/findings.js';
import {colours} from '../picture/triangle_marks.js';
import {NodesByName, DifferencePlaces, difference_places, rows_of, TriangleShapes} from './difference_places.js';
import {parts_at, show_hidden} from '../picture/show_hidden.js';
import {names_of} from '../page/tab_bar.js';
import type {Tab} from '../page/tab.js';
import type {Tie} from '../picture/camera.js';

interface Host { readonly tabs: Tab[]; active?: Tab; activate(tab?: Tab): void; touched(tab: Tab): void; pane(name: string): void }

const alike = 2.2; // so many times the smaller one's size both may take up to be framed as one

export class ComparePane {
  private pair?: [Tab, Tab];
  private put_back = () => {};  // restores the look of the right one
  private tie?: Tie;            // of the left camera to the right one
  private is_apart = false;     // they lie elsewhere or differ in size: each is framed by itself

  constructor(private readonly host: Host) {}

  /// Ends the comparison, or begins it with both of two files. With more files the list opens.
  toggle() {
    const {active, tabs} = this.host;
    if (this.pair) this.stop();
    else if (active && tabs.length === 2) begin(this.show(tabs[0], tabs[1]));
    else if (active && tabs.length > 2) return this.ask(active);
    return false;
  }

  private ask(active: Tab) {
    const names = names_of(this.host.tabs);
    fill(find('compare-menu'), element('p', {class: 'menu-head'}, `Compare ${names.get(active)} with`), ...this.host.tabs.filter(tab => tab !== active).map(tab =>
      element('button', {role: 'menuitem', title: tab.path, onclick: () => { close_menus(); begin(this.show(active, tab)); }}, element('span', {}, names.get(tab)!))));
    return true;
  }

  async show(a: Tab, b: Tab) {
    this.host.activate(a);
    this.pair = [a, b];
    this.put_back = kept(b);
    this.as_one = false;
    document.body.classList.add('two');
    find('compare').setAttribute('aria-pressed', 'true');
    b.place.hidden = false;
    a.place.style.order = '0';
    b.place.style.order = '1';
    this.name_sides();
    for (const tab of this.pair) tab.view?.resize();  // each has half the room now
    this.watch(b);
    this.draw_alike(a);
    this.arrange();
    a.repaint();
    this.host.pane('findings');
    await this.list(a, b);
  }

  private watch(tab: Tab) { if (tab.view) tab.view.onmove = () => { if (this.pair) this.follow(tab); }; }

  /// One of the two says something else now, and has another picture: differences and marks are made again, and nothing else moves.
  changed(tab: Tab) {
    if (!this.pair?.includes(tab)) return;
    const [a, b] = this.pair;
    this.watch(tab);
    tab.view?.resize();
    this.accompany();
    this.draw_alike(tab === a ? b : a);
    begin(this.list(a, b));
  }

  /// Each is framed with the other, unless they lie apart.
  private accompany() {
    const [a, b] = this.pair!;
    if (a.view) a.view.company = () => this.is_apart ? [] : b.model?.points() ?? [];
    if (b.view) b.view.company = () => this.is_apart ? [] : a.model?.points() ?? [];
  }

  /// With more than two files, each side has a list of those to put there.
  name_sides() {
    const tabs = [...this.host.tabs];
    const names = names_of(tabs);
    this.pair?.forEach((tab, side) => {
      if (tabs.length === 2) return fill(tab.caption, names.get(tab)!);
      const other = this.pair![1 - side];
      const list = element('select', {
        'aria-label': side === 0 ? 'File on the left' : 'File on the right',
        onchange: () => { const chosen = tabs[Number(list.value)]; begin(side === 0 ? this.show(chosen, other) : this.show(other, chosen)); },
      }, ...tabs.flatMap((each, i) => each === other ? [] : [element('option', {value: i, selected: each === tab}, names.get(each)!)]));
      fill(tab.caption, list);
    });
  }

  /// What a file is compared with.
  other(tab: Tab) { return this.pair?.includes(tab) ? this.pair[this.pair[0] === tab ? 1 : 0] : undefined; }

  get is_on() { return this.pair !== undefined; }

  /// What is chosen in one is chosen in both, and so given up.
  clear_other(tab: Tab) { this.other(tab)?.clear(); }

  is_right(tab: Tab) { return this.pair?.[1] === tab; }

  get is_tied() { return this.tie !== undefined; }

  /// Ties the cameras, which frames both again, or releases them.
  set_tied(on: boolean) {
    if (on) this.arrange();
    else this.tie = undefined;
    say(on ? 'Both cameras move together.' : 'Each camera moves by itself.');
  }

  lie_apart = false;  // so that each is framed by itself, unless the user wants one camera
  private as_one = false;
  get has_one_camera() { return !this.is_apart; }

  set_one_camera(on: boolean) {
    this.as_one = on;
    this.arrange();
    say(on ? 'Both are seen by one camera, each where it lies.' : 'Each is framed by itself.');
  }

  /// Both in one frame, so that moved parts show; those that lie far apart, or differ much in size, each in
  /// its own.
  private arrange() {
    const [a, b] = this.pair!;
    this.tie = undefined;
    if (!a.view || !b.view) return;
    const [left, right] = [a.view, b.view];
    this.lie_apart = !lie_together(a.model!.points(), b.model!.points());
    this.is_apart = this.lie_apart && !this.as_one;
    this.accompany();
    left.frame();
    const from = left.stand();
    if (this.is_apart) right.frame(undefined, from.away, true);
    const to = this.is_apart ? right.stand() : from;
    this.tie = {from: from.target, to: to.target, scale: to.distance / from.distance};
    this.follow(a);
  }

  /// The other camera follows this one.
  follow(tab: Tab) {
    const other = this.other(tab);
    if (!tab.view || !other?.view || this.following || !this.tie) return;
    const {from, to, scale} = this.tie;
    this.following = true;
    other.view.look_as(tab.view, tab === this.pair![0] ? this.tie : {from: to, to: from, scale: 1 / scale});
    this.following = false;
  }
  private following = false;

  /// The other is drawn and coloured as this one is.
  draw_alike(tab: Tab) {
    const other = this.other(tab);
    if (!tab.view || !other?.view) return;
    if (tab.view.paint.by === 'islands' && !other.view.paint.islands && other.has_ways) return begin(other.load_islands().then(() => tab.repaint()));
    Object.assign(other.view.show, tab.view.show);
    other.view.paint.take_from(tab.view.paint);
    other.view.refresh();
  }

  private async list(a: Tab, b: Tab) {
    const pane = find('findings');
    const files = [a.path, b.path];  // of an area, the file in view
    const asked = ++this.asked;
    const is_over = () => this.pair?.[0] !== a || this.pair[1] !== b || asked !== this.asked;
    try {
      const json = (await a.library.compare(files[0], files[1], await own_files(b), {tolerance: this.tolerance})).json;
      if (is_over()) return;
      show_count(json.total > 0 ? count(json.total) : '');
      const legend = element('p', {class: 'meaning marks'});
      const list = new DifferenceList(json, async (question, words) => (await a.library.compared(question, words)).json, difference => this.go_to(difference, files, json.through_scene));
      fill(pane, this.head(a, b, json, legend), this.tolerances(a, b), ...(json.total > 0 ? [list.tools, list.place] : []));
      if (json.total > 0) await list.show();
      const places = [await difference_places(a, files[0], a.library, json, 0), await difference_places(b, files[1], a.library, json, 1)];
      if (!is_over()) this.mark(places[0], places[1], legend);
    } catch (error) {
      if (!is_over()) fill(pane, element('p', {class: 'empty'}, `These two cannot be compared: ${(error as Error).message}`), this.tolerances(a, b));
    }
  }
  private asked = 0;
  private tolerance = 0;

  /// Numbers that are no further apart are equal.
  private tolerances(a: Tab, b: Tab) {
    const typed = element('input', {type: 'text', inputmode: 'decimal', size: 8, value: String(this.tolerance), onchange: () => {
      const number = Number(typed.value.trim().replace(',', '.'));
      if (!Number.isFinite(number) || number < 0) {
        typed.value = String(this.tolerance);
        return say('A tolerance is a number that is not below 0, such as 0.001.');
      }
      this.tolerance = number;
      begin(this.list(a, b));
    }});
    return element('label', {class: 'tolerance', title: 'Numbers that are no further apart are the same'}, 'Numbers may differ by', typed);
  }

  /// Marks the differences in both pictures, and explains the marks.
  private mark(left: DifferencePlaces, right: DifferencePlaces, legend: HTMLElement) {
    const [a, b] = this.pair!;
    const is_all = left.is_all && right.is_all && left.parts.length > 0;  // then marks mean nothing
    const sides = [{tab: a, places: left}, {tab: b, places: right}].map(({tab, places}) => ({tab, places: is_all ? {...places, parts: []} : places}));
    const shapes = sides.map(({tab, places}) => new TriangleShapes(tab, places.triangles));
    const elsewhere = shapes.map((own, i) => this.is_apart || !a.view || !b.view ? [] : own.moved_from(shapes[1 - i]));
    // If all look the same, or none does, there is nothing to distinguish.
    const same = shapes.map((own, i) => own.alike(shapes[1 - i]));
    const tells = same.flat().some(each => each) && same.flat().some(each => !each);
    sides.forEach(({tab, places}, i) => tab.view?.mark_differences(places.parts, places.triangles.filter((_, k) => !tells || !same[i][k]), elsewhere[i], places.triangles.filter((_, k) => tells && same[i][k])));
    const has = (of: (places: DifferencePlaces) => unknown[]) => sides.some(({places}) => of(places).length > 0);
    const entry = (colour: number, text: string, look = '') => element('span', {class: 'marks-entry'},
      element('span', {class: `swatch ${look}`, style: `--mark:#${colour.toString(16).padStart(6, '0')}`}), text);
    fill(legend, has(places => places.triangles) && entry(colours.difference, 'triangles that differ'),
      tells && entry(colours.alike, 'those that look the same, of other numbers in the file'),
      has(places => places.triangles) && entry(colours.chosen, 'those of the one you choose below'),
      elsewhere.some(each => each.length > 0) && entry(colours.elsewhere, 'where the other file has them', 'outline'),
      has(places => places.parts) && entry(colours.part, 'parts that differ', 'faint'),
      !has(places => [...places.triangles, ...places.parts]) && `${is_all ? 'Every part differs, so that none' : 'Nothing'} is marked: a click on a difference shows where it is.`);
  }

  private head(a: Tab, b: Tab, json: DifferingParts, legend: HTMLElement) {
    const own = names_of(this.host.tabs);
    const names = [a, b].map(tab => tab.area ? tab.path.split('/').pop() : own.get(tab));
    return element('section', {class: 'kind'},
      element('h3', {}, json.total === 0 ? `${names[0]} and ${names[1]} are the same${this.tolerance > 0 ? ` within ${this.tolerance}` : ''}` : `${count(json.total)} difference${json.total === 1 ? '' : 's'}`),
      element('p', {class: 'meaning'}, `${names[0]} on the left, ${names[1]} on the right${json.through_scene ? '; compared as scenes' : ''}.`),
      json.any_all && element('p', {class: 'meaning'}, 'Corners are compared in the order of the triangles: where all differ, these may be the same in another order.'),
      json.total > 0 && legend,
      this.is_apart && element('p', {class: 'meaning'}, 'They do not lie in the same place or are not of a size: each is framed by itself.'));
  }

  /// Shows the place in both, or in the one that has it.
  private go_to(difference: Difference, files: string[], through_scene: boolean) {
    const {where, layer} = difference;
    const [a, b] = this.pair!;
    if (through_scene) return this.go_to_named(where);
    const paths = rows_of(difference);
    const [first, second] = paths[0] !== null ? [0, 1] : [1, 0];
    const pair = [a, b];
    this.host.touched(pair[first]);
    begin(pair[first].go_to({layer, path: paths[first]!, file: files[first]}));
    if (paths[second] !== null) begin(pair[second].select_path(layer, paths[second]!, {file: files[second]}).then(place => place && show_hidden(pair[second], parts_at(place))));
    else pair[second].clear();
  }

  /// Scenes of two formats have no fields in common, but names.
  private go_to_named(where: string) {
    const sides = this.pair!.map(tab => ({tab, named: tab.model && new NodesByName(tab.model).find(where)}));
    const first = sides.find(({named}) => named);
    if (!first) say(`${where} has no place in the pictures.`);
    else this.host.touched(first.tab);
    for (const {tab, named} of sides) {
      if (named) show_hidden(tab, named.parts);
      if (!named) tab.clear();
      else if (named.node) begin(tab.select_node(named.node, named.parts));
      else begin(tab.select_part(named.parts[0], named.parts));
    }
    if (first && first.named!.parts.length > 0) first.tab.view?.frame(first.named!.parts);
  }

  end(tab: Tab) { if (this.pair?.includes(tab)) this.stop(); }

  /// Ends it and shows the left one alone.
  stop() {
    const left = this.pair?.[0];
    this.leave();
    if (left) this.host.activate(left);
  }

  /// Ends it; the caller decides what is shown then.
  leave() {
    const pair = this.pair;
    if (!pair) return;
    this.pair = this.tie = undefined;
    begin(pair[0].library.end_comparison());
    document.body.classList.remove('two');
    find('compare').setAttribute('aria-pressed', 'false');
    for (const {view, caption} of pair) {
      fill(caption);
      view?.mark_differences([], []);
      if (view) view.company = () => [];
    }
    this.put_back();
    this.put_back = () => {};
    if (pair[0].view?.is_whole) pair[0].view.frame();
  }
}

/// Whether one picture has room for both so that each is seen well.
function lie_together(a: three.Vector3[], b: three.Vector3[]) {
  const radius = (points: three.Vector3[]) => new three.Box3().setFromPoints(points).getBoundingSphere(new three.Sphere()).radius;
  return radius([...a, ...b]) <= alike * Math.min(radius(a), radius(b));
}

/// A file as it was dropped, with its companion.
async function own_files(tab: Tab): Promise<{path: string; bytes: Uint8Array}[]> {
  const {json, bytes, companion} = await tab.ask('file');
  return [{path: json.file, bytes}, ...(json.companion ? [{path: json.companion, bytes: companion}] : [])];
}

/// Remembers the look and the camera of a file; returns a function that restores them.
function kept(tab: Tab) {
  const {view} = tab;
  if (!view) return () => {};
  const state = view.paint.state();
  const show = {...view.show};
  const camera = view.camera_kept();
  const seen = view.camera_text();
  return () => {
    if (!tab.view) return;  // closed
    tab.view.paint.restore(state);
    Object.assign(tab.view.show, show);
    tab.view.refresh();
    if (tab.view === view) camera();
    else tab.view.set_camera(seen);  // its file was edited meanwhile
  };
}
