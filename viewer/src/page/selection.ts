// The selection of a tab: its bytes, its part of the picture, and its facts.
import type * as three from 'three';
import {short} from '../widgets/dom.js';
import type {Fact} from '../panes/facts.js';
import type {Part} from '../picture/model.js';
import type {TrianglePlace} from '../library/answers.js';
import type {Tab} from './tab.js';

/// The bytes of a field or row.
export interface Place { layer?: number; path: string; offset: number; end: number }

/// What a walkmesh has at a place.
export interface Ground { file: string; facts: Fact[] }

export interface Selection {
  title: string;
  facts: Fact[];                                        // of the scene
  ground?: Ground;                                      // below it, where that is another file's
  layer: number;
  paths: Place[];                                       // of the file
  corners?: Place[];                                    // of a triangle, the rows of its vertices
  why_not?: string;                                     // it has no bytes of its own
  part?: Part;                                          // the first of these
  parts: Part[];                                        // that it is, or is in
  node?: three.Object3D;                                // without a part of its own
}

/// On ground also the place. The ground below a model of an area is another file's, and shown separately.
export async function facts_of_triangle(tab: Tab, part: Part, triangle: number, point?: number[]): Promise<{facts: Fact[]; ground?: Ground}> {
  const own: Fact[] = [['triangle', String(triangle)], ...tab.facts_of(part)];
  const ground = point && tab.walkable ? await ground_at(tab, point) : undefined;
  if (!ground) return {facts: own};
  if (tab.area && ground.file !== part.file) return {facts: own, ground};
  return {facts: [...ground.facts, ...own.filter(([name]) => !ground.facts.some(([same]) => same === name))]};
}

async function ground_at(tab: Tab, point: number[]): Promise<Ground | undefined> {
  try {
    const {place} = (await tab.ask_ground('locate', {point})).json;
    if (!place) return undefined;
    const {about} = await tab.room_of(place.file || tab.path);
    // A text has its faces in any order; a compiled walkmesh has walkable ones first.
    const face = about.layers[0]?.lines > 0 ? 'face when compiled' : 'face';
    return {file: place.file ?? '', facts: [[face, String(place.face)], ['material', `${place.material_name} (${place.material})`],
      ['walkable', place.walkable ? 'yes' : 'no'], ['elevation', short(place.z)],
      ['at', place.at.map(short).join(', ')], ['island', place.island === null ? 'none' : String(place.island + 1)]]};
  } catch {
    return undefined;
  }
}

/// The part of the picture of a field: triangles and the part of the first, or all parts of a node.
export async function place_of(tab: Tab, layer: number, path: string, file = tab.path) {
  const found = (await tab.library.ask(file, 'triangle_of', {layer, path})).json;
  const triangles = found.triangles.flatMap(triangle => {
    const part = part_of(tab, file, {triangle});
    return part ? [{part, number: triangle.triangle}] : [];
  });
  const part = part_of(tab, file, found);
  const parts = !part ? [] : found.triangle ? [part] : tab.model!.parts.filter(each => each.node === part.node);
  return {parts, triangles};
}

function part_of(tab: Tab, file: string, {triangle, name}: {triangle?: TrianglePlace | null; name?: string}) {
  if (triangle) return tab.model?.find_part({...triangle, file: tab.rooms ? file : ''});
  return name ? tab.model?.parts.find(part => (part.file === '' || part.file === file) && (part.mesh === name || part.name === name)) : undefined;
}
