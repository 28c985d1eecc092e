// The picture: camera, light, what is drawn and how, and what a click hits.
import * as three from 'three';
import {OrbitControls} from 'three/examples/jsm/controls/OrbitControls.js';
import {Compass} from './compass.js';
import {Cross} from './cross.js';
import {bones_of, clear, grid_below, move_bones, skinned_copy} from './extras.js';
import {corners_of, Covered, framed, outermost} from './framing.js';
import {colours, Marked, Marks} from './marks.js';
import {Model, Part} from './model.js';
import {Paint} from './paint.js';

export interface Hit { part: Part; triangle: number; point: three.Vector3 }
export interface Tie { from: three.Vector3; to: three.Vector3; scale: number }  // of one camera to another
export interface Line { points: number[][]; dashed: boolean }

const up = new three.Vector3(0, 1, 0);
const still = matchMedia('(prefers-reduced-motion: reduce)');

export class View {
  readonly camera = new three.PerspectiveCamera(40, 1, 0.01, 10000);
  readonly controls: OrbitControls;
  readonly paint = new Paint();
  readonly show = {grid: true, boxes: false, skeleton: false, lights: false, hooks: true};
  opened_as = {paint: this.paint.state(), show: {...this.show}};
  model?: Model;
  mixer?: three.AnimationMixer;
  front = new three.Vector3(0, 0, 1);  // from where one looks it in the face
  axes = [new three.Vector3(1, 0, 0), new three.Vector3(0, 1, 0), new three.Vector3(0, 0, 1)];  // of the file's numbers
  turning = !still.matches;  // slowly, until somebody takes hold of it
  from_above = false;        // a floor is looked at from higher up than a figure
  onhit?: (hit: Hit | null, how: {altKey: boolean}) => void;
  onmove?: () => void;       // of the camera
  ontick?: () => void;       // while something is moving
  over = (): HTMLElement[] => [];       // what lies on it
  company = (): three.Vector3[] => [];  // what is framed with it: what it is compared with
  readonly cross: Cross;

  private readonly compass = new Compass(direction => this.look_from(direction));
  private readonly renderer = new three.WebGLRenderer({antialias: true, preserveDrawingBuffer: true});
  private readonly scene = new three.Scene();
  private readonly marks = new Marks((part, number) => this.corners(part, number), parts => this.model?.points(parts) ?? []);
  private readonly lines = new three.Group();    // ways over a surface
  private readonly extras = new three.Group();   // grid, boxes, skeletons, hooks
  private readonly key = new three.DirectionalLight(0xffffff, 1.7);
  private readonly watch = new ResizeObserver(() => this.resize());
  private dirty = true;
  private last = 0;
  private running = true;
  private reach = 1;
  private whole?: {points: three.Vector3[]; parts: Set<Part>; away: three.Vector3};  // that is framed, and stays so until the camera is moved
  private flight?: {from: three.Vector3; to: three.Vector3; eye: three.Vector3; goal: three.Vector3; begun: number};

  constructor(readonly place: HTMLElement) {
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.domElement.tabIndex = 0;
    this.renderer.domElement.setAttribute('aria-label', '3-D view; arrow keys turn it, + and - zoom, C shows a cross that picks');
    this.renderer.domElement.setAttribute('role', 'img');
    place.prepend(this.renderer.domElement);
    this.cross = new Cross(this.canvas);
    place.append(this.cross.place, this.compass.place);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    let held = false;  // a click holds it too, but moves nothing
    this.controls.addEventListener('start', () => { held = true; this.turning = false; });
    this.controls.addEventListener('end', () => { held = false; });
    this.controls.addEventListener('change', () => { this.dirty = true; if (held) this.whole = undefined; this.onmove?.(); });
    this.scene.add(new three.HemisphereLight(0xffffff, 0x8a8f98, 1.5), this.camera, this.marks.group, this.lines, this.extras);
    this.camera.add(this.key, this.key.target);
    this.key.position.set(0.5, 0.8, 1);
    this.key.target.position.set(0, 0, -1);
    this.listen();
    this.watch.observe(place);
    this.resize();
    requestAnimationFrame(time => this.tick(time));
  }

  get canvas() { return this.renderer.domElement; }

  set_model(model: Model) {
    this.model = model;
    this.scene.add(model.root);
    this.mixer = new three.AnimationMixer(model.root);
    this.compass.point(this.axes);
    this.compass.name([
      {direction: this.from(0, 0, 1), name: 'the front', key: '1'}, {direction: this.from(0, 0, -1), name: 'behind', key: '1, 9'},
      {direction: this.from(1, 0, 0), name: 'the right', key: '3'}, {direction: this.from(-1, 0, 0), name: 'the left', key: '3, 9'},
      {direction: this.from(0, 1, 0), name: 'above', key: '7'}, {direction: this.from(0, -1, 0), name: 'below', key: '7, 9'},
    ]);
    this.paint.start(model);
    this.opened_as = {paint: this.paint.state(), show: {...this.show}};
    this.refresh();
    this.frame();
  }

  /// Compiles what draws the model, while the page goes on.
  async prepare() {
    const can_wait = this.renderer.getContext().getExtension('KHR_parallel_shader_compile') !== null;
    if (can_wait) await this.renderer.compileAsync(this.scene, this.camera);
    else this.renderer.compile(this.scene, this.camera);
  }

  set_background(colour: string) {
    this.scene.background = new three.Color(colour);
    this.dirty = true;
  }

  /// After anything was shown, hidden or painted.
  refresh() {
    if (!this.model) return;
    for (const light of this.model.lights) light.visible = this.show.lights;
    this.rebuild_extras();
    this.marks.follow();
    this.take_in();
    this.dirty = true;
  }

  /// What is shown now and was not when all was framed is framed with it, unless somebody holds the camera.
  private take_in() {
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

  /// What follows an animation: the skeleton, the boxes and marked triangles.
  follow_motion() {
    this.model?.root.updateMatrixWorld(true);
    for (const skin of this.model?.skinned ?? []) Object.assign(skin, {boundingBox: null, boundingSphere: null});  // are of another pose
    this.marks.follow();
    for (const each of this.extras.children) if (each instanceof three.BoxHelper) each.update();
    if (!this.show.skeleton) return;
    const moving = this.extras.children.filter(each => each.userData.bones);
    for (const each of moving) move_bones(each as three.LineSegments);
  }

  private rebuild_extras() {
    clear(this.extras);
    const model = this.model!;
    const box = new three.Box3();
    for (const part of model.parts) box.expandByObject(part.object);
    const length = box.isEmpty() ? 1 : box.getSize(new three.Vector3()).length();
    if (this.show.grid && !box.isEmpty()) this.extras.add(grid_below(box, length, this.scene.background as three.Color));
    if (this.show.boxes) for (const part of model.parts) if (part.object.visible) this.extras.add(new three.BoxHelper(part.object, 0x8a93a3));
    if (this.show.skeleton) for (const bones of new Set(model.skinned.map(each => each.skeleton))) this.extras.add(bones_of(bones));
    if (this.show.hooks) for (const hook of model.hooks) {
      const axes = new three.AxesHelper(length * 0.03);
      hook.getWorldPosition(axes.position);
      hook.getWorldQuaternion(axes.quaternion);
      this.extras.add(axes);
    }
  }

  /// Brings the whole of it, or some of its parts, into the middle.
  frame(parts?: Part[], direction?: three.Vector3, at_once = !direction) {
    if (!this.model) return;
    const points = this.model.points(parts ?? this.model.parts);
    if (points.length === 0) points.push(...corners_of(new three.Box3(new three.Vector3(-1, -1, -1), new three.Vector3(1, 1, 1))));
    if (parts) this.frame_points(points);
    else this.frame_whole([...points, ...this.company()], direction, at_once);
  }

  /// What is framed as a whole stays so when the picture gets another size, until somebody takes hold of the camera.
  private frame_whole(points: three.Vector3[], direction: three.Vector3 | undefined, at_once: boolean) {
    const away = (direction?.clone() ?? this.home(points)).normalize();
    this.reach = radius_of(points);
    this.see_as_far(this.reach);
    this.whole = {points: [...outermost(points)], parts: new Set(this.model!.parts.filter(part => part.object.visible)), away};
    this.fly(framed(this.whole.points, away, this.camera, this.covered()), at_once || still.matches);
  }

  frame_points(points: three.Vector3[]) {
    const {away} = this.stand();
    this.take_hold();
    this.see_as_far(Math.max(radius_of(points), this.reach));
    this.fly(framed(points, away, this.camera, this.covered()), still.matches);
  }

  /// What lies on the picture at its top and bottom, as parts of its height: the half of it at most.
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

  /// A place without a size, with what is around it.
  frame_place(place: three.Vector3) {
    this.frame_points(corners_of(new three.Box3().setFromCenterAndSize(place, new three.Vector3().setScalar(this.reach * 0.15))));
  }

  private see_as_far(radius: number) {
    this.camera.near = radius / 2000;
    this.camera.far = radius * 100;
    this.camera.updateProjectionMatrix();
  }

  /// From where one looks first: the flatter, the more from above.
  private home(points: three.Vector3[]) {
    const size = new three.Box3().setFromPoints(points).getSize(new three.Vector3());
    const height = size.y / Math.max(size.x, size.z, 1e-6);
    const flat = three.MathUtils.clamp(this.from_above ? 1.6 - height : 1.2 - 2 * height, 0, 1);
    return this.from(0.75, 0.5 + flat * (this.from_above ? 1.1 : 0.25), 1);
  }

  /// The camera is somebody's from now on.
  private take_hold() {
    this.turning = false;
    this.whole = this.flight = undefined;
  }

  /// All of it from a side. From right above or below there is no telling which way is up: a little beside that there is.
  look_from(side: three.Vector3) {
    this.turning = false;
    this.frame(undefined, side.clone().addScaledVector(Math.abs(side.y) > 0.9 ? this.front : new three.Vector3(0, 1, 0), 0.0001));
  }

  /// From the other side of where one looks now.
  look_back() {
    this.look_from(this.stand().away.negate());
  }

  /// A direction to look from: so far to its right, above it, in front of it.
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

  /// Marks these beside whatever is marked as selected, until others are given; `elsewhere` is where the file that it
  /// is compared with has triangles.
  mark_differences(parts: Part[], triangles: Marked[], elsewhere: three.Vector3[][] = []) {
    this.differences = {parts, triangles, elsewhere};
    this.mark(this.chosen.parts, ...this.chosen.triangles);
  }
  private differences: {parts: Part[]; triangles: Marked[]; elsewhere: three.Vector3[][]} = {parts: [], triangles: [], elsewhere: []};

  /// Marks parts and triangles as selected.
  mark(parts: Part[], ...triangles: Marked[]) {
    this.chosen = {parts, triangles};
    this.marks.clear();
    for (const each of this.hung.splice(0)) each.removeFromParent();
    for (const each of this.tints.splice(0)) each.dispose();
    const [chosen, different] = this.tints = [0.1, 0.28].map(opacity => new three.MeshBasicMaterial({color: colours.part, transparent: true, opacity, side: three.DoubleSide, depthWrite: false}));
    for (const part of new Set([...this.differences.parts, ...parts])) {
      const {object} = part;
      if (!(object as three.Mesh).isMesh) continue;
      const tint = this.differences.parts.includes(part) ? different : chosen;
      const skin = object as three.SkinnedMesh;
      const copy = skin.isSkinnedMesh ? skinned_copy(skin, tint) : new three.Mesh(object.geometry, tint);
      copy.raycast = () => {};
      copy.frustumCulled = false;
      object.add(copy);
      this.hung.push(copy);
    }
    const is_selected = (each: Marked) => triangles.some(({part, number}) => part === each.part && number === each.number);
    this.marks.add(this.differences.triangles.filter(each => !is_selected(each)), 'difference');
    this.marks.add(triangles, 'chosen');
    this.marks.add_elsewhere(this.differences.elsewhere);
    this.marks.add_box(parts);
    this.dirty = true;
  }
  private chosen: {parts: Part[]; triangles: Marked[]} = {parts: [], triangles: []};
  private tints: three.Material[] = [];
  /// How many parts and triangles are marked.
  get marked() { return {parts: this.hung.length, triangles: this.marks.triangles.length}; }
  private readonly hung: three.Object3D[] = [];

  corners(part: Part, triangle: number) {
    const mesh = part.object as three.Mesh;
    const index = mesh.geometry.index;
    return [0, 1, 2].map(i => {
      const corner = index ? index.getX(triangle * 3 + i) : triangle * 3 + i;
      return mesh.localToWorld(mesh.getVertexPosition(corner, new three.Vector3()));
    });
  }

  set_lines(lines: Line[]) {
    clear(this.lines);
    for (const {points, dashed} of lines) {
      const shape = new three.BufferGeometry().setFromPoints(points.map(p => new three.Vector3(p[0], p[1] + this.reach * 0.004, p[2])));
      const look = dashed
        ? new three.LineDashedMaterial({color: 0x8b5cf6, dashSize: this.reach * 0.03, gapSize: this.reach * 0.02, depthTest: false})
        : new three.LineBasicMaterial({color: 0xff3d71, depthTest: false});
      const line = new three.Line(shape, look);
      line.computeLineDistances();
      line.renderOrder = 11;
      this.lines.add(line);
      if (!dashed) for (const end of [points[0], points[points.length - 1]]) this.lines.add(this.pin(end));
    }
    this.dirty = true;
  }

  pin(at: number[]) {
    const pin = new three.Mesh(new three.SphereGeometry(this.reach * 0.012), new three.MeshBasicMaterial({color: 0xff3d71, depthTest: false}));
    pin.position.set(at[0], at[1], at[2]);
    pin.renderOrder = 12;
    return pin;
  }
  add_pin(at: number[]) { this.lines.add(this.pin(at)); this.dirty = true; }

  hit(x: number, y: number): Hit | null {
    if (!this.model) return null;
    const {left, top, width, height} = this.canvas.getBoundingClientRect();
    const ray = new three.Raycaster();
    ray.setFromCamera(new three.Vector2((x - left) / width * 2 - 1, 1 - (y - top) / height * 2), this.camera);
    const parts = this.model.parts.filter(part => part.object.visible && (part.object as three.Mesh).isMesh);
    // Who clicks on something through a roof that is seen through means what is below.
    const hits = ray.intersectObjects(parts.map(part => part.object), false);
    const first = hits.find(({object}) => !(object as three.Mesh<any, three.Material>).material.transparent) ?? hits[0];
    if (!first || first.faceIndex === undefined || first.faceIndex === null) return null;
    return {part: parts.find(part => part.object === first.object)!, triangle: first.faceIndex, point: first.point};
  }

  private listen() {
    let down: PointerEvent | undefined;
    this.canvas.addEventListener('pointerdown', event => { down = event; });
    this.canvas.addEventListener('pointerup', event => {
      if (!down || event.button !== 0 || Math.hypot(event.x - down.x, event.y - down.y) > 4) return;
      this.turning = false;
      this.onhit?.(this.hit(event.clientX, event.clientY), event);
    });
  }

  /// What is under the cross, as a click would.
  pick() {
    const {x, y} = this.cross.at();
    this.turning = false;
    this.onhit?.(this.hit(x, y), {altKey: false});
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

  /// Moves the camera with what it looks at, by twentieths of the distance between them.
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
  look_as(other: View, {from, to, scale}: Tie) {
    this.take_hold();
    this.reach = other.reach * scale;
    const moved = (place: three.Vector3) => place.clone().sub(from).multiplyScalar(scale).add(to);
    this.camera.position.copy(moved(other.camera.position));
    this.camera.near = other.camera.near * scale;
    this.camera.far = other.camera.far * scale;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(moved(other.controls.target));
    this.controls.update();
    this.redraw();
  }

  /// Where the camera is.
  stand() {
    const arm = this.camera.position.clone().sub(this.controls.target);
    return {target: this.controls.target.clone(), distance: arm.length(), away: arm.normalize()};
  }

  /// What it gives puts the camera back to where it is now.
  camera_kept() {
    const {near, far} = this.camera;
    const [eye, target, reach, whole] = [this.camera.position.clone(), this.controls.target.clone(), this.reach, this.whole];
    return () => {
      Object.assign(this.camera, {near, far});
      Object.assign(this, {reach, whole});
      this.camera.updateProjectionMatrix();
      this.fly({target, eye}, true);
      this.resize();
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

  screenshot() {
    this.renderer.render(this.scene, this.camera);
    return new Promise<Blob | null>(take => this.canvas.toBlob(take));
  }

  redraw() { this.dirty = true; }

  resize() {
    const {clientWidth: width, clientHeight: height} = this.place;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (this.whole) this.fly(framed(this.whole.points, this.whole.away, this.camera, this.covered()), true);
    this.dirty = true;
  }

  private tick(time: number) {
    if (!this.running) return;
    const step = Math.min((time - this.last) / 1000, 0.1);
    this.last = time;
    const is_seen = this.place.clientWidth > 0;
    if (this.flight) this.fly_on();
    if (is_seen && this.turning && this.model && !this.flight) this.swing(step);
    if (is_seen) this.ontick?.();
    if (is_seen && this.dirty) {
      this.dirty = false;
      this.renderer.render(this.scene, this.camera);
      this.compass.turn(this.camera);
    }
    requestAnimationFrame(next => this.tick(next));
  }

  /// Turns it, and keeps it framed: from its ends a long thing is seen from nearer than from its side.
  private swing(step: number) {
    if (!this.whole) return;
    this.whole.away.applyAxisAngle(up, step * 0.3);
    this.fly(framed(this.whole.points, this.whole.away, this.camera, this.covered()), true);
  }

  private fly_on() {
    const {from, to, eye, goal, begun} = this.flight!;
    const part = Math.min((performance.now() - begun) / 180, 1);
    const eased = part * (2 - part);
    this.controls.target.lerpVectors(from, to, eased);
    this.camera.position.lerpVectors(eye, goal, eased);
    this.controls.update();
    this.dirty = true;
    if (part === 1) this.flight = undefined;
  }

  /// Gives everything back; the view is of no use afterwards.
  free() {
    this.running = false;
    this.watch.disconnect();
    for (const group of [this.extras, this.marks.group, this.lines]) clear(group);
    for (const each of this.tints) each.dispose();
    this.model?.free();
    this.paint.free();
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
    this.compass.place.remove();
    this.cross.place.remove();
  }
}

function radius_of(points: three.Vector3[]) {
  return Math.max(new three.Box3().setFromPoints(points).getBoundingSphere(new three.Sphere()).radius, 1e-4);
}
