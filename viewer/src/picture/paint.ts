// The colours of a model, and its legend.
import * as three from 'three';
import {hash_text, key_of, Model, Part} from './model.js';
import {roofs_of} from './roofs.js';

export type Look = 'lit' | 'wireframe' | 'normals' | 'checker' | 'colours';
export interface Group { label: string; colour: string; parts: Part[]; hidden: boolean; triangles: number; both?: [left: number, right: number] }

/// Content of the legend, and whether its numbers count triangles.
export interface Words { label: string; in_full: boolean }

/// Hues that lie far apart, the same for the same number; none is the red of non-walkable ground.
export function hue(number: number) { return new three.Color().setHSL(0.08 + ((0.5 + number * 0.618034) % 1) * 0.84, 0.55, 0.55); }

const none = 0xffffffff;  // the island of a triangle that cannot be walked on
export const not_walkable = 'not walkable';
function island_label(island: number) { return island === none ? not_walkable : `island ${island + 1}`; }

export interface PaintState { look: Look; by: string; level: number | 'all'; roles: Set<string>; off: Set<string>; solid: boolean }

function replace(own: Set<string>, its: Set<string>) {
  own.clear();
  its.forEach(each => own.add(each));
}

export class Paint {
  look: Look = 'lit';
  by = 'material';         // or 'part', 'islands', a property after a dot
  has_colours = false;     // of its own
  level: number | 'all' = 0;
  readonly roles = new Set<string>();      // that are shown
  readonly off = new Set<string>();        // labels of groups that are hidden
  roofs = new Set<Part>();                 // over a floor
  solid = false;                           // roofs are, and hide the parts below
  islands?: Map<string, Uint32Array>;      // one number per triangle, by `key_of`
  private numbers = new Map<string, number>();  // of labels, which give the hues
  private numbered = '';                         // by meaning
  private readonly replaced = new Map<three.BufferGeometry, three.BufferAttribute | undefined>();  // colours under those of islands
  private model!: Model;
  private readonly made: three.Material[] = [];
  private checker?: three.Texture;

  /// Everything that is drawn in the game; where that is nothing, everything.
  start(model: Model) {
    this.model = model;
    this.level = model.levels()[0] ?? 'all';
    this.roofs = roofs_of(model);
    this.has_colours = model.parts.some(part => part.object.geometry.attributes.color);
    const roles = model.roles();
    // Walls of a walkmesh would show through the models that it lies over.
    const at_first = roles.includes('visual') ? ['visual', 'helper'] : ['walkmesh', 'helper'];
    for (const role of roles) if (at_first.includes(role)) this.roles.add(role);
    if (!model.parts.some(part => this.roles.has(part.role) && part.role !== 'helper')) roles.forEach(role => this.roles.add(role));
    this.apply();
  }

  /// A label in the legend: with a number also its property.
  in_words(label: string): Words {
    if (this.by === 'material') return this.by_properties(label);
    if (this.by[0] !== '.' || !/^(-?[\d.]+|0x[\dA-F]+)$/.test(label)) return {label, in_full: false};
    return {label: `${this.called(this.by.slice(1))} ${label}`, in_full: false};
  }

  private called(property: string) { return this.model.words[property] ?? property.replaceAll('_', ' '); }

  /// A material that is named after properties of its parts, such as layer_1_material_37, in words.
  private by_properties(label: string): Words {
    const {extras} = this.model.parts.find(part => part.material === label) ?? {extras: {}};
    const named = Object.entries(extras).filter(([name, value]) => typeof value === 'number' && `_${label}_`.includes(`_${name}_${value}_`));
    if (named.length < 2) return {label, in_full: false};
    return {label: named.map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`).join(', '), in_full: true};
  }

  label(part: Part) {
    if (this.by === 'material') return part.material;
    if (this.by === 'part') return part.name;
    const name = this.by.slice(1);
    const value = part.extras[name] ?? 'none';
    return this.model.hashes.has(name) ? hash_text(value) : String(value);
  }

  /// The groups of a part in the legend: it may have several islands; borders and the like have none.
  private labels(part: Part): string[] {
    if (this.by !== 'islands') return [this.label(part)];
    if (!(part.object as three.Mesh).isMesh) return [];
    const islands = this.islands?.get(key_of(part));
    return islands ? [...new Set(islands)].map(island_label) : [not_walkable];
  }

  private is_off(part: Part) {
    const labels = this.labels(part);
    return labels.length > 0 && labels.every(label => this.off.has(label));
  }

  /// Shows a hidden part, whatever hid it.
  reveal(part: Part) {
    part.hidden = false;
    this.roles.add(part.role);
    for (const label of this.labels(part)) this.off.delete(label);
    if (part.role === 'visual' && this.level !== 'all') this.level = part.level;
  }

  /// Roofs hide the parts below them, and a model hides its armor.
  private is_seen_through(part: Part) {
    return (this.roofs.has(part) && !this.solid) || (part.role === 'visual' && this.roles.has('armor'));
  }

  shown(part: Part) {
    const level = this.level === 'all' || part.level === this.level || part.role !== 'visual';
    return level && this.roles.has(part.role) && !part.hidden && !this.is_off(part);
  }

  apply() {
    if (this.numbered !== this.by) {
      this.numbers = new Map();
      this.numbered = this.by;
    }
    for (const each of this.made.splice(0)) each.dispose();
    this.put_colours_back();
    for (const part of this.model.parts) {
      const label = this.label(part);
      if (!this.numbers.has(label)) this.numbers.set(label, this.numbers.size);
      part.object.visible = this.shown(part);
      const material = this.material(part, this.numbers.get(label)!);
      part.object.material = this.is_seen_through(part) ? this.glass(material) : material;
    }
  }

  /// As it is now, to be restored.
  state(): PaintState {
    return {look: this.look, by: this.by, level: this.level, solid: this.solid, roles: new Set(this.roles), off: new Set(this.off)};
  }
  restore({look, by, level, solid, roles, off}: PaintState) {
    Object.assign(this, {look, by, level, solid});
    replace(this.roles, roles);
    replace(this.off, off);
    this.numbers = new Map();
    this.numbered = '';
    this.apply();
  }

  /// Copies another model's look, levels, layers and colours. Layers or levels that the other lacks stay.
  take_from(other: Paint) {
    this.look = other.look === 'colours' && !this.has_colours ? 'lit' : other.look;
    this.by = other.by;
    this.solid = other.solid;
    const levels = this.model.levels();
    if (other.level === 'all' || levels.includes(other.level)) this.level = other.level;
    for (const role of other.model.roles()) {
      if (other.roles.has(role)) this.roles.add(role);
      else this.roles.delete(role);
    }
    replace(this.off, other.off);
    this.numbers = other.numbers;
    this.numbered = other.numbered;
    this.apply();
  }

  /// The visible parts, by the current colouring; hidden groups stay, so that they can be shown again.
  groups(): Group[] {
    if (this.by === 'islands') return this.island_groups();
    const groups = new Map<string, Group>();
    for (const part of this.model.parts) {
      const label = this.label(part);
      const hidden = this.off.has(label);
      if (!hidden && !part.object.visible) continue;
      if (!(part.object as three.Mesh).isMesh) continue;
      const group = groups.get(label) ?? {label, colour: '', parts: [], hidden, triangles: 0};
      group.parts.push(part);
      group.triangles += part.triangles - part.left_out;
      const colour = (part.object.material as three.MeshStandardMaterial).color;
      group.colour = colour ? '#' + colour.getHexString() : '#888888';
      groups.set(label, group);
    }
    return [...groups.values()];
  }

  private island_groups(): Group[] {
    const counts = new Map<number, number>();
    for (const list of this.islands?.values() ?? []) for (const island of list) counts.set(island, (counts.get(island) ?? 0) + 1);
    return [...counts].sort(([a], [b]) => a - b).map(([island, triangles]) => ({
      label: island_label(island),
      colour: island === none ? '#7c828c' : '#' + hue(island).getHexString(),
      parts: [], hidden: this.off.has(island_label(island)), triangles,
    }));
  }

  private material(part: Part, number: number): three.Material {
    if (!(part.object as three.Mesh).isMesh) return part.own;
    if (this.by === 'islands') return this.island_material(part);
    const keep = <T extends three.Material>(made: T) => { this.made.push(made); return made; };
    const side = part.own.side;
    if (this.look === 'normals') return keep(new three.MeshNormalMaterial({side, flatShading: !part.object.geometry.attributes.normal}));
    if (this.look === 'checker') return keep(new three.MeshStandardMaterial({side, map: this.checker ??= checker(), roughness: 0.9}));
    if (this.look === 'colours' && part.object.geometry.attributes.color)
      return keep(new three.MeshBasicMaterial({side, vertexColors: true}));
    const plain = this.by === 'material' && this.look === 'lit';
    if (plain) return part.own;
    const copy = keep(part.own.clone() as three.MeshStandardMaterial);
    copy.wireframe = this.look === 'wireframe';
    if (this.by !== 'material') { copy.color.copy(hue(number)); copy.map = null; }
    return copy;
  }

  /// The same, to be seen through.
  private glass(material: three.Material) {
    const copy = material.clone();
    this.made.push(copy);
    copy.transparent = true;
    copy.opacity = 0.16;
    copy.depthWrite = false;
    return copy;
  }

  private island_material(part: Part) {
    const islands = this.islands?.get(key_of(part));
    const copy = (part.own.clone() as three.MeshStandardMaterial);
    this.made.push(copy);
    copy.map = null;
    copy.color.set(islands ? 0xffffff : 0x7c828c);
    if (!islands) return copy;
    // Corners are shared by triangles of several islands only where these touch: the last one wins there.
    const geometry = part.object.geometry;
    const colours = new Float32Array(geometry.attributes.position.count * 4);
    islands.forEach((island, triangle) => {
      const {r, g, b} = island === none ? new three.Color(0x7c828c) : hue(island);
      const seen = this.off.has(island_label(island)) ? 0 : 1;
      for (let i = 0; i < 3; ++i) colours.set([r, g, b, seen], (geometry.index?.getX(triangle * 3 + i) ?? triangle * 3 + i) * 4);
    });
    this.replaced.set(geometry, geometry.attributes.color as three.BufferAttribute | undefined);
    geometry.setAttribute('color', new three.BufferAttribute(colours, 4));
    copy.vertexColors = true;
    copy.alphaTest = 0.5;
    return copy;
  }

  private put_colours_back() {
    for (const [geometry, own] of this.replaced) {
      if (own) geometry.setAttribute('color', own);
      else geometry.deleteAttribute('color');
    }
    this.replaced.clear();
  }

  free() {
    for (const each of this.made.splice(0)) each.dispose();
    this.checker?.dispose();
  }
}

function checker() {
  const size = 128;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const pen = canvas.getContext('2d')!;
  for (let y = 0; y < 8; ++y)
    for (let x = 0; x < 8; ++x) {
      pen.fillStyle = (x + y) % 2 ? '#d9dee6' : `hsl(${(x * 45)}, 55%, ${40 + y * 4}%)`;
      pen.fillRect(x * 16, y * 16, 16, 16);
    }
  const texture = new three.CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = three.RepeatWrapping;
  texture.colorSpace = three.SRGBColorSpace;
  return texture;
}
