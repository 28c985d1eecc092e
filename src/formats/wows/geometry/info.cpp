#include <meshwright/wows/detail/geometry_info.h>

namespace mw::wows::geometry {
namespace {

MeshInfo mesh_info(const File& file, const Pair& pair, const Part& part, const PartMesh& mesh) {
  const Mapping& vertices = file.vertex_mappings[pair.vertices];
  MeshInfo info;
  if (part.name_from != NameFrom::ids) info.shape = mesh.name;
  info.name = mesh.name;
  info.part = part.name;
  info.vertices_id = vertices.id;
  info.indices_id = file.index_mappings[pair.indices].id;
  info.level = mesh.level;
  info.level_by = mesh.by;
  info.vertices = vertices.count;
  info.triangles = file.index_mappings[pair.indices].count / 3;
  info.vertex_buffer = vertices.buffer;
  info.paired_by = pair.by;
  return info;
}

void add_part(Info& info, const Part& part) {
  PartInfo& made = info.parts.emplace_back();
  made.name = part.name;
  made.name_from = part.name_from;
  for (const PartMesh& mesh : part.meshes) {
    if (made.levels.empty() || made.levels.back().level != mesh.level)
      made.levels.push_back({.level = mesh.level});
    made.levels.back().vertices += info.meshes[mesh.pair].vertices;
    made.levels.back().triangles += info.meshes[mesh.pair].triangles;
  }
}

void add_meshes(Info& info, const File& file, const Pairing& pairing) {
  info.meshes.resize(pairing.pairs.size());
  for (const Part& part : find_parts(file, pairing)) {
    for (const PartMesh& mesh : part.meshes)
      info.meshes[mesh.pair] = mesh_info(file, pairing.pairs[mesh.pair], part, mesh);
    add_part(info, part);
  }
}

}  // namespace

Counts count(const File& file) {
  Counts counts;
  counts.meshes = file.index_mappings.size();
  for (const Mapping& mapping : file.vertex_mappings) counts.vertices += mapping.count;
  for (const Mapping& mapping : file.index_mappings) counts.triangles += mapping.count / 3;
  return counts;
}

Encoding encoding_of(const File& file) {
  std::size_t encoded = 0;
  for (const VertexBuffer& buffer : file.vertex_buffers) encoded += buffer.data.encoded ? 1 : 0;
  for (const IndexBuffer& buffer : file.index_buffers) encoded += buffer.data.encoded ? 1 : 0;
  if (encoded == 0) return Encoding::raw;
  return encoded == file.vertex_buffers.size() + file.index_buffers.size() ? Encoding::encoded
                                                                           : Encoding::mixed;
}

std::string_view to_string(Encoding encoding) {
  constexpr std::string_view kNames[] = {"raw", "encoded", "mixed"};
  return kNames[std::size_t(encoding)];
}

Info info(const File& file, const ShapeNames& names) {
  const Decoded decoded = decode(file);
  const Pairing pairing = pair_mappings(file, decoded, names);
  Info info;
  info.counts = count(file);
  add_meshes(info, file, pairing);
  info.unpaired = pairing.unpaired_vertices.size() + pairing.unpaired_indices.size();
  for (const ArmorModel& model : file.armor_models) info.armor_plates += model.plates.size();
  for (const CollisionModel& model : file.collision_models) info.hulls += model.hulls.size();
  info.encoding = encoding_of(file);
  for (const VertexBuffer& buffer : file.vertex_buffers)
    info.vertex_formats.push_back(text_before_nul(buffer.format));
  info.bounds = bounds(file, decoded);
  return info;
}

}  // namespace mw::wows::geometry
