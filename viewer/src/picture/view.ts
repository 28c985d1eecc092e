// The picture: light, the drawn parts and their look, and the target of a click.
import * as three from 'three';
import {Viewpoint} from './camera.js';
import {Compass} from './compass.js';
import {Crosshair} from './crosshair.js';
import {HoverName} from './hover_name.js';
import {bones_of, clear, grid_below, move_bones, skinned_copy} from './grid_and_bones.js';
import {colours, Marked, TriangleMarks} from './triangle_marks.js';
import {Model, Part} from './model.js';
import {Paint} from './paint.js';
import {Picture, page_renderer} from './renderer.js';

export interface Hit { part: Part; triangle: number; point: three.Vector3 }
export interface Line { points: number[][]; dashed: boolean }

export class View extends Viewpoint {
  readonly paint = new Paint();
  readonly show = {grid: true, boxes: false, skeleton: false, lights: false, hooks: true};
  opened_as = {paint: this.paint.state(), show: {...this.show}};
  mixer?: three.AnimationMixer;
  axes = [new three.Vector3(1, 0, 0), new three.Vector3(0, 1, 0), new three.Vector3(0, 0, 1)];  // of the file's numbers
  onhit?: (hit: Hit | null, how: {altKey: boolean}) => void;
  ontick?: () => void;       // while something is moving
  readonly cross: Crosshair;
  private readonly hover: HoverName;

  private readonly picture: Picture;
  private readonly compass = new Compass(direction => this.look_from(direction));
  private readonly scene = new three.Scene();
  private readonly marks = new TriangleMarks((part, number) => this.corners(part, number), parts => this.model?.points(parts) ?? []);
  private readonly differing = new TriangleMarks((part, number) => this.corners(part, number), () => []);  // from another file
  private readonly lines = new three.Group();    // paths over a surface
  private readonly extras = new three.Group();   // grid, boxes, skeletons, hooks
  private readonly sky = new three.HemisphereLight(0xffffff, 0x8a8f98, 1.5);
  private readonly key = new three.DirectionalLight(0xffffff, 1.7);
  private readonly watch = new ResizeObserver(() => this.resize());
  private last = 0;
  private running = true;

  constructor(place: HTMLElement) {
    page_renderer();  // fails without one
    const picture = new Picture();
    super(place, picture.canvas);
    this.picture = picture;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('aria-label', '3-D view; arrow keys turn it, + and - zoom, C shows a cross that picks');
    this.canvas.setAttribute('role', 'img');
    place.prepend(this.canvas);
    this.cross = new Crosshair(this.canvas);
    this.hover = new HoverName(this.canvas, (x, y) => this.hit(x, y));
    place.append(this.cross.place, this.compass.place, this.hover.place);
    this.scene.add(this.sky, this.camera, this.differing.group, this.marks.group, this.lines, this.extras);
    this.camera.add(this.key, this.key.target);
    this.key.position.set(0.5, 0.8, 1);
    this.key.target.position.set(0, 0, -1);
    this.listen();
    this.watch.observe(place);
    this.resize();
    requestAnimationFrame(time => this.tick(time));
  }

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
    if (model.rooms.size > 0) this.show.hooks = false;  // of all rooms there are too many
    this.opened_as = {paint: this.paint.state(), show: {...this.show}};
    this.refresh();
    this.frame();
  }

  /// Compiles the shaders of the model, while the page stays responsive.
  async prepare() {
    const {renderer} = page_renderer();
    const can_wait = renderer.getContext().getExtension('KHR_parallel_shader_compile') !== null;
    if (can_wait) await renderer.compileAsync(this.scene, this.camera);
    else renderer.compile(this.scene, this.camera);
  }

  set_background(colour: string) {
    this.scene.background = new three.Color(colour);
    this.dirty = true;
  }

  /// After anything was shown, hidden or painted.
  refresh() {
    if (!this.model) return;
    for (const light of this.model.lights) light.visible = this.show.lights;
    const own = this.show.lights && this.model.lights.length > 0 ? 0.4 : 1;  // the file's lights are added
    Object.assign(this.sky, {intensity: 1.5 * own});
    Object.assign(this.key, {intensity: 1.7 * own});
    this.rebuild_extras();
    this.marks.follow();
    this.take_in();
    this.dirty = true;
  }

  /// What follows an animation: the skeleton, the boxes and marked triangles.
  follow_motion() {
    this.model?.root.updateMatrixWorld(true);
    for (const skin of this.model?.skinned ?? []) Object.assign(skin, {boundingBox: null, boundingSphere: null});  // are of another pose
    this.marks.follow();
    this.differing.follow();
    for (const each of this.extras.children) if (each instanceof three.BoxHelper) each.update();
    if (!this.show.skeleton) return;
    const moving = this.extras.children.filter(each => each.userData.bones);
    for (const each of moving) move_bones(each as three.LineSegments);
  }

  private rebuild_extras() {
    clear(this.extras);
    const model = this.model!;
    const box = model.box();
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

  /// Marks these besides the selection, until others are given; `elsewhere` are places of triangles in the
  /// compared file, `alike` those that look the same there.
  mark_differences(parts: Part[], triangles: Marked[], elsewhere: three.Vector3[][] = [], alike: Marked[] = []) {
    this.differences = {parts, triangles};
    this.differing.clear();
    this.differing.add_alike(alike);
    this.differing.add(triangles, 'difference');
    this.differing.add_elsewhere(elsewhere);
    this.mark(this.chosen.parts, ...this.chosen.triangles);
  }
  private differences: {parts: Part[]; triangles: Marked[]} = {parts: [], triangles: []};

  /// Marks parts and triangles as selected.
  mark(parts: Part[], ...triangles: Marked[]) {
    this.chosen = {parts, triangles};
    this.marks.clear();
    for (const each of this.hung.splice(0)) each.removeFromParent();
    for (const each of this.tints.splice(0)) each.dispose();
    const [chosen, different] = this.tints = [0.1, 0.28].map(opacity => new three.MeshBasicMaterial({color: colours.part, transparent: true, opacity, side: three.DoubleSide, depthWrite: false}));
    const differing = new Set(this.differences.parts);
    for (const part of new Set([...differing, ...parts])) {
      const {object} = part;
      if (!(object as three.Mesh).isMesh) continue;
      const tint = differing.has(part) ? different : chosen;
      const skin = object as three.SkinnedMesh;
      const copy = skin.isSkinnedMesh ? skinned_copy(skin, tint) : new three.Mesh(object.geometry, tint);
      copy.raycast = () => {};
      copy.frustumCulled = false;
      object.add(copy);
      this.hung.push(copy);
    }
    this.marks.add(triangles, 'chosen');  // over those that differ
    this.marks.add_box(parts);
    this.dirty = true;
  }
  private chosen: {parts: Part[]; triangles: Marked[]} = {parts: [], triangles: []};
  private tints: three.Material[] = [];
  /// How many parts and triangles are marked.
  get marked() {
    const chosen = this.marks.triangles;
    const others = this.differing.triangles.filter(({part, number}) => !chosen.some(each => each.part === part && each.number === number));
    return {parts: this.hung.length, triangles: chosen.length + others.length};
  }
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
    // A click through a transparent roof means the part below.
    const hits = ray.intersectObjects(parts.map(part => part.object), false);
    const first = hits.find(({object}) => !(object as three.Mesh<three.BufferGeometry, three.Material>).material.transparent) ?? hits[0];
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

  screenshot() {
    this.picture.draw(this.scene, this.camera);
    return new Promise<Blob | null>(take => this.canvas.toBlob(take));
  }

  redraw() { this.dirty = true; }

  resize() {
    const {clientWidth: width, clientHeight: height} = this.place;
    if (width === 0 || height === 0) return;
    this.picture.set_size(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.keep_framed();
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
      this.picture.draw(this.scene, this.camera);
      this.compass.turn(this.camera);
    }
    requestAnimationFrame(next => this.tick(next));
  }

  /// Gives everything back; the view is of no use afterwards.
  free() {
    this.running = false;
    this.watch.disconnect();
    for (const group of [this.extras, this.differing.group, this.marks.group, this.lines]) clear(group);
    for (const each of this.tints) each.dispose();
    this.model?.free();
    this.paint.free();
    this.controls.dispose();
    this.canvas.remove();
    this.compass.place.remove();
    this.cross.place.remove();
    this.hover.hide();
    this.hover.place.remove();
  }
}
