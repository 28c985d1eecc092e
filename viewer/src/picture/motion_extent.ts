// The space that an animation needs, so that everything stays in the picture: the view frames shapes that
// stay near their place over the whole animation, and follows those that travel.
import * as three from 'three';
import {without_backdrops} from './backdrops.js';
import {outermost} from './framing.js';
import type {Model} from './model.js';
import type {View} from './view.js';

const per_second = 8;          // sampled moments
const [fewest, most] = [12, 64];
const points_of_pose = 600;    // sampled vertices in each
const farthest = 4;            // times its size at rest, from the middle: what a cutscene puts farther away does not count
const travels_beyond = 1.8;    // times the size of a pose

interface Pose { points: three.Vector3[]; middle: three.Vector3 }

/// Corners of rigid parts, some vertices of skinned ones.
function points_now(model: Model) {
  model.root.updateMatrixWorld(true);
  const shown = without_backdrops(model.parts.filter(part => part.object.visible && (part.object as three.Mesh).isMesh));
  const each_skin = Math.max(16, points_of_pose / Math.max(1, shown.length));
  return shown.flatMap(({object}) => (object as three.SkinnedMesh).isSkinnedMesh ? vertices_of(object as three.SkinnedMesh, each_skin) : box_of(object as three.Mesh));
}

function vertices_of(skin: three.SkinnedMesh, wanted: number) {
  const total = skin.geometry.attributes.position.count;
  const step = Math.max(1, Math.ceil(total / wanted));
  const points: three.Vector3[] = [];
  for (let i = 0; i < total; i += step) points.push(skin.getVertexPosition(i, new three.Vector3()).applyMatrix4(skin.matrixWorld));
  return points;
}

function box_of({geometry, matrixWorld}: three.Mesh) {
  if (!geometry.boundingBox) geometry.computeBoundingBox();
  const {min, max} = geometry.boundingBox!;
  return [0, 1, 2, 3, 4, 5, 6, 7].map(i => new three.Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z).applyMatrix4(matrixWorld));
}

function median(numbers: number[]) { return numbers.sort((a, b) => a - b)[numbers.length >> 1]; }

/// Of vertices within a distance from the middle of most.
function pose_now(model: Model, reach = Infinity): Pose | undefined {
  const all = points_now(model).filter(({x, y, z}) => Number.isFinite(x + y + z));
  if (all.length === 0) return undefined;
  const centre = new three.Vector3(median(all.map(each => each.x)), median(all.map(each => each.y)), median(all.map(each => each.z)));
  const points = all.filter(each => each.distanceTo(centre) <= reach);
  return {points, middle: new three.Box3().setFromPoints(points).getCenter(new three.Vector3())};
}

function radius_of(points: three.Vector3[]) { return new three.Box3().setFromPoints(points).getBoundingSphere(new three.Sphere()).radius; }

export class MotionExtent {
  readonly travels: boolean;
  following = true;
  private readonly path: three.Vector3[] = [];  // of the middle, in equal steps of time
  private readonly rest: three.Vector3;
  private readonly seen: three.Vector3;          // the middle that the camera follows

  private constructor(private readonly view: View, private readonly length: number, poses: Pose[], rest: Pose) {
    this.path = poses.map(pose => pose.middle);
    this.rest = rest.middle;
    this.seen = rest.middle.clone();
    const size = Math.max(...poses.map(pose => radius_of(pose.points)));
    const all = poses.flatMap(pose => outermost(pose.points));
    this.travels = radius_of(all) > travels_beyond * size;
    // Travelling shapes are framed at their rest place: the camera then follows them.
    const at_rest = () => poses.flatMap(({points, middle}) => outermost(points).map(each => each.clone().sub(middle).add(this.rest)));
    view.set_extent(outermost(this.travels ? at_rest() : all));
  }

  /// Samples an action from its begin to its end. With many rooms none moves away.
  static of(view: View, action: three.AnimationAction): MotionExtent | undefined {
    const {model, mixer} = view;
    if (!model || !mixer || model.rooms.size > 0) return undefined;
    const length = action.getClip().duration;
    action.enabled = false;
    mixer.update(0);
    const rest = pose_now(model);
    action.enabled = true;
    const reach = rest ? Math.max(farthest * radius_of(rest.points), 1e-6) : Infinity;
    const steps = Math.min(most, Math.max(fewest, Math.ceil(length * per_second)));
    const poses: Pose[] = [];
    for (let i = 0; i <= steps; ++i) {
      action.time = length * i / steps;
      mixer.update(0);
      const pose = pose_now(model, reach);
      if (pose) poses.push(pose);
    }
    return rest && poses.length > 0 ? new MotionExtent(view, length, poses, rest) : undefined;
  }

  /// Brings the first moment into the picture: all of it if all was visible before.
  begin() {
    if (this.travels) this.go_to(this.path[0]);
    this.view.see_extent();
  }

  /// The camera follows it to its place at that time.
  at(time: number) {
    if (!this.travels || !this.following) return;
    const place = this.length > 0 ? Math.min(time / this.length, 1) * (this.path.length - 1) : 0;
    const before = Math.min(Math.floor(place), this.path.length - 1);
    const after = Math.min(before + 1, this.path.length - 1);
    this.go_to(this.path[before].clone().lerp(this.path[after], place - before));
  }

  /// Back to its place without an animation.
  end() {
    this.view.set_extent(undefined);
    if (this.travels) this.go_to(this.rest);
  }

  private go_to(middle: three.Vector3) {
    this.view.shift(middle.clone().sub(this.seen));
    this.seen.copy(middle);
  }
}
