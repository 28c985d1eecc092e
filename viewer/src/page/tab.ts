// One opened file: its library, its picture, and its selection.
import * as three from 'three';
import type {About, Answers, Failure, Findings} from '../library/answers.js';
import {Library, messages, Refused} from '../library/library.js';
import {Fact, facts_of} from '../panes/facts.js';
import {Outlier, key_of, Model, Part} from '../picture/model.js';
import {corners_of} from '../picture/framing.js';
import {shown_name} from '../widgets/shown_names.js';
import {parts_at, show_hidden} from '../picture/show_hidden.js';
import {facts_of_triangle, place_of, Selection} from './selection.js';
import type {Dropped} from '../files/dropped_files.js';
import {View} from '../picture/view.js';
import {PathTool} from '../picture/path_tool.js';
import {Edits} from '../files/edits.js';
import {begin, counted, element, find, next_frame} from '../widgets/dom.js';

/// The callbacks of the panes around the picture.
export interface Panes {
  touched(tab: Tab): void;  // the user clicked in its picture
  selected(tab: Tab): void;
  bytes(tab: Tab, layer: number, offset: number, end: number): void;
  show_bytes(tab: Tab): void;
  reveal(tab: Tab, node: three.Object3D | undefined): void;
  reveal_path(tab: Tab, layer: number, path: string): void;
  painted(tab: Tab): void;
  edited(tab: Tab): void;  // its file was changed by the user here
  background(): string;
  refocused(tab: Tab): void;
  tell(tab: Tab, text: string): void;
  show_totals(tab: Tab): void;
}

/// A file of an area, and its data.
interface Room { path: string; about: About }

/// The source of a file that a link can find again.
export interface Source { kind: 'sample' | 'served' | 'inside'; name: string }

export class Tab {
  readonly caption = element('div', {class: 'caption'});
  readonly place = element('div', {class: 'picture'}, this.caption);
  view?: View;
  model?: Model;
  about!: About;  // after read()
  findings?: Findings;
  losses: string[] = [];
  selection?: Selection;
  picture_error?: string;
  scene_error?: Failure;  // something is missing in the picture
  readonly path_tool = new PathTool(this);
  readonly edits = new Edits(this);
  source: Source | undefined;  // by which a link finds it again
  private choices = 0;
  number = 0;  // in the order in which files were opened
  is_part = false;  // of another file: it cannot be opened by itself

  /// `file` is a dropped file, or one from the command; a sample has none.
  constructor(public path: string, readonly file: Dropped | undefined, readonly library: Library, readonly panes: Panes) {}

  area?: {layout: string; about: About};       // that is shown as one
  rooms?: string[];                            // its files; one of them, or the layout, is in view at a time
  private pinned_room?: Room;                         // chosen by the user: clicks leave it for a while
  get walkable(): boolean { return (this.area?.about ?? this.about)?.walkable ?? false; }
  /// Whether any face is walkable, not only whether it can be asked.
  get has_ways(): boolean { return (this.area?.about ?? this.about)?.has_ways ?? false; }
  /// What the file calls the finest level.
  get first_level(): number { return this.about?.first_level ?? 0; }
  /// Data outside the picture; in an area the same whichever file is in view.
  get all_losses(): string[] { return [...new Set<string>([...messages((this.area?.about ?? this.about).losses), ...this.losses])]; }
  /// Sentences about things far from everything else, and a link to each.
  get outliers(): {text: string; go?: () => Promise<void>}[] {
    const points = (this.model?.points_only ?? []).map(({file, name, triangles}) => ({text: `${file ? `${file}: ` : ''}${counted(triangles, 'triangle')} of ${name} lie${triangles === 1 ? 's' : ''} in one point, and ${triangles === 1 ? 'is' : 'are'} left out.`}));
    return [...points, ...(this.model?.apart ?? []).map(each => {
      const part = this.model!.find_part(each);
      const {triangle} = each;
      const go = part && triangle !== null ? () => { show_hidden(this, [part]); return this.select_triangle(part, triangle); } : undefined;
      return {text: outlier_text(each), go};
    })];
  }
  get title() { return shown_name((this.area?.layout ?? this.path).split('/').pop()!); }
  /// A room may have several files: a model and a walkmesh.
  get room_count() { return new Set(this.rooms?.map(path => path.split('/').pop()!.replace(/\..*$/, '').toLowerCase())).size; }

  ask<Q extends keyof Answers>(question: Q, words: object = {}) { return this.library.ask(this.path, question, words); }

  /// Those files that belong to it, or to a room of the area.
  async used_of(files: Dropped[]) {
    const used = new Set<string>();
    for (const path of this.area ? [this.area.layout, ...this.rooms!] : [this.path])
      for (const each of (await this.library.ask(path, 'uses', {files: files.map(file => file.path)})).json.uses) used.add(each);
    return files.filter(file => used.has(file.path));
  }

  /// Questions about the ground go to all rooms of an area at once.
  ask_ground<Q extends keyof Answers>(question: Q, words: object = {}) {
    return this.library.ask(this.area?.layout ?? this.path, question, words);
  }

  /// Reads it. An unreadable file is shown as far as possible.
  async read() {
    this.about = (await this.ask('about')).json;
    if (this.about.is_archive && this.file) this.about.bytes = this.file.blob.size;  // its library has the first bytes only
    if (this.about.error && !this.about.has_rest) return;
    if (this.about.lists_rooms) return this.read_area();
    const {model, losses, trouble, error} = await this.picture_of(this.path);
    this.losses = losses;
    this.scene_error = error;
    this.model = model;
    if (this.about.has_rest && !model?.parts.length) return;  // its error is shown in place of the picture
    this.picture_error = trouble ?? (model!.parts.length === 0 ? 'There is nothing in this file that can be drawn.' : undefined);
  }

  /// The scene of a file, or why there is none. Only a stopped library is a failure.
  private async picture_of(path: string): Promise<{model?: Model; losses: string[]; trouble?: string; error?: Failure}> {
    try {
      const {json, bytes} = await this.library.ask(path, 'scene', {over: !this.area && !this.about.lists_rooms});
      const model = await Model.read(bytes.buffer).catch(error => String(error.message));
      if (typeof model === 'string') return {losses: messages(json.losses), trouble: model};
      model.words = json.words;
      model.hashes = new Set(json.hashes);
      model.set_apart(json.apart, json.within);
      model.leave_out_points();
      return {model, losses: messages(json.losses), error: json.error ?? undefined};
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return {losses: [], trouble: [error.failure.field, error.failure.message].filter(Boolean).join(': ')};
    }
  }

  /// All rooms of an area in their places; the layout is in view until the user chooses a room. A room that
  /// cannot be drawn is left out, with a message.
  private async read_area() {
    const {rooms, missing} = (await this.ask('area')).json;
    const read: {path: string; position: number[]; model: Model}[] = [];
    for (const room of rooms) {
      const {model, trouble, losses, error} = await this.picture_of(room.path);
      if (model) read.push({...room, model});
      this.losses.push(...[trouble ?? error?.text, ...losses].filter(Boolean).map(each => `${room.path}: ${each}`));
    }
    if (missing.length > 0) this.losses.push(`The layout also lists ${listed(missing)}, of which there ${missing.length === 1 ? 'is no file' : 'are no files'} beside it.`);
    if (read.length === 0) {
      const advice = this.source?.kind === 'served' ? 'Put its rooms beside it' : 'Open its rooms as well';
      this.picture_error = `It says where rooms are. ${advice} to see the area: ${listed(missing)}.`;
      return;
    }
    this.area = {layout: this.path, about: this.about};
    this.pinned_room = {path: this.path, about: this.about};
    this.rooms = read.map(room => room.path);
    this.model = Model.joined(read, (await this.picture_of(this.path)).model);
  }

  /// Begins a selection; the result says whether it is still the latest one. Later answers are dropped.
  begin_selection() {
    const number = ++this.choices;
    return () => number === this.choices;
  }

  private readonly abouts = new Map<string, Promise<About>>();  // of rooms that were in view

  /// What is known of the room that a part is of.
  async room_of(path: string): Promise<Room> {
    if (path === this.path) return {path, about: this.about};
    const about = this.abouts.get(path) ?? this.library.ask(path, 'about').then(({json}) => json);
    this.abouts.set(path, about);
    return {path, about: await about};
  }

  /// Shows the layout or one of its rooms in the panes, unless the user chose another meanwhile.
  async look_at(path: string) {
    const is_last = this.begin_selection();
    const room = await this.room_of(path);
    if (!is_last()) return false;
    this.pinned_room = room;
    this.look_into(room);
    this.selection = undefined;
    this.view?.mark((this.model?.parts ?? []).filter(part => part.file === path));
    this.panes.selected(this);
    return true;
  }

  private look_into({path, about}: Room) {
    if (path === this.path) return;
    this.path = path;
    this.about = about;
    this.panes.refocused(this);
  }

  /// Makes the picture in several steps, between which the page draws: a large area would block it.
  async make_picture(background: string) {
    if (this.view || !this.model || this.model.parts.length === 0) return;
    const view = this.new_view();
    if (!view) return;
    try {
      await next_frame();
      view.set_background(background);
      view.front.fromArray(this.area ? [0, 0, 1] : this.about.front!);
      view.axes.forEach((axis, i) => axis.fromArray((this.area?.about ?? this.about).axes![i]));
      view.from_above = this.walkable;
      view.over = () => [this.caption, find('title'), ...document.querySelectorAll<HTMLElement>('#view-tools .corner')];
      view.set_model(this.model);
      await next_frame();
      await view.prepare();
      await next_frame();
    } catch (error) {
      view.free();  // a browser allows only a few renderers
      throw error;
    }
    this.view = view;
    this.view.onhit = (hit, event) => {
      this.panes.touched(this);
      if (!hit) return this.path_tool.walking ? this.path_tool.miss() : this.clear();
      if (this.has_ways && (this.path_tool.walking || event.altKey)) return begin(this.path_tool.step(hit.point.toArray()));
      begin(this.select_triangle(hit.part, hit.triangle, hit.point.toArray()));
    };
  }

  /// Tree, fields, findings and bytes need none.
  private new_view() {
    try {
      return new View(this.place);
    } catch (error) {
      this.picture_error = `This browser cannot draw it: ${(error as Error).message}`;
      return undefined;
    }
  }

  repaint() {
    this.view?.paint.apply();
    this.view?.refresh();
    this.panes.painted(this);
  }

  has_role(role: string) { return this.model?.roles().includes(role) ?? false; }

  show_role(role: string) {
    this.view?.paint.roles.add(role);
    this.repaint();
  }

  clear() {
    this.begin_selection();
    this.selection = undefined;
    this.path_tool.forget();
    this.view?.mark([]);
    this.view?.set_lines([]);
    this.panes.reveal(this, undefined);
    if (this.pinned_room) this.look_into(this.pinned_room);
    this.panes.selected(this);
  }

  /// Back from a room to the layout; returns whether there was one.
  leave_room() {
    if (!this.area || this.path === this.area.layout) return false;
    begin(this.look_at(this.area.layout));
    return true;
  }

  /// The place of the selection in the tree.
  get chosen_node() { return this.selection?.part?.node ?? this.selection?.node; }

  async select_node(node: three.Object3D, parts: Part[]) {
    const name = this.model?.names.get(node) ?? node.name;
    const room = this.model?.rooms.get(node);
    if (room) return void await this.look_at(room);
    const hook = this.model?.layout_hook(node);
    if (hook) return this.select_hook(node, name, hook);
    if (parts.length === 0) {
      const is_last = this.begin_selection();
      const {json} = await this.ask('triangle', {mesh: name});
      if (!is_last()) return;
      this.selection = {title: name, facts: [['kind', 'node']], layer: 0, paths: json.record ? [json.record] : [], node, parts: this.parts_below(node)};
      this.view?.mark([]);
      this.panes.reveal(this, node);
      return this.panes.selected(this);
    }
    await this.select_part(parts[0], parts);
  }

  /// A door or another hook of the layout: its line.
  private async select_hook(node: three.Object3D, name: string, {kind, room, before}: {kind: string; room?: string; before: number}) {
    const is_last = this.begin_selection();
    const layout = await this.room_of(this.area!.layout);
    const {line} = (await this.library.ask(layout.path, 'hook', {name, room, before})).json;
    if (!is_last()) return;
    this.look_into(layout);
    const facts: Fact[] = [['kind', kind.replaceAll('_', ' ')], ...(room ? [['room', room] as Fact] : [])];
    this.selection = {title: name, facts, layer: 0, paths: line ? [line] : [], node, parts: []};
    this.view?.mark([]);
    if (line) this.panes.bytes(this, 0, line.offset, line.end);
    this.panes.reveal(this, node);
    this.panes.selected(this);
  }

  async select_part(part: Part, parts = [part]) {
    const is_last = this.begin_selection();
    const room = await this.room_of(part.file || this.path);
    const {json} = await this.library.ask(room.path, 'triangle', {mesh: part.mesh, occurrence: part.occurrence, primitive: part.primitive});
    if (!is_last()) return;
    this.look_into(room);
    this.selection = {title: part.name, facts: this.facts_of(part), layer: 0, paths: json.record ? [json.record] : [], part, parts};
    this.view?.mark(parts);
    this.after_selection();
  }

  /// A click in the picture: the triangle, its bytes, and on a surface the place.
  async select_triangle(part: Part, triangle: number, point?: number[]) {
    const is_last = this.begin_selection();
    const room = await this.room_of(part.file || this.path);
    const {json} = await this.library.ask(room.path, 'triangle', {mesh: part.mesh, occurrence: part.occurrence, primitive: part.primitive, triangle});
    const {facts, ground} = await facts_of_triangle(this, part, triangle, point);
    if (!is_last()) return;
    this.look_into(room);
    this.selection = {title: part.name, facts, ground, layer: 0, paths: [...json.rows, ...json.beside, ...(json.record ? [json.record] : [])], corners: json.vertices, why_not: json.why_not, part, parts: [part]};
    this.view?.mark([], {part, number: triangle});  // its whole part in another colour would look like another material
    this.after_selection();
  }

  private after_selection() {
    const [first] = this.selection!.paths;
    if (first && first.end > first.offset) this.panes.bytes(this, 0, first.offset, first.end);
    this.panes.reveal(this, this.chosen_node);
    this.panes.selected(this);
  }

  /// A field of the file, and its place in the picture; nothing if the selection changed meanwhile.
  async select_path(layer: number, path: string, {from_bytes = false, file = this.path} = {}) {
    const is_last = this.begin_selection();
    const room = await this.room_of(file);
    const {json} = await this.library.ask(file, 'fields', {layer, parent: path, most: 1});
    const place = await this.place_of(layer, path, file);
    const [one] = place.triangles;
    const {facts, ground} = place.triangles.length === 1 ? await facts_of_triangle(this, one.part, one.number, this.middle_of(one.part, one.number)) : {facts: [], ground: undefined};
    if (!is_last()) return;
    this.look_into(room);
    const first = json.fields[0];
    const extent = first ? {path, offset: first.offset, end: first.offset + first.length} : {path, offset: 0, end: 0};
    this.selection = {title: path, facts, ground, layer, paths: [extent], part: place.parts[0], parts: place.parts};
    if (place.triangles.length > 0) this.view?.mark([], ...place.triangles);
    else this.view?.mark(place.parts);
    if (!from_bytes && first) this.panes.bytes(this, layer, first.offset, first.offset + first.length);
    this.panes.reveal_path(this, layer, path);
    this.panes.selected(this);
    return place;
  }

  /// As it is now; of an area all of it.
  async read_again() {
    this.clear();
    this.path = this.area?.layout ?? this.path;
    this.pinned_room = undefined;
    this.abouts.clear();
    this.losses = [];
    this.view?.free();
    this.view = this.model = this.findings = undefined;
    await this.read();
    await this.make_picture(this.panes.background());
  }

  middle_of(part: Part, triangle: number) {
    return this.view?.corners(part, triangle).reduce((sum, each) => sum.add(each)).divideScalar(3).toArray();
  }

  place_of(layer: number, path: string, file = this.path) { return place_of(this, layer, path, file); }

  /// To the place of a finding, in the bytes and in the picture.
  async go_to(finding: {file?: string; where?: string; layer?: number; path?: string; offset?: number | null; line?: number | null}) {
    const layer = finding.layer ?? 0;
    const where = finding.path ?? finding.where;
    const file = finding.file || (this.area?.layout ?? this.path);
    if (file !== this.path && !await this.look_at(file)) return;
    if (where && !this.about.error) {
      const place = await this.select_path(layer, where);
      if (!place) return;
      show_hidden(this, parts_at(place));
      this.fly_to(place);
    }
    if (finding.offset !== null && finding.offset !== undefined) this.panes.bytes(this, layer, finding.offset, finding.offset + 1);
    else if (finding.line && this.about.layers[layer]?.lines > 0) {
      const choice = this.choices;
      const {json} = await this.ask('line', {layer, line: finding.line});
      if (choice === this.choices) this.panes.bytes(this, layer, json.offset, json.end);
    }
  }

  /// Brings the selection into the middle: a part, all parts below a node, the place of a hook, or the room
  /// in view.
  frame_selection() {
    const {view, model, selection} = this;
    if (!view || !model || !(selection || this.pinned_room)) return;
    const {parts, node} = selection ?? {parts: model.parts.filter(each => each.file === this.path)};
    const shown = parts.filter(each => each.object.visible);
    if (shown.length > 0) view.frame(shown);
    else if (node) view.frame_place(node.getWorldPosition(new three.Vector3()));
  }

  private parts_below(node: three.Object3D) { return this.model?.parts.filter(each => is_below(each.node, node)) ?? []; }

  private fly_to({parts, triangles}: {parts: Part[]; triangles: {part: Part; number: number}[]}) {
    const {view} = this;
    if (!view) return;
    if (triangles.length === 0) return parts.length > 0 && view.frame(parts);
    const corners = triangles.flatMap(each => view.corners(each.part, each.number));
    view.frame_points(corners_of(new three.Box3().setFromPoints(corners).expandByScalar(corners[0].distanceTo(corners[1]))));
  }

  /// Those of these that the file in view has besides its finest level: levels, roles and lights.
  has_beside(what: string[]) {
    const {model} = this;
    if (!model) return [];
    const parts = model.parts.filter(each => !this.rooms || each.file === this.path);
    const levels = new Set(parts.filter(each => each.role === 'visual').map(each => each.level));
    const room = [...model.rooms].find(([, file]) => file === this.path)?.[0] ?? model.root;
    return what.filter(each => each === 'lod' ? levels.size > 1 : each === 'lights' ? model.lights.some(light => is_below(light, room)) : parts.some(part => part.role === each));
  }

  facts_of(part: Part): Fact[] {
    const has_levels = part.role === 'visual' && this.model!.levels().length > 1;
    return facts_of(part, this.model!, has_levels ? [['level', String(part.level + this.first_level)]] : []);
  }

  async load_islands() {
    const view = this.view;
    if (!view || view.paint.islands) return;
    const {json, bytes} = await this.ask_ground('islands');
    const numbers = new Uint32Array(bytes.buffer);
    view.paint.islands = new Map();
    let at = 0;
    for (const table of json) {
      view.paint.islands.set(key_of(table), numbers.slice(at, at + table.triangles));
      at += table.triangles;
    }
  }

  close() {
    this.view?.free();
    this.view = undefined;
    this.model = undefined;
    this.library.stop();
    this.place.remove();
  }
}

function outlier_text({file, mesh, vertices, triangles, drawn}: Outlier) {
  const [lie, they] = vertices === 1 ? ['lies', 'It is'] : ['lie', 'They are'];
  const where = `${file ? `${file}: ` : ''}${counted(vertices, 'vertex', 'vertices')} of ${mesh} ${lie}`;
  if (drawn) return `${where} far away from everything else. ${they} drawn, but not framed.`;
  return `${where} nowhere, or too far away to be drawn. ${counted(triangles, 'triangle')} there ${triangles === 1 ? 'is' : 'are'} left out.`;
}

/// The first few of a list.
function listed(names: string[]) { return names.length > 6 ? `${names.slice(0, 6).join(', ')} and ${names.length - 6} more` : names.join(', '); }

function is_below(node: three.Object3D | null, above: three.Object3D): boolean {
  return node !== null && (node === above || is_below(node.parent, above));
}
