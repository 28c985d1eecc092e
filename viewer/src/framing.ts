// Where a camera has to be to have something in the middle of the picture.
import * as three from 'three';

const margin = 1.12;  // around what is framed
const up = new three.Vector3(0, 1, 0);

function most(numbers: number[]) { return numbers.reduce((a, b) => Math.max(a, b), -Infinity); }

export function corners_of({min, max}: three.Box3) {
  return [0, 1, 2, 3, 4, 5, 6, 7].map(i => new three.Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z));
}

/// What points take up when they are turned about the vertical.
export function turned(points: three.Vector3[]) {
  const box = new three.Box3().setFromPoints(points);
  const middle = box.getCenter(new three.Vector3());
  const radius = points.reduce((most, {x, z}) => Math.max(most, Math.hypot(x - middle.x, z - middle.z)), 0);
  const around: three.Vector3[] = [];
  for (let i = 0; i < 16; ++i)
    for (const y of [box.min.y, box.max.y])
      around.push(new three.Vector3(middle.x + radius * Math.cos(i * Math.PI / 8), y, middle.z + radius * Math.sin(i * Math.PI / 8)));
  return around;
}

/// Looks at points from a direction, as near as shows all of them. Nearer things look larger, so that their middle is not that
/// of the picture: the camera is moved along the vertical, about which a model turns.
export function framed(points: three.Vector3[], away: three.Vector3, camera: three.PerspectiveCamera) {
  const middle = new three.Box3().setFromPoints(points).getCenter(new three.Vector3());
  const right = new three.Vector3().crossVectors(up, away);
  if (right.lengthSq() < 1e-12) right.set(1, 0, 0);
  right.normalize();
  const above = new three.Vector3().crossVectors(away, right);
  const tall = Math.tan(three.MathUtils.degToRad(camera.fov / 2)) / margin;
  const wide = tall * camera.aspect;
  const seen = points.map(point => point.clone().sub(middle)).map(each => ({x: each.dot(right), y: each.dot(above), z: each.dot(away)}));
  const top = most(seen.map(({y, z}) => y + tall * z));
  const bottom = most(seen.map(({y, z}) => -y + tall * z));
  const lean = above.dot(up);
  const shift = lean > 0.3 ? (top - bottom) / 2 / lean : 0;
  const target = middle.clone().addScaledVector(up, shift);
  const [dy, dz] = [shift * lean, shift * up.dot(away)];
  const distance = Math.max(1e-4, most(seen.map(({x, y, z}) => Math.max(Math.abs(x) / wide, Math.abs(y - dy) / tall) + z - dz)));
  return {target, eye: target.clone().addScaledVector(away, distance)};
}
