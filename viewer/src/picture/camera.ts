// The camera of a picture: framing, flights, and whether the user holds it.
import * as three from 'three';
import {OrbitControls} from 'three/examples/jsm/controls/OrbitControls.js';
import {without_backdrops} from './backdrops.js';
import {corners_of, Covered, framed, outermost} from './framing.js';
import type {Model, Part} from './model.js';

export interface Tie { from: three.Vector3; to: three.Vector3; scale: number }  // of one camera to another

const up = new three.Vector3(0, 1, 0);
const still = matchMedia('(prefers-reduced-motion: reduce)');

export class Viewpoint {
  readonly camera = new three.PerspectiveCamera(40, 1, 0.01, 10000);
  readonly controls: OrbitControls;
  model?: Model;
  front = new three.Vector3(0, 0, 1);  // the side of a figure's face
  turning = !still.matches;  // slowly, until the user takes the camera
  from_above = false;        // a floor is viewed from higher up than a figure
  onmove?: () => void;       // of the camera
  over = (): HTMLElement[] => [];       // the controls over the picture
  company = (): three.Vector3[] => [];  // framed together: the compared file
  private extent?: three.Vector3[];     // everything that an animation moves, over all of it
  protected dirty = true;
  protected reach = 1;
  private whole?: {points: three.Vector3[]; parts: Set<Part>; away: three.Vector3};  // that is framed, and stays so until the camera is moved
  protected flight?: {from: three.Vector3; to: three.Vector3; eye: three.Vector3; goal: three.Vector3; begun: number};

  constructor(readonly place: HTMLElement, readonly canvas: HTMLCanvasElement) {
    this.controls = new OrbitControls(this.camera, canvas);
    let held = false;  // a click holds it too, but moves nothing
    this.controls.addEventListener('start', () => { held = true; this.turning = false; });
    this.controls.addEventListener('end', () => { held = false; });
    this.controls.addEventListener('change', () => { this.dirty = true; if (held) this.whole = undefined; this.onmove?.(); });
  }

  /// Brings the whole of it, or some of its parts, into the middle.
  frame(parts?: Part[], direction?: three.Vector3, at_once = !direction) {
    if (!this.model) return;
    const points = !parts && this.extent ? [...this.extent] : this.model.points(parts ?? without_backdrops(this.model.parts.filter(part => part.object.visible)));
    if (points.length === 0 && parts) return;  // there is no target
    if (points.length === 0) points.push(...corners_of(new three.Box3(new three.Vector3(-1, -1, -1), new three.Vector3(1, 1, 1))));
    if (parts) this.frame_points(points);
    else this.frame_whole([...points, ...this.company()], direction, at_once);
  }

  /// A view of everything stays one when the picture is resized, until the user takes the camera.
  private frame_whole(points: three.Vector3[], direction: three.Vector3 | undefined, at_once: boolean) {
    const away = (direction?.clone() ?? this.home(points)).normalize();
    this.reach = radius_of(points);
    this.see_as_far(this.reach);
    this.whole = {points: [...outermost(points)], parts: new Set(this.model!.parts.filter(part => part.object.visible)), away};
    this.fly(framed(this.whole.points, away, this.camera, this.covered()), at_once || still.matches);
  }

  /// Everything is shown, even without framing.
  keep_whole() {
    const parts = this.model!.parts.filter(part => part.object.visible);
    this.whole = {points: [...outermost(this.extent ?? this.model!.points(without_backdrops(parts)))], parts: new Set(parts), away: this.stand().away};
  }

  /// What is framed as a whole from now on, in place of where everything is at the moment.
  set_extent(points: three.Vector3[] | undefined) { this.extent = points; }

  /// Brings it into the picture: where all was seen all of it, otherwise only where nothing of it would be seen.
  see_extent() {
    const {extent, whole} = this;
    if (!extent) return;
    this.camera.updateMatrixWorld();
    const seen = extent.filter(each => each.clone().project(this.camera).toArray().every(part => Math.abs(part) <= 1)).length;
    if (seen === 0 || (whole && seen < extent.length)) this.frame(undefined, whole?.away ?? this.stand().away, true);
  }

  /// Moves the camera, its target and the framed area.
  shift(by: three.Vector3) {
    if (by.lengthSq() === 0) return;
    this.flight = undefined;
    for (const point of new Set([...this.whole?.points ?? [], ...this.extent ?? []])) point.add(by);  // both may have the same ones
    this.camera.position.add(by);
    this.controls.target.add(by);
    this.controls.update();
    this.dirty = true;
  }

  frame_points(points: three.Vector3[]) {
    const {away} = this.stand();
    this.take_hold();
    this.see_as_far(Math.max(radius_of(points), this.reach));
    this.fly(framed(points, away, this.camera, this.covered()), still.matches);
  }

  /// The parts of the picture's height that controls cover at its top and bottom: half of it at most.
  private covered(): Covered {
    const picture = this.place.getBoundingClientRect();
    const most = picture.height / 4;
    let [top, bottom] = [0, 0];
    for (const each of this.over()) {
      const box = each.getBoundingClientRect();
      if (box.height === 0 || box.left >= picture.right || box.right <= picture.left) continue;
      if (box.top + box.bottom < picture.top + picture.bottom) top = Math.max(top, Math.min(box.bottom - picture.top, most));
      else bottom = Math.max(bottom, Math.min(picture.bottom - box.top, most));
    }
    return picture.height > 0 ? {top: top / picture.height, bottom: bottom / picture.height} : {top, bottom};
  }

  /// A place without a size, with its surroundings.
  frame_place(place: three.Vector3) {
    this.frame_points(corners_of(new three.Box3().setFromCenterAndSize(place, new three.Vector3().setScalar(this.reach * 0.15))));
  }

  private see_as_far(radius: number) {
    this.camera.near = radius / 2000;
    this.camera.far = radius * 100;
    this.camera.updateProjectionMatrix();
  }

  /// The first direction of view: the flatter the shape, the more from above.
  private home(points: three.Vector3[]) {
    const size = new three.Box3().setFromPoints(points).getSize(new three.Vector3());
    const height = size.y / Math.max(size.x, size.z, 1e-6);
    const flat = three.MathUtils.clamp(this.from_above ? 1.6 - height : 1.2 - 2 * height, 0, 1);
    return this.from(0.75, 0.5 + flat * (this.from_above ? 1.1 : 0.25), 1);
  }

  /// From now on the user holds the camera.
  private take_hold() {
    this.turning = false;
    this.whole = this.flight = undefined;
  }

  /// All of it from a side. From exactly above or below, up would be undefined: the view is a little beside
  /// that.
  look_from(side: three.Vector3) {
    this.turning = false;
    this.frame(undefined, side.clone().addScaledVector(Math.abs(side.y) > 0.9 ? this.front : new three.Vector3(0, 1, 0), 0.0001));
  }

  /// From the other side.
  look_back() {
    this.look_from(this.stand().away.negate());
  }

  /// A direction of view: so far to the right, above, in front.
  from(right: number, up: number, front: number) {
    const above = new three.Vector3(0, 1, 0);
    return above.clone().cross(this.front).multiplyScalar(right).addScaledVector(above, up).addScaledVector(this.front, front);
  }

  private fly({target, eye}: {target: three.Vector3; eye: three.Vector3}, at_once: boolean) {
    if (at_once) {
      this.flight = undefined;
      this.controls.target.copy(target);
      this.camera.position.copy(eye);
      this.controls.update();
    } else {
      this.flight = {from: this.controls.target.clone(), to: target, eye: this.camera.position.clone(), goal: eye, begun: performance.now()};
    }
    this.dirty = true;
  }

  /// Parts that become visible after framing everything are framed with it, unless the user holds the camera.
  protected take_in() {
    const {whole} = this;
    const added = whole ? this.model!.parts.filter(part => part.object.visible && !whole.parts.has(part)) : [];
    if (!whole || added.length === 0) return;
    this.camera.updateMatrixWorld();
    const is_seen = (place: three.Vector3) => place.clone().project(this.camera).toArray().every(each => Math.abs(each) <= 1);
    const points = outermost(this.model!.points(added));
    if (!points.every(is_seen)) return this.frame(undefined, whole.away);
    whole.points.push(...points);
    added.forEach(part => whole.parts.add(part));
  }

  /// Turns it, and keeps it framed: from its ends a long thing is seen from nearer than from its side.
  protected swing(step: number) {
    if (!this.whole) return;
    this.whole.away.applyAxisAngle(up, step * 0.3);
    this.fly(framed(this.whole.points, this.whole.away, this.camera, this.covered()), true);
  }

  protected fly_on() {
    const {from, to, eye, goal, begun} = this.flight!;
    const part = Math.min((performance.now() - begun) / 180, 1);
    const eased = part * (2 - part);
    this.controls.target.lerpVectors(from, to, eased);
    this.camera.position.lerpVectors(eye, goal, eased);
    this.controls.update();
    this.dirty = true;
    if (part === 1) this.flight = undefined;
  }

  /// The picture has another size, or the camera is back at an earlier place.
  protected keep_framed() {
    if (this.whole) this.fly(framed(this.whole.points, this.whole.away, this.camera, this.covered()), true);
    this.dirty = true;
  }

  /// Turns by so many radians about the vertical and up, or comes nearer.
  turn(around: number, up: number, nearer = 1) {
    this.take_hold();
    const arm = new three.Spherical().setFromVector3(this.camera.position.clone().sub(this.controls.target));
    arm.theta += around;
    arm.phi = three.MathUtils.clamp(arm.phi + up, 0.02, Math.PI - 0.02);
    arm.radius *= nearer;
    this.camera.position.copy(this.controls.target).add(new three.Vector3().setFromSpherical(arm));
    this.controls.update();
  }

  /// Moves the camera and its target, by twentieths of the distance between them.
  pan(right: number, up: number) {
    this.take_hold();
    const step = this.camera.position.distanceTo(this.controls.target) / 20;
    const shift = new three.Vector3(right, up, 0).multiplyScalar(step).applyQuaternion(this.camera.quaternion);
    this.camera.position.add(shift);
    this.controls.target.add(shift);
    this.controls.update();
  }

  /// Looks as another does, as far and as near as it sees. Places are counted from `from` there and from `to` here, where
  /// everything is so many times as large.
  look_as(other: Viewpoint, {from, to, scale}: Tie) {
    this.take_hold();
    this.reach = other.reach * scale;
    const moved = (place: three.Vector3) => place.clone().sub(from).multiplyScalar(scale).add(to);
    this.camera.position.copy(moved(other.camera.position));
    this.camera.near = other.camera.near * scale;
    this.camera.far = other.camera.far * scale;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(moved(other.controls.target));
    this.controls.update();
    this.dirty = true;
  }

  /// Where the camera is.
  stand() {
    const arm = this.camera.position.clone().sub(this.controls.target);
    return {target: this.controls.target.clone(), distance: arm.length(), away: arm.normalize()};
  }

  /// Returns a function that restores the camera.
  camera_kept() {
    const {near, far} = this.camera;
    const [eye, target, reach, whole] = [this.camera.position.clone(), this.controls.target.clone(), this.reach, this.whole];
    return () => {
      Object.assign(this.camera, {near, far});
      Object.assign(this, {reach, whole});
      this.camera.updateProjectionMatrix();
      this.fly({target, eye}, true);
      this.keep_framed();
    };
  }

  get is_whole() { return this.whole !== undefined; }  // all of it is framed

  camera_text() {
    return [...this.camera.position.toArray(), ...this.controls.target.toArray()].map(each => Number(each.toPrecision(5))).join(',');
  }
  set_camera(text: string) {
    const numbers = text.split(',').map(Number);
    if (numbers.length !== 6 || numbers.some(each => !Number.isFinite(each))) return;
    this.take_hold();
    this.camera.position.fromArray(numbers);
    this.controls.target.fromArray(numbers, 3);
    this.controls.update();
  }
}

function radius_of(points: three.Vector3[]) {
  return Math.max(new three.Box3().setFromPoints(points).getBoundingSphere(new three.Sphere()).radius, 1e-4);
}
