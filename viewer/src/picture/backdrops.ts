// Large flat shapes behind everything else, such as a painted sky or the sea: they are drawn, but only the
// shapes in front of them are framed.
import * as three from 'three';
import type {Part} from './model.js';

const few = 12;         // triangles of a backdrop at most
const flat = 0.03;      // how thick it is, as a part of its width
const much = 2;         // times as large everything is with it as without

function box_of({object}: Part) {
  object.updateWorldMatrix(true, false);
  if (!object.geometry.boundingBox) object.geometry.computeBoundingBox();
  return object.geometry.boundingBox!.clone().applyMatrix4(object.matrixWorld);
}

/// In its own axes, in which a leaning one is flat too.
function is_flat({object}: Part) {
  if (!object.geometry.boundingBox) object.geometry.computeBoundingBox();
  const size = object.geometry.boundingBox!.getSize(new three.Vector3()).toArray().sort((a, b) => a - b);
  return size[0] <= flat * size[2];
}

function may_be_one(part: Part) {
  return part.role === 'visual' && part.triangles > 0 && part.triangles <= few && (part.object as three.Mesh).isMesh && !(part.object as three.SkinnedMesh).isSkinnedMesh && is_flat(part);
}

function length_of(boxes: three.Box3[]) { return boxes.reduce((all, each) => all.union(each), new three.Box3()).getSize(new three.Vector3()).length(); }

/// All but those: the largest are left out first, as long as the rest gets much smaller.
export function without_backdrops(parts: Part[]): Part[] {
  const candidates = parts.filter(may_be_one);
  const drawn = parts.filter(part => part.triangles > 0);
  if (candidates.length === 0 || drawn.length - candidates.length < 1 || candidates.length > drawn.length / 2) return parts;
  const boxes = new Map(drawn.map(part => [part, box_of(part)]));
  const all = length_of([...boxes.values()]);
  const largest = candidates.map(part => ({part, length: length_of([boxes.get(part)!])})).sort((a, b) => b.length - a.length);
  for (const {part} of largest) boxes.delete(part);
  const core = length_of([...boxes.values()]);
  if (!(core > 0) || all < much * core) return parts;
  // Those among the others are not backdrops.
  const around = [...boxes.values()].reduce((sum, each) => sum.union(each), new three.Box3()).expandByScalar(core * 0.1);
  const behind = new Set(largest.filter(({part}) => !around.containsBox(box_of(part))).map(({part}) => part));
  return parts.filter(part => !behind.has(part));
}
