// edit_sample.mjs heir|sword: makes another model of the sample's JSON, from stdin to stdout.
import { readFileSync } from "node:fs";

const model = JSON.parse(readFileSync(0, "utf8"));
model.layout = "original";

// Without animations of its own; sample.mdl is its supermodel.
function heir() {
  model.geometry.name = model.names[0].text = model.nodes[0].name = "heir";
  model.model.supermodel = "sample";
  model.animations = [];
}

// The tail becomes the blade of a lightsaber: 44 rows of 4 vertices, two of them the edges.
function sword() {
  const tail = model.nodes.find((node) => node.name === "tail_g");
  tail.header.type = 0x821;
  const { mesh } = tail;
  delete mesh.dangly;
  delete mesh.mdx;
  Object.assign(mesh.header, {
    vertex_count: 176, mdx_stride: 0, mdx_flags: 0, mdx_positions: -1, mdx_normals: -1,
    mdx_uvs: [-1, -1, -1, -1], mdx_tangents: [-1, -1, -1, -1],
  });
  for (const table of ["index_counts", "index_offsets", "index_lists", "inverted_counters"]) mesh[table] = [];
  const across = (row) => (row === 1 ? 0.125 : row === 23 ? -0.125 : 0);
  mesh.vertices = Array.from({ length: 176 }, (_, i) => [across(Math.floor(i / 4)), 0, (i % 4) / 4]);
  mesh.saber = {
    header: { vertices_offset: 0, uvs_offset: 0, normals_offset: 0, inverted_counters: [95, 94] },
    vertices: mesh.vertices,
    normals: mesh.vertices.map(() => [0, -1, 0]),
    uvs: mesh.vertices.map(([x, , z]) => [4 * x + 0.5, z]),
  };
}

({ heir, sword })[process.argv[2]]();
console.log(JSON.stringify(model));
