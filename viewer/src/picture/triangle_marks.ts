// Marked triangles: shaded in front, faint through other surfaces, so that they can be found and recognised.
import * as three from 'three';
import {clear} from './grid_and_bones.js';
import type {Part} from './model.js';

export interface Marked { part: Part; number: number }
interface Shapes { faces: three.BufferGeometry; edges: three.BufferGeometry }

/// What is chosen, other differences between two files, where the other file has them, and parts as a whole.
export const colours = {chosen: 0xffa116, difference: 0xe05fd0, alike: 0xf0b6e8, elsewhere: 0x6b7280, part: 0x2f81f7};
const edge_colours = {chosen: 0xb45309, difference: 0x86198f};

function edges_of([a, b, c]: three.Vector3[]) { return [a, b, b, c, c, a]; }

export class TriangleMarks {
  readonly group = new three.Group();
  private readonly sets: {triangles: Marked[]; shapes: Shapes}[] = [];

  constructor(private readonly corners: (part: Part, number: number) => three.Vector3[], private readonly points: (parts: Part[]) => three.Vector3[]) {}

  get triangles() { return this.sets.flatMap(set => set.triangles); }

  clear() {
    clear(this.group);
    this.sets.length = 0;
    this.boxed = undefined;
  }

  add(triangles: Marked[], kind: 'chosen' | 'difference') {
    if (triangles.length === 0) return;
    const shapes = {faces: new three.BufferGeometry(), edges: new three.BufferGeometry()};
    this.sets.push({triangles, shapes});
    this.place(triangles, shapes);
    // All of them are drawn with the transparent parts: in their order, and last.
    const both = {color: colours[kind], side: three.DoubleSide};
    const hidden = new three.Mesh(shapes.faces, new three.MeshBasicMaterial({...both, transparent: true, opacity: 0.25, depthTest: false, depthWrite: false}));
    const seen = new three.Mesh(shapes.faces, new three.MeshLambertMaterial({...both, transparent: true, flatShading: true, polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1}));
    const edges = new three.LineSegments(shapes.edges, new three.LineBasicMaterial({color: edge_colours[kind], transparent: true, depthTest: false}));
    [hidden, seen, edges].forEach((each, i) => this.show(each, (kind === 'chosen' ? 14 : 10) + i));
  }

  /// A tint on triangles that look the same in the other file.
  add_alike(triangles: Marked[]) {
    if (triangles.length === 0) return;
    const shapes = {faces: new three.BufferGeometry(), edges: new three.BufferGeometry()};
    this.sets.push({triangles, shapes});
    this.place(triangles, shapes);
    this.show(new three.Mesh(shapes.faces, new three.MeshBasicMaterial({color: colours.alike, side: three.DoubleSide, transparent: true, opacity: 0.3, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1})), 9);
  }

  /// Outlines of where the other of two files has them.
  add_elsewhere(triangles: three.Vector3[][]) {
    if (triangles.length === 0) return;
    const lengths = triangles.map(corners => corners[0].distanceTo(corners[1]));
    const dash = lengths.reduce((most, each) => Math.max(most, each), 0) / 12;
    const outline = new three.LineSegments(new three.BufferGeometry().setFromPoints(triangles.flatMap(edges_of)),
      new three.LineDashedMaterial({color: colours.elsewhere, dashSize: dash, gapSize: dash * 0.7, transparent: true, depthTest: false}));
    outline.computeLineDistances();
    this.show(outline, 13);
  }

  /// A box around parts, whose own looks stay visible.
  add_box(parts: Part[]) {
    if (parts.length === 0) return;
    const [helper, material] = [new three.Box3Helper(new three.Box3()), new three.LineBasicMaterial({color: colours.part, transparent: true, depthTest: false})];
    (helper.material as three.Material).dispose();
    helper.material = material;
    this.boxed = {parts, helper};
    this.place_box();
    this.show(helper, 9);
  }
  private boxed?: {parts: Part[]; helper: three.Box3Helper};

  /// Around its visible parts.
  private place_box() {
    if (!this.boxed) return;
    const {parts, helper} = this.boxed;
    helper.box.setFromPoints(this.points(parts));
    helper.visible = !helper.box.isEmpty();
    helper.box.expandByScalar(helper.visible ? helper.box.getSize(new three.Vector3()).length() * 0.004 : 0);
  }

  /// Puts them where their corners are now.
  follow() {
    for (const {triangles, shapes} of this.sets) this.place(triangles, shapes);
    this.place_box();
  }

  private place(triangles: Marked[], {faces, edges}: Shapes) {
    const corners = triangles.map(({part, number}) => this.corners(part, number));
    faces.setFromPoints(corners.flat());
    edges.setFromPoints(corners.flatMap(edges_of));
  }

  private show(object: three.Object3D, order: number) {
    object.renderOrder = order;
    object.raycast = () => {};
    object.frustumCulled = false;
    this.group.add(object);
  }
}
