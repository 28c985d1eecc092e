// Shapes over a floor that would hide it.
import * as three from 'three';
import type {Model, Part} from './model.js';

const looks = 60;     // from as many places of the floor
const covered = 0.1;  // of them, to count as a roof

function is_mesh(part: Part) { return (part.object as three.Mesh).isMesh; }

/// The middles of some triangles that can be walked on.
function places_on(floors: Part[]) {
  const all = floors.reduce((sum, part) => sum + part.triangles, 0);
  const step = Math.max(1, Math.floor(all / looks));
  const places: three.Vector3[] = [];
  let number = 0;
  for (const {object, triangles} of floors)
    for (let triangle = 0; triangle < triangles; ++triangle) {
      if (number++ % step > 0) continue;
      const {index, attributes: {position}} = object.geometry;
      const middle = new three.Vector3();
      for (let i = 0; i < 3; ++i) middle.add(new three.Vector3().fromBufferAttribute(position, index?.getX(triangle * 3 + i) ?? triangle * 3 + i));
      places.push(object.localToWorld(middle.divideScalar(3)));
    }
  return places;
}

/// Non-walkable parts of ground that lie over walkable ones.
export function roofs_of(model: Model): Set<Part> {
  const ground = model.parts.filter(part => part.walkable !== undefined && is_mesh(part));
  const places = places_on(ground.filter(part => part.walkable));
  const ray = new three.Raycaster();
  const above = new Map<Part, number>();
  for (const place of places) {
    ray.set(place, new three.Vector3(0, 1, 0));
    for (const part of ground)
      if (!part.walkable && ray.intersectObject(part.object, false).length > 0) above.set(part, (above.get(part) ?? 0) + 1);
  }
  return new Set([...above].filter(([, count]) => count >= places.length * covered).map(([part]) => part));
}
