#include <meshwright/wows/geometry_info.h>

namespace mw::wows::geometry {
namespace {

MeshInfo mesh_info(const File& file, Pair pair) {
  const Mapping& vertices = file.vertex_mappings[pair.vertices];
  return {std::move(pair.shape), vertices.count, file.index_mappings[pair.indices].count / 3, vertices.buffer,
          pair.by};
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
  Pairing pairing = pair_mappings(file, decoded, names);
  Info info;
  info.counts = count(file);
  for (Pair& pair : pairing.pairs) info.meshes.push_back(mesh_info(file, std::move(pair)));
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
