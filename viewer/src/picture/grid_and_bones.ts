// What is drawn beside a model: the grid under it, its bones.
import * as three from 'three';

/// Empties a group whose shapes and materials are its own.
export function clear(group: three.Group) {
  for (const each of [...group.children]) {
    each.removeFromParent();
    const {geometry, material} = each as three.Mesh;
    geometry?.dispose();
    for (const one of [material].flat()) one?.dispose();
  }
}

export function skinned_copy(skin: three.SkinnedMesh, material: three.Material) {
  const copy = new three.SkinnedMesh(skin.geometry, material);
  copy.bind(skin.skeleton, skin.bindMatrix);
  return copy;
}

/// The next of 1, 2, 5, 10, 20, …
function round_above(number: number) {
  const power = 10 ** Math.floor(Math.log10(number));
  return power * [1, 2, 5, 10].find(each => each * power >= number * 0.999)!;
}

/// As wide as the model and a bit more, its lines a round number apart: eight to sixteen of them.
export function grid_below(box: three.Box3, length: number, background: three.Color | null) {
  const width = Math.max(length, 1e-6) * 1.6;
  const step = round_above(width / 16);
  const lines = 2 * Math.ceil(width / step / 2);  // even, so that the darker two cross in the middle
  const dark = !background || background.getHSL({h: 0, s: 0, l: 0}).l < 0.5;
  const grid = new three.GridHelper(lines * step, lines, dark ? 0x4a5362 : 0xb0b7c3, dark ? 0x2c333d : 0xd5dae1);
  const middle = box.getCenter(new three.Vector3());
  grid.position.set(Math.round(middle.x / step) * step, box.min.y - length * 0.008, Math.round(middle.z / step) * step);
  return grid;
}

export function bones_of(skeleton: three.Skeleton) {
  const lines = new three.LineSegments(new three.BufferGeometry(), new three.LineBasicMaterial({color: 0xf5a524, depthTest: false}));
  lines.renderOrder = 9;
  lines.frustumCulled = false;
  lines.userData.bones = skeleton;
  move_bones(lines);
  return lines;
}

/// Puts the lines where the bones are now.
export function move_bones(lines: three.LineSegments) {
  const skeleton: three.Skeleton = lines.userData.bones;
  const points: three.Vector3[] = [];
  const bones = new Set<three.Object3D>(skeleton.bones);
  for (const bone of skeleton.bones) {
    const at = bone.getWorldPosition(new three.Vector3());
    if (bone.parent && bones.has(bone.parent)) points.push(at, bone.parent.getWorldPosition(new three.Vector3()));
    for (const axis of [[1, 0, 0], [0, 1, 0], [0, 0, 1]]) {  // a cross, for one without a parent
      const arm = new three.Vector3(...axis as [number, number, number]).multiplyScalar(0.02);
      points.push(at.clone().add(arm), at.clone().sub(arm));
    }
  }
  if (lines.geometry.attributes.position) points.forEach((point, i) => lines.geometry.attributes.position.setXYZ(i, point.x, point.y, point.z));
  else lines.geometry.setFromPoints(points);
  lines.geometry.attributes.position.needsUpdate = true;
}
