// Where in a picture two files differ.
import * as three from 'three';
import type {Difference} from './differences.js';
import type {Marked} from './marks.js';
import type {Model, Part} from './model.js';
import type {Tab} from './tab.js';

/// A node of a scene, or a material of some of its parts.
export interface Named { node?: three.Object3D; parts: Part[] }

/// The names of a node and of those above it.
function chain_of(model: Model, node: three.Object3D) {
  const names: string[] = [];
  for (let at: three.Object3D | null = node; at && model.names.has(at); at = at.parent) names.unshift(model.names.get(at)!);
  return names.join('/');
}

/// Scenes are compared by names: "nodes[door/leaf#2].mesh" is the second leaf of the door, "materials[wood]" all that is of wood.
export function named_in(model: Model, where: string): Named | undefined {
  const [, table, label] = /^(nodes|materials)\[(.*?)\](?:\.|$)/.exec(where) ?? [];
  if (table === 'materials') {
    const parts = model.parts.filter(part => part.material === label);
    return parts.length > 0 ? {parts} : undefined;
  }
  if (table !== 'nodes') return undefined;
  const number = Number(/#(\d+)$/.exec(label)?.[1] ?? 1);
  const wanted = label.split('/').map(each => each.replace(/#\d+$/, ''));
  const names = [...model.names.keys()];
  const whole = names.filter(node => chain_of(model, node) === wanted.join('/'));
  // Long names and deep trees are cut short: the last name is whole.
  const found = whole.length > 0 ? whole : names.filter(node => model.names.get(node) === wanted[wanted.length - 1]);
  const node = found[number - 1] ?? found[0];
  return node && {node, parts: model.parts.filter(part => part.node === node)};
}

export interface Places { parts: Part[]; triangles: Marked[] }

/// What of a picture differs: triangles where the rows of the file tell them, otherwise whole parts.
export async function places_of(tab: Tab, differences: Difference[], side: 'path_a' | 'path_b'): Promise<Places> {
  const {model} = tab;
  if (!model) return {parts: [], triangles: []};
  const parts = new Set<Part>();
  const all: Marked[] = [];
  for (const {where, layer, [side]: path} of differences) {
    const {part, triangles} = await tab.place_of(layer, path ?? where);
    if (triangles.length > 0) all.push(...triangles);
    else if (part) parts.add(part);
    else named_in(model, where)?.parts.forEach(each => parts.add(each));
  }
  return {parts: some_of(model, parts), triangles: once(all)};
}

/// Where everything differs a mark tells nothing.
function some_of(model: Model, parts: Set<Part>) {
  const is_all = model.parts.every(part => parts.has(part) || !(part.object as three.Mesh).isMesh);
  return is_all ? [] : [...parts];
}

/// Two vertices may be of one triangle.
function once(triangles: Marked[]) {
  const seen = new Map<Part, Set<number>>();
  return triangles.filter(({part, number}) => {
    const known = seen.get(part) ?? seen.set(part, new Set()).get(part)!;
    return !known.has(number) && known.add(number);
  });
}

/// The triangles of one file that the other has elsewhere, by their corners.
export function moved_from(theirs: {tab: Tab; places: Places}, own: {tab: Tab; places: Places}) {
  const corners = ({tab, places}: typeof own) => places.triangles.map(({part, number}) => tab.view!.corners(part, number));
  const key = (triangle: three.Vector3[]) => triangle.map(each => each.toArray().map(Math.fround).join()).join(';');
  const here = new Set(corners(own).map(key));
  return corners(theirs).filter(triangle => !here.has(key(triangle)));
}
