// Where in a picture two files differ.
import * as three from 'three';
import type {Difference, DifferingParts} from '../library/answers.js';
import type {Library} from '../library/library.js';
import type {Marked} from '../picture/triangle_marks.js';
import type {Model, Part} from '../picture/model.js';
import type {Tab} from '../page/tab.js';

/// A node of a scene, or a material of some of its parts.
export interface Named { node?: three.Object3D; parts: Part[] }

/// The nodes of a scene by their names, gathered once for many questions.
export class NodesByName {
  private readonly whole = new Map<string, three.Object3D[]>();  // with the names above them
  private readonly last = new Map<string, three.Object3D[]>();

  constructor(private readonly model: Model) {
    const chains = new Map<three.Object3D, string>();
    const chain_of = (node: three.Object3D): string => {
      const known = chains.get(node);
      if (known !== undefined) return known;
      const name = model.names.get(node)!;
      const chain = node.parent && model.names.has(node.parent) ? `${chain_of(node.parent)}/${name}` : name;
      chains.set(node, chain);
      return chain;
    };
    const add = (table: Map<string, three.Object3D[]>, name: string, node: three.Object3D) => {
      if (!table.get(name)?.push(node)) table.set(name, [node]);
    };
    for (const [node, name] of model.names) {
      add(this.whole, chain_of(node), node);
      add(this.last, name, node);
    }
  }

  /// Scenes are compared by names: "nodes[door/leaf#2].mesh" is the second leaf of the door, "materials[wood]" all that is of wood.
  find(where: string): Named | undefined {
    const [, table, label] = /^(nodes|materials)\[(.*?)\](?:\.|$)/.exec(where) ?? [];
    if (table === 'materials') {
      const parts = this.model.parts.filter(part => part.material === label);
      return parts.length > 0 ? {parts} : undefined;
    }
    if (table !== 'nodes') return undefined;
    const number = Number(/#(\d+)$/.exec(label)?.[1] ?? 1);
    const wanted = label.split('/').map(each => each.replace(/#\d+$/, ''));
    // Long names and deep trees are shortened: the last name is complete.
    const found = this.whole.get(wanted.join('/')) ?? this.last.get(wanted[wanted.length - 1]) ?? [];
    const node = found[number - 1] ?? found[0];
    return node && {node, parts: this.model.parts.filter(part => part.node === node)};
  }
}

/// The rows of a difference in either file; null if a file has none.
export function rows_of({where, path_a, path_b}: Difference): [string | null, string | null] {
  return path_a === null && path_b === null ? [where, where] : [path_a, path_b];
}

export interface DifferencePlaces { parts: Part[]; is_all: boolean; triangles: Marked[] }  // whether these are all parts

/// All differences in the picture of the left (0) or right (1) file: triangles if the rows of the file
/// identify them, otherwise whole parts. Scenes of two formats have names in common, not rows.
export async function difference_places(tab: Tab, file: string, library: Library, {through_scene, part_total}: DifferingParts, side: 0 | 1): Promise<DifferencePlaces> {
  const {model} = tab;
  if (!model) return {parts: [], is_all: true, triangles: []};
  const parts = new Set<Part>();
  const triangles: Marked[] = [];
  if (through_scene) {
    const names = new NodesByName(model);
    const {parts: all} = (await library.compared('parts', {most: part_total})).json;
    for (const {where} of all) names.find(where)?.parts.forEach(each => parts.add(each));
  } else {
    const {json: {meshes, names}, bytes} = await library.compared('marks', {side});
    const numbers = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    let at = 0;
    for (const {triangles: many, ...mesh} of meshes) {
      const part = model.find_part({...mesh, file: tab.rooms ? file : ''});
      for (const number of part ? numbers.subarray(at, at + many) : []) triangles.push({part: part!, number});
      at += many;
    }
    const differing = new Set(triangles.map(each => each.part));
    for (const name of names) {
      const part = model.parts.find(each => (each.file === '' || each.file === file) && (each.mesh === name || each.name === name));
      for (const each of part ? model.parts.filter(other => other.node === part.node) : []) if (!differing.has(each)) parts.add(each);
    }
  }
  const is_all = model.parts.every(part => parts.has(part) || !(part.object as three.Mesh).isMesh);
  return {parts: [...parts], is_all, triangles};
}

/// The triangles of a file that differ, by where their corners are.
export class TriangleShapes {
  private readonly corners: three.Vector3[][];
  private readonly keys: string[];
  private readonly known: Set<string>;
  private readonly looks: Set<string>;

  constructor(tab: Tab, private readonly triangles: Marked[]) {
    this.corners = tab.view ? triangles.map(({part, number}) => tab.view!.corners(part, number)) : [];
    this.keys = this.corners.map(corners => corners.map(({x, y, z}) => `${Math.fround(x)} ${Math.fround(y)} ${Math.fround(z)}`).join());
    this.known = new Set(this.keys);
    this.looks = new Set(this.keys.map((_, i) => this.look(i)));
  }

  private look(i: number) { return `${this.keys[i]} ${this.triangles[i].part.material}`; }

  /// Those of the other file that are nowhere here.
  moved_from(theirs: TriangleShapes) { return theirs.corners.filter((_, i) => !this.known.has(theirs.keys[i])); }

  /// Those that the other file has in the same place with the same material: only their numbers differ, such
  /// as their rows.
  alike(theirs: TriangleShapes) { return this.triangles.map((_, i) => i < this.keys.length && theirs.looks.has(this.look(i))); }
}
