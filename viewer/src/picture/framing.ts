// Where a camera has to be to have something in the middle of the picture.
import * as three from 'three';

const margin = 1.18;  // around the framed points
const sides = 96;     // directions from which points are viewed to find the outermost
const enough = 20_000;
const up = new three.Vector3(0, 1, 0);

export function corners_of({min, max}: three.Box3) {
  return [0, 1, 2, 3, 4, 5, 6, 7].map(i => new three.Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z));
}

/// Directions all around, evenly apart.
function all_around(count: number) {
  return Array.from({length: count}, (_, i) => {
    const y = 1 - (2 * i + 1) / count;
    const turn = i * Math.PI * (3 - Math.sqrt(5));
    const radius = Math.sqrt(1 - y * y);
    return new three.Vector3(radius * Math.cos(turn), y, radius * Math.sin(turn));
  });
}

/// The outermost of many points, by which a shape can be framed again and again while it turns.
export function outermost(points: three.Vector3[]) {
  if (points.length <= 4 * sides) return points;
  const step = Math.ceil(points.length / enough);
  const found = new Set<three.Vector3>();
  for (const side of all_around(sides)) {
    let [best, reach] = [points[0], -Infinity];
    for (let i = 0; i < points.length; i += step) {
      const far = points[i].dot(side);
      if (far > reach) [best, reach] = [points[i], far];
    }
    found.add(best);
  }
  return [...found];
}

interface Seen { at: number; depth: number }  // along one side of the picture, and towards the camera
interface Slopes { high: number; low: number }  // from the picture's middle to the ends of its free part

/// What of a picture panels cover, as parts of its height.
export interface Covered { top: number; bottom: number }

/// How far the camera moves along a side of the picture, and how far away it is, to show all of them. Each
/// point gives a limit, so the two strictest ones decide.
function fitted(seen: Seen[], slopes: Slopes) {
  let [high, low] = [-Infinity, -Infinity];
  for (const {at, depth} of seen) {
    high = Math.max(high, at + slopes.high * depth);
    low = Math.max(low, slopes.low * depth - at);
  }
  const distance = (high + low) / (slopes.high + slopes.low);
  return {shift: high - slopes.high * distance, distance};
}

/// Nearer things look larger, so the middle of the points is not that of the picture.
function centred(seen: Seen[], slopes: Slopes, shift: number, distance: number) {
  for (let i = 0; i < 6; ++i) {
    let [low, high] = [Infinity, -Infinity];
    for (const {at, depth} of seen) {
      const where = (at - shift) / (distance - depth);
      low = Math.min(low, where);
      high = Math.max(high, where);
    }
    shift += (low + high - slopes.high + slopes.low) / 2 * distance;
  }
  return shift;
}

/// Views points from a direction, as near as shows all of them, with their middle in that of the uncovered
/// part of the picture.
export function framed(points: three.Vector3[], away: three.Vector3, camera: three.PerspectiveCamera, {top, bottom}: Covered) {
  const middle = new three.Box3().setFromPoints(points).getCenter(new three.Vector3());
  const right = new three.Vector3().crossVectors(up, away);
  if (right.lengthSq() < 1e-12) right.set(1, 0, 0);
  right.normalize();
  const above = new three.Vector3().crossVectors(away, right);
  const tall = Math.tan(three.MathUtils.degToRad(camera.fov / 2));
  const [middle_up, half] = [(bottom - top) * tall, (1 - top - bottom) * tall / margin];
  const [wide, high] = [{high: tall * camera.aspect / margin, low: tall * camera.aspect / margin}, {high: half + middle_up, low: half - middle_up}];
  const seen = points.map(point => point.clone().sub(middle));
  const across = seen.map(each => ({at: each.dot(right), depth: each.dot(away)}));
  const upwards = seen.map(each => ({at: each.dot(above), depth: each.dot(away)}));
  const [x, y] = [fitted(across, wide), fitted(upwards, high)];
  const distance = Math.max(1e-4, x.distance, y.distance);
  const target = middle.addScaledVector(right, centred(across, wide, x.shift, distance)).addScaledVector(above, centred(upwards, high, y.shift, distance));
  return {target, eye: target.clone().addScaledVector(away, distance)};
}
