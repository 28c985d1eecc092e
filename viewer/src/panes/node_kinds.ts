// What kind of thing a node of the scene is: its icon in the tree.
import * as three from 'three';
import {element, icon} from '../widgets/dom.js';
import type {Model, Part} from '../picture/model.js';

const kinds: Record<string, string> = {
  room: 'Room of the area', skin: 'Mesh that bones move', visual: 'Mesh', hidden: 'Mesh that the game does not draw', armor: 'Armor', collision: 'Collision',
  walkmesh: 'Walkmesh', light: 'Light', bone: 'Bone', helper: 'Hook: a place with a name', group: 'Node without a shape',
};

const bones = new WeakMap<Model, Set<three.Object3D>>();

function bones_of(model: Model) {
  const known = bones.get(model) ?? new Set(model.skinned.flatMap(each => each.skeleton.bones as three.Object3D[]));
  bones.set(model, known);
  return known;
}

export function kind_of(model: Model, node: three.Object3D, parts: Part[]): string {
  if (model.rooms.has(node)) return 'room';
  if (parts.some(part => (part.object as three.SkinnedMesh).isSkinnedMesh)) return 'skin';
  if (parts.length > 0) return parts[0].role in kinds ? parts[0].role : 'visual';
  if (model.lights.some(light => light === node || light.parent === node)) return 'light';
  if (bones_of(model).has(node)) return 'bone';
  return model.hooks.includes(node) ? 'helper' : 'group';
}

export function kind_icon(model: Model, node: three.Object3D, parts: Part[]) {
  const kind = kind_of(model, node, parts);
  return element('span', {class: 'node-kind', title: kinds[kind], 'data-kind': kind}, icon(`node-${kind}`));
}
