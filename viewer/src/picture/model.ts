// A scene of the library, ready to be drawn: its parts and their groups.
import * as three from 'three';
import {without_backdrops} from './backdrops.js';
import type * as answers from '../library/answers.js';
import {GLTFLoader} from 'three/examples/jsm/loaders/GLTFLoader.js';

/// One primitive of one node.
export interface Part {
  object: three.Mesh | three.Line | three.Points;
  name: string;         // of its node
  mesh: string;         // of its mesh, as the library names it
  occurrence: number;   // among meshes of that name
  primitive: number;
  role: string;
  level: number;
  material: string;
  walkable?: boolean;   // of ground
  two_sided: boolean;
  extras: Record<string, unknown>;
  triangles: number;
  own: three.Material;  // as the scene has it
  hidden: boolean;      // by the user
  node: three.Object3D;
  file: string;         // of an area, the room
  left_out: number;     // triangles that cannot be drawn
  within?: three.Box3;  // the framed area: something lies far away
}

/// Vertices of a part that lie far from everything else, or are not finite; `file` is the room of an area.
export interface Outlier extends answers.Outlier { file?: string }

// What of a scene's JSON is read here.
interface Extras { name?: string; role?: string; lod?: number; walkable?: boolean; kind?: string; room?: string; events?: Partial<Moment>[]; [property: string]: unknown }
interface Named { name?: string; extras?: Extras }
interface GltfMesh extends Named { primitives: {material?: number}[] }
interface GltfMaterial extends Named { doubleSided?: boolean; pbrMetallicRoughness?: {baseColorFactor?: number[]} }
interface Gltf { nodes?: Named[]; meshes?: GltfMesh[]; materials?: GltfMaterial[]; animations?: Named[] }
interface Reference { nodes?: number; meshes?: number; primitives?: number }

export interface Moment { time: number; name: string }
export interface Clip { clip: three.AnimationClip; events: Moment[]; title: string; root?: three.Object3D }  // of a room, its animated nodes

const most_values = 1000;  // of a property that one may colour by
const role_order = ['visual', 'hidden', 'collision', 'armor', 'walkmesh', 'helper'];
const neutral = new three.Color(0.62, 0.64, 0.67);

export class Model {
  readonly parts: Part[] = [];
  readonly clips: Clip[] = [];
  readonly lights: three.Light[] = [];
  readonly hooks: three.Object3D[] = [];
  readonly skinned: three.SkinnedMesh[] = [];
  readonly names = new Map<three.Object3D, string>();
  readonly rooms = new Map<three.Object3D, string>();  // of an area, and their files
  words: Record<string, string> = {};  // readable names of properties
  hashes = new Set<string>();          // properties that are such
  apart: Outlier[] = [];
  private readonly definitions = new Map<three.Object3D, Named>();  // of nodes
  private constructor(readonly root: three.Group) {}

  static async read(glb: ArrayBuffer) {
    const loaded = await new GLTFLoader().parseAsync(glb, '');
    const model = new Model(loaded.scene);
    const json: Gltf = loaded.parser.json;
    model.take(json, loaded.parser.associations as Map<object, Reference>);
    loaded.animations.forEach((clip, i) => {
      const extras = json.animations?.[i]?.extras ?? {};
      model.clips.push({clip, events: events_of(extras), title: clip.name});
    });
    return model;
  }

  /// Names in three.js lack the characters that its animations cannot have; the file's own are wanted.
  private take(json: Gltf, associations: Map<object, Reference>) {
    const seen = new Map<string, number>();
    const first = new Map<number, number>();
    json.meshes?.forEach((mesh, i) => {
      const name = mesh.extras?.name ?? mesh.name ?? '';
      first.set(i, seen.get(name) ?? 0);
      seen.set(name, (seen.get(name) ?? 0) + 1);
    });
    this.root.updateMatrixWorld(true);
    this.root.traverse(object => {
      const place = associations.get(object);
      const node = place?.nodes !== undefined ? json.nodes?.[place.nodes] : undefined;
      if (node) {
        this.names.set(object, node.extras?.name ?? node.name ?? '');
        this.definitions.set(object, node);
      }
      if ((object as three.Light).isLight) this.lights.push(object as three.Light);
      else if (place?.meshes !== undefined && 'geometry' in object)
        this.add_part(object as Part['object'], json, json.meshes![place.meshes], place.primitives ?? 0, first.get(place.meshes) ?? 0);
      else if (node?.extras?.role === 'helper') this.hooks.push(object);
    });
    for (const light of this.lights) light.visible = false;
    this.bring_skins_home();
    this.open_rooms();
    tell_apart(this.parts.filter(part => part.role === 'armor'));
  }

  /// A model with a floor is a room, whose walls face inwards: from outside the camera sees inside, as the
  /// game draws it.
  private open_rooms() {
    if (!this.parts.some(part => part.role === 'collision' || part.role === 'walkmesh')) return;
    for (const part of this.parts)
      if (part.role === 'visual' && !part.two_sided) part.own.side = three.FrontSide;
  }

  /// A glTF has a skin at its top, beside the node that the file has it at: it is one part of that node.
  private bring_skins_home() {
    const taken = new Set(this.parts.map(part => part.node));
    const homes = new Map<string, three.Object3D>();
    for (const [node, name] of this.names) if (!taken.has(node) && !homes.has(name)) homes.set(name, node);
    for (const part of this.parts) {
      const home = homes.get(part.name);
      if (!home || !(part.object as three.SkinnedMesh).isSkinnedMesh || part.node.parent !== this.root) continue;
      this.names.delete(part.node);
      part.node = home;
    }
  }

  private add_part(shape: Part['object'], json: Gltf, mesh: GltfMesh, primitive: number, occurrence: number) {
    const object = beside_children(shape);
    let node: three.Object3D = object;
    while (node.parent && !(this.names.has(node))) node = node.parent;
    const definition = this.definitions.get(node);
    const extras = {...mesh.extras, ...definition?.extras};
    const material = json.materials?.[mesh.primitives[primitive].material ?? -1];
    const own = dressed(object, material);
    object.material = own;
    if ((object as three.SkinnedMesh).isSkinnedMesh) {
      this.skinned.push(object as three.SkinnedMesh);
      object.frustumCulled = false;
    }
    const geometry = object.geometry as three.BufferGeometry;
    const corners = geometry.index?.count ?? geometry.attributes.position.count;
    this.parts.push({
      object, own, occurrence, extras, node, primitive,
      name: definition?.extras?.name ?? definition?.name ?? mesh.name ?? 'mesh',
      mesh: mesh.extras?.name ?? mesh.name ?? '',
      role: extras.role ?? 'visual',
      level: extras.lod ?? 0,
      material: material?.name || 'no material',
      walkable: material?.extras?.walkable,
      two_sided: Boolean(material?.doubleSided),
      triangles: (object as three.Mesh).isMesh ? corners / 3 : 0,
      hidden: false,
      file: '',
      left_out: 0,
    });
  }

  /// Several rooms in their places as one, with the hooks that the layout has.
  static joined(rooms: {path: string; model: Model; position: number[]}[], layout?: Model) {
    const all = new Model(new three.Group());
    for (const {path, model, position} of rooms) {
      const room = new three.Group();
      room.position.fromArray(position);
      all.root.add(room);
      all.rooms.set(room, path);
      all.names.set(room, path.split('/').pop()!);
      for (const [node, name] of model.names) all.names.set(node, name);
      for (const part of model.parts) all.parts.push(Object.assign(part, {file: path, within: part.within?.translate(room.position)}));
      all.points_only.push(...model.points_only);
      all.apart.push(...model.apart.map(each => ({...each, file: path})));
      // Nodes of several rooms have the same names: an animation moves those of its own.
      for (const clip of model.clips) all.clips.push({...clip, title: `${path.split('/').pop()} · ${clip.title}`, root: room});
      all.lights.push(...model.lights);
      all.hooks.push(...model.hooks);
      all.skinned.push(...model.skinned);
      Object.assign(all.words, model.words);
      model.hashes.forEach(each => all.hashes.add(each));
      room.add(...model.root.children);
    }
    for (const hook of layout?.hooks ?? []) {
      const definition = layout!.definitions.get(hook);
      const kind = definition?.extras?.kind;
      if (!definition || !kind || kind === 'room') continue;  // rooms are there as themselves
      all.root.attach(hook);
      all.hooks.push(hook);
      all.names.set(hook, layout!.names.get(hook) ?? '');
      all.definitions.set(hook, definition);
    }
    all.root.updateMatrixWorld(true);
    all.open_rooms();
    return all;
  }

  /// The layout's data of an area's hook: its kind, for a door its room, and the number of hooks of the same
  /// name before it.
  layout_hook(node: three.Object3D): {kind: string; room?: string; before: number} | undefined {
    const said = (each: three.Object3D) => this.definitions.get(each)?.extras;
    const key = (each: three.Object3D) => [said(each)?.kind, said(each)?.room, this.names.get(each)].join('/').toLowerCase();
    const {kind, room} = said(node) ?? {};
    if (this.rooms.size === 0 || !kind) return undefined;
    const alike = this.hooks.filter(each => key(each) === key(node));
    return {kind, room, before: alike.indexOf(node)};
  }

  /// Removes vertices far from everything else, or not finite, from the framed and counted ones.
  set_apart(apart: Outlier[], within: number[] | null) {
    this.apart = apart;
    for (const each of apart) {
      const part = this.find_part(each);
      if (part && !each.drawn) part.left_out += each.triangles;
      if (part && within && each.drawn) part.within = new three.Box3(new three.Vector3().fromArray(within), new three.Vector3().fromArray(within, 3));
    }
  }

  /// Parts of which nothing can be seen: the triangles of each lie in one point, since what says where is missing. A model of
  /// nothing else stays as it is.
  leave_out_points() {
    const is_point = ({object, triangles}: Part) => {
      if (triangles === 0) return false;
      object.geometry.boundingBox ?? object.geometry.computeBoundingBox();
      return object.geometry.boundingBox!.min.equals(object.geometry.boundingBox!.max);
    };
    if (this.box().getSize(new three.Vector3()).length() === 0) return;
    const points = this.parts.filter(is_point);
    for (const part of points) part.left_out = part.triangles;
    this.points_only = points;
  }
  points_only: Part[] = [];

  /// By the library's name for it; `file` is the room of an area.
  find_part({file = '', mesh, occurrence, primitive}: {file?: string; mesh: string; occurrence: number; primitive: number}): Part | undefined {
    this.by_key ??= new Map(this.parts.map(part => [key_of(part), part]));
    return this.by_key.get(key_of({file, mesh, occurrence, primitive}));
  }
  private by_key?: Map<string, Part>;

  /// Around everything except far vertices and backdrops.
  box() {
    const box = new three.Box3();
    for (const part of without_backdrops(this.parts)) {
      if (part.within) for (const point of this.points_of(part)) box.expandByPoint(point);
      else box.expandByObject(part.object);
    }
    return box;
  }

  /// Of the game's visible meshes: armor and the like have none.
  levels() { return [...new Set(this.parts.filter(part => part.role === 'visual').map(part => part.level))].sort((a, b) => a - b); }
  /// In one order for all models.
  roles() { return [...new Set(this.parts.map(part => part.role))].sort((a, b) => role_order.indexOf(a) - role_order.indexOf(b)); }

  /// Properties that distinguish parts, to colour by: those with several values.
  properties() {
    const values = new Map<string, Set<string>>();
    for (const part of this.parts)
      for (const [name, value] of Object.entries(part.extras))
        if (typeof value !== 'object' && !['name', 'role', 'lod'].includes(name))
          (values.get(name) ?? values.set(name, new Set()).get(name)!).add(String(value));
    return [...values].filter(([, each]) => each.size > 1 && each.size <= most_values).map(([name]) => name);
  }

  /// Visible vertices, a sample in large parts.
  points(parts = this.parts) {
    return parts.filter(part => part.object.visible).flatMap(part => this.points_of(part));
  }

  private points_of({object, within}: Part) {
    const points: three.Vector3[] = [];
    object.updateWorldMatrix(true, false);
    const total = object.geometry.attributes.position.count;
    const step = Math.ceil(total / 4000);
    for (let i = 0; i < total; i += step) {
      const point = place_of_vertex(object, i);
      if (!within || within.containsPoint(point)) points.push(point);
    }
    return points;
  }

  /// Gives the graphics memory back.
  free() {
    this.root.traverse(object => {
      const {geometry, material} = object as three.Mesh;
      geometry?.dispose();
      for (const each of [material].flat()) each?.dispose();
      (object as three.SkinnedMesh).skeleton?.dispose();
    });
    for (const {own} of this.parts) {
      for (const texture of Object.values(own)) if (texture instanceof three.Texture) texture.dispose();
      own.dispose();
    }
  }
}

/// A primitive of a mesh of a room: meshes of several rooms have the same names.
export function key_of({file, mesh, occurrence, primitive}: {file: string; mesh: string; occurrence: number; primitive: number}) {
  return JSON.stringify([file, mesh, occurrence, primitive]);
}

/// The hash of a name, which the scene has as a number or, where that is large, as a text: 0x98E59262.
export function hash_text(value: unknown) {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
  return Number.isInteger(number) ? '0x' + number.toString(16).toUpperCase().padStart(8, '0') : String(value);
}

/// Where a vertex is now, moved by its bones. The object's own place is up to date.
function place_of_vertex(object: Part['object'], vertex: number) {
  const place = new three.Vector3();
  if ((object as three.Mesh).isMesh) (object as three.Mesh).getVertexPosition(vertex, place);
  else place.fromBufferAttribute(object.geometry.attributes.position, vertex);
  return place.applyMatrix4(object.matrixWorld);
}

/// A hidden object hides everything below it, so the shape of a node with children is put beside these.
function beside_children(node: Part['object']) {
  if (node.children.length === 0) return node;
  const shape = node.clone(false) as Part['object'];
  shape.name = '';
  shape.position.set(0, 0, 0);
  shape.quaternion.identity();
  shape.scale.set(1, 1, 1);
  shape.updateMatrix();
  node.add(shape);
  if (node.morphTargetInfluences) shape.morphTargetInfluences = node.morphTargetInfluences;  // an animation sets those of the node
  Object.assign(node, {isMesh: false, isLine: false, isPoints: false});
  shape.updateMatrixWorld(true);
  return shape;
}

/// Grey until a texture or a colour is given; seen from both sides.
function dressed(object: Part['object'], definition?: GltfMaterial) {
  const given = object.material as three.MeshStandardMaterial;
  const own = given.clone();
  own.side = three.DoubleSide;
  if (!(object as three.Mesh).isMesh) return own;
  own.metalness = 0;
  own.roughness = 0.9;
  const colour = definition?.pbrMetallicRoughness?.baseColorFactor;
  const white = !colour || (colour[0] === 1 && colour[1] === 1 && colour[2] === 1);
  if (!own.map && white && own.color) own.color.copy(neutral);
  if (!own.map && !own.emissiveMap) own.emissive?.setScalar(0);  // what shines in the game would be a white silhouette without its texture
  own.vertexColors = false;
  own.polygonOffset = true;
  own.polygonOffsetFactor = 1;
  own.polygonOffsetUnits = 1;
  if (!object.geometry.attributes.normal || normals_point_away(object.geometry)) own.flatShading = true;
  return own;
}

/// Whether most normals point to the back of their triangles, which would be lit from behind.
function normals_point_away({index, attributes: {position, normal}}: three.BufferGeometry) {
  const corners = index?.count ?? position.count;
  const step = Math.ceil(corners / 3 / 500) * 3;
  let away = 0;
  for (let i = 0; i + 2 < corners; i += step) {
    const [a, b, c] = [0, 1, 2].map(k => index?.getX(i + k) ?? i + k);
    const face = new three.Triangle().setFromAttributeAndIndices(position, a, b, c).getNormal(new three.Vector3());
    away += Math.sign(face.dot(new three.Vector3().fromBufferAttribute(normal, a)));
  }
  return away < 0;
}

/// Plates of different materials lie side by side: similar colours are replaced.
function tell_apart(plates: Part[]) {
  const colours = new Map<string, three.Color>();
  for (const {material, own} of plates) {
    const {color} = own as three.MeshStandardMaterial;
    if (!color) continue;
    if (!colours.has(material)) colours.set(material, distinct(color, [...colours.values()]));
    color.copy(colours.get(material)!);
  }
}

const alike = 0.3;  // how far colours are apart at most that are mixed up, from black to white being 1.7

/// The colour itself, or the first of a fixed list that is unlike all of those.
function distinct(colour: three.Color, others: three.Color[]) {
  const srgb = (each: three.Color) => new three.Vector3().fromArray(each.clone().convertLinearToSRGB().toArray());
  const known = others.map(srgb);
  const nearest = (each: three.Color) => Math.min(Infinity, ...known.map(other => other.distanceTo(srgb(each))));
  const {h, s, l} = colour.getHSL({h: 0, s: 0, l: 0}, three.SRGBColorSpace);
  let [best, apart] = [colour.clone(), nearest(colour)];
  for (let i = 1; i < 36 && apart < alike; ++i) {
    const other = new three.Color().setHSL((h + i * 0.618034) % 1, s, [l, l * 0.6, Math.min(0.85, l * 1.3)][i % 3], three.SRGBColorSpace);
    if (nearest(other) > apart) [best, apart] = [other, nearest(other)];
  }
  return best;
}

function events_of(extras: Extras): Moment[] {
  const list = Array.isArray(extras.events) ? extras.events : [];
  return list.map(({time, name}) => ({time: Number(time ?? 0), name: String(name ?? '')}));
}
