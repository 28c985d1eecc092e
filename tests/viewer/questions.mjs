// questions.mjs MODULE: what the page asks of the library, answered by meshwright.wasm. Exits with 77 without it.
import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {Files} from './module.mjs';

const [path] = process.argv.slice(2);
if (!existsSync(path)) {
  console.log(`skipped: there is no ${path}`);
  process.exit(77);
}
const files = () => new Files(path);
function sample(name) {
  const all = files();
  const {format} = all.samples().find(each => each.file === name);
  all.add_sample(format, name);
  return {all, file: all.open(name)};
}
/// The picture: its JSON, and the corners of triangles in it.
function scene_of(file) {
  const {bytes} = file.ask('scene');
  const view = new DataView(bytes.buffer);
  const length = view.getUint32(12, true);
  const json = JSON.parse(Buffer.from(bytes.slice(20, 20 + length)));
  const numbers = (accessor, i, width) => Array.from({length: width}, (_, k) => {
    const {bufferView, byteOffset = 0, componentType} = json.accessors[accessor];
    const {byteOffset: start = 0, byteStride} = json.bufferViews[bufferView];
    const size = {5126: 4, 5125: 4, 5123: 2, 5121: 1}[componentType];
    const at = 28 + length + start + byteOffset + i * (byteStride ?? size * width) + k * size;
    return componentType === 5126 ? view.getFloat32(at, true) : size === 4 ? view.getUint32(at, true) : size === 2 ? view.getUint16(at, true) : view.getUint8(at);
  });
  const corners_of = ({attributes, indices}, triangle) =>
    [0, 1, 2].map(i => numbers(attributes.POSITION, indices === undefined ? triangle * 3 + i : numbers(indices, triangle * 3 + i, 1)[0], 3));
  const triangles_of = ({attributes, indices}) => json.accessors[indices ?? attributes.POSITION].count / 3;
  return {json, corners_of, triangles_of};
}
const tests = {
  every_sample_opens() {
    const all = files();
    const list = all.samples();
    assert.deepEqual([...new Set(list.map(each => each.format))].sort(),
      ['bw2-bwm', 'kotor-layout', 'kotor-mdl', 'kotor-mdl-ascii', 'kotor-walkmesh', 'kotor-walkmesh-ascii', 'wows-assets', 'wows-geometry', 'wows-primitives', 'wows-splash']);
    for (const {file: name, format} of list) {
      const {file} = sample(name);
      const about = file.ask('about').json;
      assert.equal(about.error, null);
      assert.equal(about.format, format);
      assert.deepEqual(about.front, [0, 0, format.startsWith('kotor-mdl') ? -1 : 1]);
      assert.deepEqual(about.axes, format.startsWith('kotor') ? [[1, 0, 0], [0, 0, -1], [0, 1, 0]] : [[1, 0, 0], [0, 1, 0], [0, 0, -1]]);
      assert.equal(about.first_level, format === 'bw2-bwm' ? 1 : 0);
      assert.equal(about.layers[0].named + about.layers[0].unreferenced, about.bytes, `${name}: all bytes have a field`);
      if (format === 'wows-assets') continue;
      const scene = file.ask('scene');
      assert.equal(Buffer.from(scene.bytes.slice(0, 4)).toString(), 'glTF');
      // A layout says only where the rooms are.
      assert.equal(scene.json.triangles > 0, format !== 'kotor-layout', name);
      file.close();
    }
  },
  the_tree_is_leafed_through() {
    const {file} = sample('sample.wok');
    const top = file.ask('tree').json;
    assert.deepEqual(top.branches.slice(0, 2).map(each => [each.path, each.offset, each.type, each.value]),
      [['magic', 0, 'bytes', '"BWM V1.0"'], ['type', 8, 'u32', '1']]);
    const faces = top.branches.find(each => each.path === 'faces');
    assert.deepEqual([faces.rows, faces.offset, faces.end], [142, 1240, 1240 + 142 * 12]);
    const page = file.ask('tree', {parent: 'faces', from: 140, to: 200}).json;
    assert.equal(page.total, 142);
    assert.deepEqual(page.branches.map(each => each.path), ['faces[140]', 'faces[141]']);
    assert.deepEqual(file.ask('tree', {parent: 'aabb[2]'}).json.branches.map(each => each.path).slice(0, 2), ['aabb[2].box_min', 'aabb[2].box_max']);
    assert.equal(file.ask('tree', {parent: 'face'}).json.total, 0, 'no field begins with another one\'s name');
    assert.equal(file.ask('tree', {parent: 'faces['}).json.total, 0);
    const second = file.ask('tree', {from: 1, to: 3}).json;
    assert.deepEqual(second.branches.map(each => each.path), ['type', top.branches[2].path], 'what is no row is leafed through too');
    assert.equal(second.total, top.branches.length);
  },
  rows_have_names_and_companions_have_fields() {
    const {file} = sample('sample.mdl');
    const nodes = file.ask('tree', {parent: 'nodes'}).json.branches;
    assert.deepEqual(nodes.slice(0, 2).map(each => [each.name, each.kind]), [['mw_creature', 'dummy'], ['hip_g', 'dummy']]);
    const about = file.ask('about').json;
    assert.deepEqual(about.layers.map(each => each.name), ['sample.mdl', 'sample.mdx']);
    const rows = file.ask('tree', {layer: 1, parent: 'nodes'}).json;
    assert(rows.branches.length > 0 && rows.branches.every(each => each.path.startsWith('nodes[')));
    assert.deepEqual(file.ask('search', {text: 'HIP'}).json.named.map(each => [each.path, each.name]), [['nodes[1]', 'hip_g'], ['names[1]', 'hip_g']]);
    const {paths, total} = file.ask('search', {text: 'faces[', most: 5}).json;
    assert.equal(paths.length, 5);
    assert.equal(total, 30 * 5);
    assert.throws(() => file.ask('tree', {layer: 2}), {message: 'layer: the file has no such part'});
  },
  bytes_and_fields_find_each_other() {
    const {file} = sample('sample.wok');
    const {json, bytes} = file.ask('bytes', {offset: 8, length: 16});
    assert.deepEqual([...bytes.slice(0, 4)], [1, 0, 0, 0]);
    assert.deepEqual(json.fields.map(each => each.path), ['type', 'relative_use_1']);
    assert.equal(json.size, 19332);
    assert.deepEqual(file.ask('field_at', {offset: 13}).json.fields.map(each => [each.path, each.offset, each.length]), [['relative_use_1', 12, 12]]);
    assert.deepEqual(file.ask('field_at', {offset: 1 << 20}).json.fields, []);
    assert.equal(file.ask('bytes', {offset: 19330, length: 100}).bytes.length, 2);
    assert.deepEqual(file.ask('fields', {parent: 'edges[3]'}).json.fields.map(each => each.path), ['edges[3].edge', 'edges[3].transition']);
  },
  texts_have_lines() {
    const {file} = sample('sample.mdl.ascii');
    const {fields} = file.ask('fields', {most: 60}).json;
    const scale = fields.find(each => each.path === 'setanimationscale');
    assert.deepEqual([scale.value, scale.line], ['1', 7], 'neither the keyword again nor the end of the line');
    const events = file.ask('fields', {parent: 'animations[1]', most: 400}).json.fields.filter(each => each.path.includes('.event'));
    assert.deepEqual(events.map(each => [each.path, each.value]), [['animations[1].event', '0.25 snd_footstep'], ['animations[1].event#2', '0.75 snd_footstep']]);
    assert.equal(file.ask('fields', {most: 400}).json.fields.find(each => /faces\[0\]$/.test(each.path)).value.split(' ').length, 8);
    const window = file.ask('bytes', {offset: scale.offset, length: scale.length});
    assert.equal(Buffer.from(window.bytes).toString(), 'setanimationscale 1\n');
  },
  decoded_values_are_told_though_no_byte_holds_them() {
    const field = (name, path) => sample(name).file.ask('fields', {parent: path}).json.fields[0];
    const {value, length, type} = field('sample.geometry', 'vertex_buffers[0].data[0].xyz');
    assert.deepEqual([value, length, type], ['(-1, 0, -1)', 0, 'f32x3']);
    assert.equal(field('sample.primitives', 'sections[1].vertices[0].n').value, '(0, 0.70674485, -0.7064579)');
  },
  triangles_know_their_rows() {
    for (const [name, mesh, table, step] of [['sample.wok', 'surface', 'faces', 1], ['sample.mdl', 'body_g', 'nodes[7].mesh.faces', 1],
      ['sample.bwm', 'm_sample_house', 'indices', 3], ['sample.geometry', 'plate_0', 'armor_models[0].plates[0].vertices', 3],
      ['sample.primitives', 'PyramidShape', 'sections[0].indices', 3], ['sample.wok.ascii', 'surface', 'nodes[0].faces', 1], ['sample.mdl.ascii', 'body_g', 'nodes[7].faces', 1]]) {
      const {file} = sample(name);
      const place = {mesh, occurrence: 0, primitive: 0, triangle: 2};
      const {rows} = file.ask('triangle', place).json;
      assert.equal(rows.length, step, name);
      for (const row of rows) {
        assert(row.path.startsWith(table + '['), `${row.path} of ${name}`);
        assert(row.end > row.offset);
        assert.deepEqual(file.ask('triangle_of', {path: row.path}).json.triangle, place, `${name} ${row.path}`);
      }
      assert.equal(file.ask('triangle', place).json.why_not, '');
      assert.deepEqual(file.ask('triangle', {...place, triangle: 100000}).json.rows, []);
    }
    assert.match(sample('sample.geometry').file.ask('triangle', {mesh: 'TurretShape', triangle: 2}).json.why_not, /^its buffers are compressed, so that no byte belongs to one triangle/);
    const {file} = sample('sample.mdl');
    assert.equal(file.ask('triangle', {mesh: 'tail_g'}).json.record.path, 'nodes[6]');
    assert.equal(file.ask('triangle_of', {path: 'nodes[6].position'}).json.name, 'tail_g');
    assert.equal(file.ask('triangle_of', {path: 'model.supermodel'}).json.triangle, null);
    const walkmesh = sample('sample.wok').file;
    const face = walkmesh.ask('triangle_of', {path: 'faces[27]'}).json.triangle;
    for (const table of ['materials', 'normals', 'distances']) assert.deepEqual(walkmesh.ask('triangle_of', {path: `${table}[27]`}).json.triangle, face, table);
    const corner = walkmesh.ask('triangle_of', {path: 'vertices[27]'}).json;
    assert(corner.total > 1 && corner.triangles.length === corner.total, 'a vertex is of all its faces');
    for (const each of corner.triangles) assert(walkmesh.ask('triangle', each).json.vertices.some(row => row.path === 'vertices[27]'));
    assert.equal(file.ask('triangle_of', {layer: 1, path: 'nodes[6].rows[2].positions'}).json.total, 2);
    assert.equal(file.ask('triangle_of', {path: 'nodes[6].rows[2].positions'}).json.total, 0);
  },
  /// Faces of a text are drawn in another order, walkable ones first; each knows its line all the same.
  lines_are_the_right_ones() {
    const whole = sample('sample.wok.ascii');
    const lines = Buffer.from(whole.file.ask('file').bytes).toString().split('\n');
    const first = lines.findIndex(each => each.startsWith('  faces')) + 1;
    const faces = lines.splice(first, 142).reverse();
    lines.splice(first, 0, ...faces);
    whole.all.add('turned.wok.ascii', new TextEncoder().encode(lines.join('\n')));
    const model = sample('sample.mdl.ascii');
    const text = Buffer.from(model.file.ask('file').bytes).toString().split('\n');
    for (const [file, source, exact] of [[whole.all.open('turned.wok.ascii'), lines, true], [model.file, text, false]]) {
      const {json, corners_of, triangles_of} = scene_of(file);
      let looked = 0;
      for (const {name, primitives} of json.meshes) primitives.forEach((primitive, number) => {
        if ((primitive.mode ?? 4) !== 4) return;
        for (let triangle = 0; triangle < triangles_of(primitive); ++triangle) {
          const [row] = file.ask('triangle', {mesh: name, primitive: number, triangle}).json.rows;
          const {line} = file.ask('fields', {parent: row.path}).json.fields[0];
          const corners = source[line - 1].trim().split(' ').slice(0, 3).map(Number);
          let verts = line - 1;
          while (!source[verts].trim().startsWith('verts')) --verts;
          const stored = corners.map(corner => source[verts + 1 + corner].trim().split(/ +/).map(Number));
          const drawn = corners_of(primitive, triangle).map(([x, y, z]) => exact ? [x, -z || 0, y] : [x, y, z]);
          // Nodes of a model have places of their own: lengths of sides tell its triangles.
          const sides = points => points.map((point, i) => Math.round(1000 * Math.hypot(...point.map((each, k) => each - points[(i + 1) % 3][k])))).sort();
          if (exact) assert.deepEqual(drawn, stored, row.path);
          else assert.deepEqual(sides(drawn), sides(stored), row.path);
          ++looked;
        }
      });
      assert(looked > 20);
    }
    const islands = whole.all.open('turned.wok.ascii').ask('islands');
    assert.deepEqual(islands.json.map(each => each.triangles), whole.all.open('sample.wok.ascii').ask('islands').json.map(each => each.triangles));
    assert.equal(islands.bytes.length, 142 * 4);
  },
  texts_are_read_by_lines() {
    const {all, file} = sample('sample.mdl.ascii');
    const text = Buffer.from(file.ask('file').bytes).toString().split('\n');
    const {lines} = file.ask('about').json.layers[0];
    assert.equal(lines, text.length - 1, 'what is behind the last end is no line');
    const {json, bytes} = file.ask('lines', {from: 6, to: 8});
    assert.equal(Buffer.from(bytes).toString(), text.slice(6, 8).join('\n') + '\n');
    const start = Buffer.from(text.slice(0, 6).join('\n')).length + 1;
    assert.deepEqual([json.total, json.from, json.offsets], [lines, 6, [start, start + text[6].length + 1]]);
    assert.equal(json.fields[0].path, 'setanimationscale');
    const seventh = {line: 7, offset: start, end: start + text[6].length + 1};
    for (const words of [{line: 7}, {offset: start}, {offset: seventh.end - 1}]) assert.deepEqual(file.ask('line', words).json, seventh);
    assert.equal(file.ask('line', {offset: seventh.end}).json.line, 8);
    assert.equal(file.ask('line', {line: 1e6}).json.line, lines);
    assert.equal(file.ask('line', {line: 0}).json.line, 1);
    assert.equal(file.ask('lines', {from: 1e6, to: 1e6 + 5}).json.from, lines - 1);
    // Ends of lines of all kinds, and a long line.
    all.add('ends.mdl.ascii', new TextEncoder().encode(`newmodel a\r\nb\rc\n\n${'x'.repeat(100000)}\nlast`));
    const ends = all.open('ends.mdl.ascii');
    assert.deepEqual(ends.ask('lines', {from: 0, to: 9}).json.offsets, [0, 12, 14, 16, 17, 100018]);
    const long = ends.ask('lines', {from: 4, to: 6});
    assert.equal(Buffer.from(long.bytes).toString(), 'x'.repeat(4096) + 'last', 'a long line leaves the others theirs');
    assert.deepEqual([long.json.lengths, long.json.most], [[100001, 4], 4096]);
    const binary = sample('sample.wok').file;
    assert.equal(binary.ask('about').json.layers[0].lines, 0);
    for (const question of ['line', 'lines']) assert.throws(() => binary.ask(question), {message: 'is no text'});
  },
  /// Where a point is on the ground is decided as by `meshwright query`: the floor below, however far.
  points_fall_to_the_floor_below() {
    const all = files();
    const rows = (list, tail = '') => list.map(each => `    ${each}${tail}`).join('\n');
    all.add('two.wok.ascii', new TextEncoder().encode(`node aabb room\n  position 0 0 0\n  orientation 0 0 0 1\n  verts 8\n${rows(['0 0 0', '10 0 0', '10 10 0', '0 10 0', '5 0 3', '10 0 3', '10 10 3', '5 10 3'])}
  faces 4\n${rows(['0 1 2', '0 2 3', '4 5 6', '4 6 7'], ' 1 0 0 0 4')}\nendnode\n`));
    const file = all.open('two.wok.ascii');
    assert.equal(file.ask('ground').json.islands, 2);
    // Half a unit beside the edge of the upper floor, three above the lower one.
    const beside = file.ask('path', {from: [1, 0, -5], to: [4.5, 3, -5]}).json;
    assert.equal(beside.fast.length, 3.5);
    assert.deepEqual([beside.start_below, beside.goal_below], [0, 3]);
    // A click on the upper floor may be a little below it, as it is drawn.
    assert.equal(file.ask('path', {from: [6, 2.995, -5], to: [9, 3, -5]}).json.exact.length, 3);
    assert.equal(file.ask('path', {from: [1, 0, -5], to: [9, 3, -5]}).json.fast, null);
  },
  sentences_name_no_options() {
    const {json} = sample('sample.mdl').file.ask('about');
    assert.equal(JSON.stringify(json).includes('--'), false);
    const all = files();
    all.add_sample('wows-assets', 'sample.bin');
    assert.throws(() => all.open('sample.bin').ask('scene'), {message: 'holds many models: drop it together with the file of one of them to see that one dressed'});
    for (const {file: name, format} of all.samples()) {
      if (format === 'wows-assets') continue;
      const {file} = sample(name);
      for (const loss of [...file.ask('about').json.losses, ...file.ask('scene').json.losses]) assert(!/--[a-z]/.test(loss.message), loss.message);
    }
    const {words} = sample('sample.geometry').file.ask('scene').json;
    assert.equal(words.layer, 'armor layer');
    assert.deepEqual(sample('sample.bwm').file.ask('scene').json.words, {}, 'words of another format');
  },
  /// The corners in the file are those of the picture.
  rows_are_the_right_ones() {
    const {file} = sample('sample.wok');
    const {json, corners_of} = scene_of(file);
    const primitive = json.meshes[0].primitives[2];
    for (const triangle of [0, 5, 17]) {
      const drawn = corners_of(primitive, triangle);
      const [{path}] = file.ask('triangle', {mesh: 'surface', primitive: 2, triangle}).json.rows;
      const corners = JSON.parse(file.ask('fields', {parent: path}).json.fields[0].value.replace('(', '[').replace(')', ']'));
      const stored = corners.map(corner => JSON.parse(file.ask('fields', {parent: `vertices[${corner}]`}).json.fields[0].value.replace('(', '[').replace(')', ']')));
      assert.deepEqual(drawn.map(([x, y, z]) => [x, -z || 0, y]), stored.map(([x, y, z]) => [x, y, z]));
    }
  },
  ways_over_a_walkmesh() {
    const {file} = sample('sample.wok');
    assert.deepEqual(file.ask('ground').json, {faces: 142, walkable: 64, islands: 1});
    const {place} = file.ask('locate', {point: [1, 0, -1]}).json;
    assert.deepEqual(place, {face: 0, z: 0, normal: [0, 0, 1], material: 4, material_name: 'Stone', walkable: true, at: [1, 1, 0], island: 0});
    assert.equal(file.ask('locate', {point: [500, 0, 0]}).json.place, null);
    const {fast, exact} = file.ask('path', {from: [1, 0, -1], to: [6, 0, -3]}).json;
    assert(Math.abs(exact.length - 6.0990195135927845) < 1e-9);
    assert(fast.length >= exact.length - 1e-9);
    assert.equal(exact.exact, true);
    assert.deepEqual(exact.points[0], [1, 0, -1]);
    assert.deepEqual(exact.points.at(-1), [6, 0, -3]);
    const above = file.ask('path', {from: [1, 5, -1], to: [6, 0, -3]}).json;
    assert.deepEqual([above.start_below, above.goal_below], [5, 0], 'the floor under the point is meant');
    const lost = file.ask('path', {from: [1, 0, -1], to: [500, 0, 0]}).json;
    assert.deepEqual([lost.fast, lost.exact, lost.start_on_floor, lost.goal_on_floor], [null, null, true, false]);
    const islands = file.ask('islands');
    const numbers = new Uint32Array(islands.bytes.buffer);
    assert.equal(numbers.length, 142);
    assert.equal(numbers.filter(each => each === 0).length, 64);
    assert.throws(() => file.ask('path', {from: [1, 2]}), {message: 'from: is no list of three numbers'});
    assert.throws(() => sample('sample.bwm').file.ask('ground'), /bw2-bwm/);
  },
  findings_have_places() {
    const all = files();
    all.add_sample('kotor-walkmesh', 'sample.wok');
    const bytes = all.open('sample.wok').ask('bytes', {offset: 0, length: 65536}).bytes;
    new DataView(bytes.buffer).setFloat32(3512, 7, true);  // a normal
    all.add('bad.wok', bytes);
    const {findings, kinds} = all.open('bad.wok').ask('findings').json;
    const finding = findings.find(each => each.code === 'WALKMESH_NORMAL_NOT_UNIT');
    assert.equal(finding.where, 'normals[0]');
    assert.equal(finding.offset, 3512);
    assert.equal(kinds.find(each => each.code === finding.code).count, 1);
    assert.equal(all.open('bad.wok').ask('findings', {each: 0}).json.findings.length, 0);
  },
  bad_files_say_where_and_show_what_was_read() {
    const all = files();
    all.add_sample('kotor-walkmesh', 'sample.wok');
    const bytes = all.open('sample.wok').ask('bytes', {offset: 0, length: 65536}).bytes;
    all.add('cut.wok', bytes.slice(0, 1300));
    const cut = all.open('cut.wok');
    const {error, layers, is_cut} = cut.ask('about').json;
    assert(is_cut);
    assert(error.offset !== null && error.message !== '' && error.text.startsWith('0x'), JSON.stringify(error));
    assert(layers[0].fields > 10);
    assert.equal(cut.ask('tree').json.branches[0].path, 'magic');
    assert.equal(cut.ask('bytes', {offset: 0, length: 4}).bytes.length, 4);
    const scene = cut.ask('scene');
    assert.equal(scene.json.error.text, error.text);
    assert(scene.bytes.length > 0);
    all.add('strange.wok', new Uint8Array([1, 2, 3]));
    const strange = all.open('strange.wok');
    assert.throws(() => strange.ask('scene'), {message: strange.ask('about').json.error.text});
    all.add('empty.wok', new Uint8Array(0));
    assert.notEqual(all.open('empty.wok').ask('about').json.error, null);
    assert.throws(() => cut.ask('sing'), {message: 'there is no question "sing"'});
  },
  dropped_files_are_neighbours() {
    const {all} = sample('sample.mdl');
    const mdl = all.open('sample.mdl').ask('bytes', {offset: 0, length: 65536}).bytes;
    const mdx = all.open('sample.mdl').ask('bytes', {layer: 1, offset: 0, length: 65536}).bytes;
    const alone = files();
    alone.add('a/Model.MDL', mdl);
    assert.match(alone.open('a/Model.MDL').ask('about').json.losses[0].message, /^Model.mdx was not found in the files that were dropped/);
    alone.add('a/model.mdx', mdx);
    assert.deepEqual(alone.open('a/Model.MDL').ask('about').json.losses, []);
    const texture = new Uint8Array([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, 10, 20, 30]);  // a pixel of TGA
    const before = alone.open('a/Model.MDL').ask('scene');
    assert.match(before.json.losses.map(each => each.message).join(), /mw_hide/);
    alone.add('a/textures/MW_HIDE.tga', texture);
    const after = alone.open('a/Model.MDL').ask('scene');
    assert.doesNotMatch(after.json.losses.map(each => each.message).join(), /mw_hide/);
    assert(Buffer.from(after.bytes).includes('image/png'));
  },
  files_become_others() {
    const {file} = sample('sample.bwm');
    const obj = file.ask('convert', {name: 'house.obj'});
    assert.match(Buffer.from(obj.bytes).toString(), /^mtllib house.mtl$/m);
    assert.equal(obj.json.companion_extension, '.mtl');
    assert(obj.companion.length > 0);
    const json = file.ask('convert', {name: 'house.json'});
    assert.equal(JSON.parse(Buffer.from(json.bytes)).format, 'bw2-bwm');
    const [all, far] = ['all', '1'].map(lod => file.ask('convert', {name: 'house.glb', options: {lod}}).json.triangles);
    assert.equal(all, 28);
    assert.equal(far, 14);
    assert.throws(() => file.ask('convert', {name: 'house.xyz'}), {message: 'house.xyz does not say what it should be'});
  },
  every_offered_download_works() {
    const all = files();
    for (const {file: name, format} of all.samples()) {
      const {file} = sample(name);
      const {targets} = file.ask('about').json;
      for (const {file: wanted, format: kind, extension} of targets) {
        assert.equal(wanted, 'sample' + extension, name);
        const made = file.ask('convert', {name: wanted}).bytes;
        if (kind === format) assert.deepEqual(made, file.ask('file').bytes, wanted);
      }
      const drawn = !['wows-assets', 'kotor-layout'].includes(format);
      assert.equal(targets[0]?.extension === '.glb', drawn, `${name}: ${targets[0]?.extension}`);
    }
    const extensions = name => sample(name).file.ask('about').json.targets.map(each => each.extension);
    for (const [name, foreign] of [['sample.wok', '.geometry'], ['sample.mdl', '.bwm'], ['sample.bwm', '.mdl']])
      assert(!extensions(name).includes(foreign), `${name} is offered as a ${foreign}`);
    for (const kind of ['.wok', '.pwk', '.dwk']) {
      assert(extensions('sample' + kind).includes(kind), kind);
      assert(extensions('sample' + kind).includes(kind + '.ascii'), kind);
      assert(extensions(`sample${kind}.ascii`).includes(kind), kind);
    }
  },
  files_are_given_back_whole() {
    const {file, all} = sample('sample.mdl');
    const {json, bytes, companion} = file.ask('file');
    assert.deepEqual(json, {file: 'sample.mdl', companion: 'sample.mdx'});
    const about = file.ask('about').json;
    assert.deepEqual([bytes.length, companion.length], about.layers.map(each => each.bytes));
    assert.deepEqual(bytes.slice(0, 64), file.ask('bytes', {offset: 0, length: 64}).bytes);
    all.add('text.json', file.ask('convert', {name: 'a.json'}).bytes);
    assert.equal(all.open('text.json').ask('file').bytes[0], 0x7b, 'as it was dropped');
  },
  findings_of_the_companion_are_in_the_companion() {
    const {file} = sample('sample.mdl');
    const {bytes, companion} = file.ask('file');
    const rows = file.ask('fields', {layer: 1, most: 50}).json.fields;
    const normal = rows.find(each => each.path.endsWith('.normals'));
    new DataView(companion.buffer).setFloat32(normal.offset, 7, true);
    const all = files();
    all.add('bad.mdl', bytes);
    all.add('bad.mdx', companion);
    const bad = all.open('bad.mdl');
    const finding = bad.ask('findings').json.findings.find(each => each.where.startsWith('mdx.'));
    assert.deepEqual([finding.layer, finding.path, finding.offset], [1, normal.path, normal.offset]);
    assert.equal(finding.where, `mdx.${normal.path}`);
    assert.notEqual(bad.ask('triangle_of', {path: finding.path}).json.name, '');
    assert(bad.ask('findings').json.findings.every(each => each.layer === 1 || each.path === each.where));
  },
  a_layout_brings_its_rooms_together() {
    const {all, file} = sample('sample.lyt');
    assert.equal(file.ask('about').json.lists_rooms, true);
    assert.equal(file.ask('about').json.walkable, true);
    const {rooms, missing} = file.ask('area').json;
    assert.deepEqual(missing, []);
    assert.deepEqual(rooms, ['01', '02', '03'].map(each => ({path: `sample_${each}.wok`, position: [0, 0, 0], walkable: true})), 'its coordinates are the area\'s');
    assert.deepEqual(file.ask('ground').json, {faces: 24, walkable: 24, islands: 1});
    const {exact} = file.ask('path', {from: [1, 0, -1], to: [17, 0, -1]}).json;
    assert(Math.abs(exact.length - 16) < 1e-9, 'through all three');
    const {place} = file.ask('locate', {point: [13, 0, -1]}).json;
    assert.deepEqual([place.file, place.face], ['sample_03.wok', 0]);
    const tables = file.ask('islands').json;
    assert.deepEqual(tables.map(each => [each.file, each.mesh, each.occurrence, each.primitive, each.triangles]), ['01', '02', '03'].map(each => [`sample_${each}.wok`, 'surface', 0, 0, 8]));
    assert(all.open('sample_02.wok').ask('ground').json.faces === 8);
    // Rooms about origins of their own are where the layout says, as borders tell that meet there.
    const moved = files();
    const room = all.open('sample_01.wok').ask('file').bytes;
    moved.add('x/hall.wok', room);
    moved.add('x/yard.wok', room);
    moved.add('x/area.lyt', new TextEncoder().encode('beginlayout\n roomcount 4\n  HALL 0 0 0\n  yard 6 0 0\n  gone 9 9 9\n  **** 0 0 0\n trackcount 0\n obstaclecount 0\n doorhookcount 0\ndonelayout\n'));
    const area = moved.open('x/area.lyt');
    assert.deepEqual(area.ask('area').json, {rooms: [{path: 'x/hall.wok', position: [0, 0, 0], walkable: true}, {path: 'x/yard.wok', position: [6, 0, 0], walkable: true}], missing: ['gone']});
    assert(Math.abs(area.ask('path', {from: [1, 0, -1], to: [11, 0, -1]}).json.exact.length - 10) < 1e-6);
    const alone = files();
    alone.add('a.lyt', new TextEncoder().encode('beginlayout\n roomcount 1\n  hall 0 0 0\n trackcount 0\n obstaclecount 0\n doorhookcount 0\ndonelayout\n'));
    assert.deepEqual(alone.open('a.lyt').ask('area').json, {rooms: [], missing: ['hall']});
    assert.equal(alone.open('a.lyt').ask('about').json.walkable, false);
    assert.throws(() => alone.open('a.lyt').ask('ground'), {message: 'none of its rooms was dropped with it'});
    assert.deepEqual(alone.recognise('a.lyt'), {format: 'kotor-layout', lists_rooms: true});
    assert.deepEqual(all.recognise('sample_01.wok'), {format: 'kotor-walkmesh', lists_rooms: false});
  },
  a_layout_says_where_a_room_is() {
    const {all} = sample('sample.wok');
    const lines = (room, place = '40 10 5') => new TextEncoder().encode(`beginlayout\n roomcount 1\n  ${room} ${place}\n trackcount 0\n obstaclecount 0\n doorhookcount 0\ndonelayout\n`);
    const area_of = (file, layout) => { all.add(file, layout); return all.open(file).ask('area').json; };
    const room = position => ({rooms: [{path: 'sample.wok', position, walkable: true}], missing: []});
    assert.deepEqual(area_of('a.lyt', lines('SAMPLE')), room([40, 5, -10]));
    assert.deepEqual(area_of('b.lyt', lines('sample', '6 5 0')), room([0, 0, 0]), 'its coordinates are the area\'s already');
    assert.deepEqual(area_of('c.lyt', lines('other')), {rooms: [], missing: ['other']});
    assert.throws(() => area_of('d.lyt', new TextEncoder().encode('beginlayout\n roomcount 3\ndonelayout\n')), /room/);
  },
  two_files_are_compared() {
    const {all, file} = sample('sample.wok');
    const bytes = file.ask('bytes', {offset: 0, length: 65536}).bytes;
    all.add('same.wok', bytes);
    const compared = name => {
      const both = all.comparison(file, all.open(name));
      const answer = both.ask('differences').json;
      both.end();
      return answer;
    };
    assert.equal(compared('same.wok').total, 0);
    const other = bytes.slice();
    new DataView(other.buffer).setFloat32(136, 9, true);  // a coordinate of the first vertex
    all.add('other.wok', other);
    const {total, differences} = compared('other.wok');
    assert.equal(total, 1);
    assert.equal(differences[0].where, 'vertices[0]');
  },
  differences_are_leafed_through() {
    const {all, file} = sample('sample.wok');
    const bytes = file.ask('bytes', {offset: 0, length: 65536}).bytes;
    const view = new DataView(bytes.buffer);
    const [vertices, faces, materials] = [76, 84, 88].map(at => view.getUint32(at, true));
    for (let i = 0; i < 20; ++i) view.setFloat32(vertices + 12 * i, view.getFloat32(vertices + 12 * i, true) + 0.001, true);
    for (const face of [27, 28]) view.setUint32(materials + 4 * face, 7, true);
    all.add('other.wok', bytes);
    const other = all.open('other.wok');
    const both = all.comparison(file, other);
    const first = both.ask('parts').json;
    assert.deepEqual(first.parts.map(({part, count}) => [part, count]), [['vertices', 20], ['materials', 2]]);
    assert.deepEqual([first.part_total, first.matching, first.total, first.through_scene], [2, 22, 22, false]);
    assert.deepEqual(both.ask('differences', {part: 'vertices', from: 18, most: 5}).json.differences.map(each => each.where), ['vertices[18]', 'vertices[19]']);
    assert.deepEqual(both.ask('differences', {text: 'MATERIALS', from: 1, most: 5}).json.differences.map(each => [each.where, each.path_a, each.path_b, each.layer]), [['materials[28]', 'materials[28]', 'materials[28]', 0]]);
    assert.equal(both.ask('differences', {text: 'nothing has this'}).json.matching, 0);
    // Every triangle with such a vertex or such a material, counted here from the bytes.
    const wanted = [];
    for (let i = 0; i < view.getUint32(80, true); ++i)
      if ([27, 28].includes(i) || [0, 4, 8].some(corner => view.getUint32(faces + 12 * i + corner, true) < 20)) wanted.push(i);
    for (const side of [0, 1]) {
      const {json, bytes: numbers} = both.ask('marks', {side});
      const marked = new Uint32Array(numbers.buffer);
      assert.equal(json.meshes.reduce((sum, each) => sum + each.triangles, 0), marked.length);
      const of_surface = json.meshes.filter(each => each.mesh === 'surface');
      assert.equal(of_surface.reduce((sum, each) => sum + each.triangles, 0), wanted.length);
    }
    both.end();
    // Numbers that are hardly different are the same within a tolerance.
    const rough = all.comparison(file, other, {tolerance: 0.01});
    assert.deepEqual(rough.ask('parts').json.parts.map(({part, count}) => [part, count]), [['materials', 2]]);
    rough.end();
    assert.throws(() => all.comparison(file, other).ask('riddle'), /there is no question "riddle" to a comparison/);
    all.add('none.wok', new Uint8Array([1, 2, 3]));
    assert.throws(() => all.comparison(file, all.open('none.wok')).ask('parts'), /./);
  },
  closing_gives_memory_back() {
    const all = files();
    all.add_sample('kotor-mdl', 'sample.mdl');
    const once = () => { const file = all.open('sample.mdl'); file.ask('about'); file.ask('scene'); file.ask('findings'); file.close(); };
    for (let i = 0; i < 20; ++i) once();
    const before = all.size();
    for (let i = 0; i < 200; ++i) once();
    assert.equal(all.size(), before);
  },
};
let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    test();
    console.log(`ok   ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAIL ${name}: ${error.stack}`);
  }
}
process.exit(failed === 0 ? 0 : 1);
