#include <meshwright/bw2/bwm.h>
#include <algorithm>

namespace mw::bw2::bwm {
namespace {

constexpr std::uint64_t kStripShift = 2;

bool repeats(const Triangle& t) {
  return t[0] == t[1] || t[1] == t[2] || t[0] == t[2];
}

std::vector<Triangle> unroll_list(std::span<const std::uint16_t> run) {
  std::vector<Triangle> rows;
  rows.reserve(run.size() / 3);
  for (std::size_t i = 0; i + 2 < run.size(); i += 3) rows.push_back({run[i], run[i + 1], run[i + 2]});
  return rows;
}

std::vector<Triangle> unroll_strip(std::span<const std::uint16_t> run) {
  std::vector<Triangle> rows;
  for (std::size_t i = 0; i + 2 < run.size(); ++i) {
    Triangle triangle = {run[i], run[i + 1], run[i + 2]};
    if (repeats(triangle)) continue;
    if (i % 2 == 1) std::swap(triangle[0], triangle[1]);
    rows.push_back(triangle);
  }
  return rows;
}

std::uint64_t count_outside(const std::vector<Triangle>& rows, const Range& vertices) {
  return std::uint64_t(std::ranges::count_if(rows, [&](const Triangle& triangle) {
    return !std::ranges::all_of(triangle, [&](std::uint16_t corner) { return vertices.contains(corner); });
  }));
}

std::span<const std::uint16_t> cut(std::span<const std::uint16_t> indices, const Range& run) {
  const std::uint64_t begin = std::min<std::uint64_t>(run.begin, indices.size());
  return indices.subspan(begin, std::min(run.count, indices.size() - begin));
}

}  // namespace

std::uint64_t face_count_of(Type type, std::uint64_t indices) {
  if (type == Type::list) return indices / 3;
  return indices < 2 ? 0 : indices - 2;
}

Triangles triangles(std::span<const std::uint16_t> indices, Type type, const Range& run,
                    const Range& vertices) {
  const auto unroll = type == Type::strip ? unroll_strip : unroll_list;
  Triangles result;
  result.rows = unroll(cut(indices, run));
  result.outside = count_outside(result.rows, vertices);
  if (type != Type::strip || result.outside == 0 || run.end() + kStripShift > indices.size()) return result;
  std::vector<Triangle> later = unroll(cut(indices, {run.begin + kStripShift, run.count}));
  if (count_outside(later, vertices) > 0) return result;
  return {std::move(later), kStripShift, 0};
}

Triangles triangles(const File& file, std::size_t mesh, const MaterialRef& ref) {
  return triangles(file.indices, Type(file.header.type), {ref.index_offset, ref.index_count},
                   {file.meshes[mesh].vertex_offset, file.meshes[mesh].vertex_count});
}

std::vector<std::uint32_t> begins_of(const File& file, const MaterialRef& ref, const Triangles& triangles) {
  const bool is_strip = Type(file.header.type) == Type::strip;
  const auto begin = std::uint32_t(ref.index_offset + triangles.shift);
  std::vector<std::uint32_t> begins;
  for (std::uint32_t i = begin; begins.size() < triangles.rows.size(); i += is_strip ? 1 : 3)
    if (!is_strip || !repeats({file.indices[i], file.indices[i + 1], file.indices[i + 2]}))
      begins.push_back(i);
  return begins;
}

std::uint64_t triangle_count(const File& file) {
  constexpr std::uint64_t kMostPasses = 4;
  const Type type = file.header.type == std::uint32_t(Type::strip) ? Type::strip : Type::list;
  const std::vector<Range> refs = material_ref_ranges(file);
  std::uint64_t work = kMostPasses * file.indices.size();
  std::uint64_t total = 0;
  for (std::size_t mesh = 0; mesh < file.meshes.size(); ++mesh) {
    for (std::uint64_t i = refs[mesh].begin; i < refs[mesh].end(); ++i) {
      const MaterialRef& ref = file.material_refs[i];
      const std::uint64_t count = cut(file.indices, {ref.index_offset, ref.index_count}).size();
      const bool unroll = type == Type::strip && count <= work;
      total += unroll ? triangles(file, mesh, ref).rows.size() : face_count_of(type, count);
      if (unroll) work -= count;
    }
  }
  return total;
}

std::vector<Range> material_ref_ranges(const File& file) {
  std::vector<Range> ranges;
  ranges.reserve(file.meshes.size());
  std::uint64_t begin = 0;
  for (const Mesh& mesh : file.meshes) {
    const std::uint64_t count =
        std::min<std::uint64_t>(mesh.material_ref_count, file.material_refs.size() - begin);
    ranges.push_back({begin, count});
    begin += count;
  }
  return ranges;
}

}  // namespace mw::bw2::bwm
