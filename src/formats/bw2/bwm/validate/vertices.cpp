#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <vector>

#include "validate.h"

namespace mw::bw2::bwm {
namespace {

constexpr float kUnitTolerance = 1e-2F;    // the original's normals have four decimals
constexpr float kWeightTolerance = 1e-2F;  // two decimals

/// The format in which each usage was seen.
ElementFormat usual_format(Usage usage) {
  switch (usage) {
    case Usage::position:
    case Usage::normal:
      return ElementFormat::f32x3;
    case Usage::uv:
      return ElementFormat::f32x2;
    case Usage::bone_index:
      return ElementFormat::u8;
    case Usage::bone_weight:
      return ElementFormat::f32;
  }
  return ElementFormat::f32;
}

void check_element(Check& check, std::size_t stride, std::size_t row) {
  const Element& element = check.file.strides[stride].elements[row];
  const bool known_id = usage_name(element.id) != "unknown";
  if (!known_id) check.add(finding::ELEMENT_ID_UNKNOWN, check.element(stride, row, "id"), element.id);
  const Place place = check.element(stride, row, "format");
  if (!format_size(element.format)) {
    check.add(finding::ELEMENT_FORMAT_UNKNOWN, place, element.format);
  } else if (known_id && element.format != std::uint32_t(usual_format(Usage(element.id)))) {
    check.add(finding::ELEMENT_FORMAT_UNUSUAL, place, usage_name(element.id), element.format,
              std::uint32_t(usual_format(Usage(element.id))));
  }
}

void check_declarations(Check& check) {
  const File& file = check.file;
  bool any = false;
  bool position = false;
  bool normal = false;
  for (std::size_t i = 0; i < file.strides.size(); ++i) {
    for (std::size_t j = 0; j < file.strides[i].elements.size(); ++j) {
      const std::uint32_t id = file.strides[i].elements[j].id;
      check_element(check, i, j);
      any = true;
      position = position || id == std::uint32_t(Usage::position);
      normal = normal || id == std::uint32_t(Usage::normal);
    }
  }
  if (!any && file.header.vertex_count > 0)
    return check.add(finding::VERTEX_DATA_MISSING, Check::header("vertex_count"), file.header.vertex_count);
  if (file.header.vertex_count == 0) return;
  if (!position) check.add(finding::POSITION_MISSING, {"strides", check.offsets.strides});
  if (!normal) check.add(finding::NORMAL_MISSING, {"strides", check.offsets.strides});
}

/// NaN and infinities of every element that holds floats, each told once.
void check_finite_data(Check& check) {
  for (const Usage usage : {Usage::position, Usage::normal, Usage::uv, Usage::bone_weight}) {
    for (const Attribute& attribute : find_attributes(check.file, usage)) {
      const std::vector<Vec3> values = read_vectors(check.file, attribute);
      const auto odd = std::ranges::find_if_not(values, is_finite);
      if (odd == values.end()) continue;
      const auto count = values.size() - std::size_t(std::ranges::count_if(values, is_finite));
      check.add(finding::VALUE_NOT_FINITE, check.vertex(attribute, std::size_t(odd - values.begin())), count,
                values.size());
    }
  }
}

void check_normals(Check& check) {
  const std::vector<Attribute> found = find_attributes(check.file, Usage::normal);
  if (found.empty()) return;
  const std::vector<Vec3> normals = read_vectors(check.file, found.front());
  std::size_t count = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < normals.size(); ++i)
    if (std::abs(glm::length(normals[i]) - 1) > kUnitTolerance && count++ == 0) first = i;
  if (count > 0)
    check.add(finding::NORMAL_NOT_UNIT, check.vertex(found.front(), first), count, normals.size(),
              glm::length(normals[first]));
}

/// A vertex follows a bone when its weight is not zero.
void check_bone_indices(Check& check, const Attribute& bones, const Attribute& weights) {
  const std::vector<float> bone = read_scalars(check.file, bones);
  const std::vector<float> weight = read_scalars(check.file, weights);
  std::size_t count = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < bone.size() && i < weight.size(); ++i)
    if (weight[i] != 0 && bone[i] >= float(check.file.bones.size()) && count++ == 0) first = i;
  if (count > 0)
    check.add(finding::BONE_INDEX_OUT_OF_RANGE, check.vertex(bones, first), count, check.file.bones.size(),
              bone[first]);
}

void check_weights(Check& check, const std::vector<Attribute>& weights) {
  std::vector<float> sums = read_scalars(check.file, weights.front());
  for (std::size_t k = 1; k < weights.size(); ++k) {
    const std::vector<float> values = read_scalars(check.file, weights[k]);
    for (std::size_t i = 0; i < std::min(values.size(), sums.size()); ++i) sums[i] += values[i];
  }
  const auto wrong = [](float sum) { return std::abs(sum - 1) > kWeightTolerance; };
  const auto first = std::ranges::find_if(sums, wrong);
  if (first != sums.end())
    check.add(finding::WEIGHT_SUM_NOT_ONE, check.vertex(weights.front(), std::size_t(first - sums.begin())),
              std::size_t(std::ranges::count_if(sums, wrong)), sums.size(), *first);
}

/// Finite ones; the others have a finding of their own.
void check_far_positions(Check& check) {
  constexpr float kFar = 100'000;
  const std::vector<Attribute> found = find_attributes(check.file, Usage::position);
  const auto is_far = [](const Vec3& p) {
    return is_finite(p) && std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) > kFar;
  };
  const auto first = std::ranges::find_if(check.points, is_far);
  if (found.empty() || first == check.points.end()) return;
  check.add(finding::POSITION_OUT_OF_RANGE,
            check.vertex(found.front(), std::size_t(first - check.points.begin())),
            std::ranges::count_if(check.points, is_far), check.points.size(), first->x, first->y, first->z);
}

/// Of texture coordinates; houses repeat their images some dozens of times.
void check_far_uvs(Check& check) {
  constexpr float kFar = 1e6F;
  const auto is_far = [](const Vec3& uv) {
    return is_finite(uv) && std::max(std::abs(uv.x), std::abs(uv.y)) > kFar;
  };
  for (const Attribute& attribute : find_attributes(check.file, Usage::uv)) {
    const std::vector<Vec3> uvs = read_vectors(check.file, attribute);
    const auto first = std::ranges::find_if(uvs, is_far);
    if (first == uvs.end()) continue;
    check.add(finding::UV_TOO_LARGE, check.vertex(attribute, std::size_t(first - uvs.begin())),
              std::ranges::count_if(uvs, is_far), uvs.size(), first->x, first->y);
  }
}

/// Of each mesh: whether most of its triangles look where their normals do. Not of strips: no original skin
/// says which way the first triangle of one winds.
void check_winding(Check& check) {
  const std::vector<Attribute> found = find_attributes(check.file, Usage::normal);
  if (found.empty() || !check.measurable || check.strips()) return;
  const std::vector<Vec3> normals = read_vectors(check.file, found.front());
  for (std::size_t mesh = 0; mesh < check.file.meshes.size(); ++mesh) {
    if (!check.own_indices[mesh]) continue;
    std::size_t agree = 0;
    std::size_t oppose = 0;
    for (std::uint64_t i = check.refs[mesh].begin; i < check.refs[mesh].end(); ++i)
      for (const Triangle& t : triangles(check.file, mesh, check.file.material_refs[i]).rows) {
        if (std::ranges::max(t) >= std::min(check.points.size(), normals.size())) continue;
        const Vec3& a = check.points[t[0]];
        const float side = glm::dot(glm::cross(check.points[t[1]] - a, check.points[t[2]] - a),
                                    normals[t[0]] + normals[t[1]] + normals[t[2]]);
        agree += side > 0 ? 1 : 0;
        oppose += side < 0 ? 1 : 0;
      }
    if (oppose > 2 * agree) check.add(finding::MESH_REVERSED, check.mesh(mesh), oppose, agree + oppose);
  }
}

void check_skin(Check& check) {
  const std::vector<Attribute> bones = find_attributes(check.file, Usage::bone_index);
  const std::vector<Attribute> weights = find_attributes(check.file, Usage::bone_weight);
  if (bones.size() != weights.size())
    check.add(finding::BONE_ELEMENTS_UNPAIRED, {"strides", check.offsets.strides}, bones.size(),
              weights.size());
  if (bones.empty() && !check.file.bones.empty() && decodes(check.file))
    check.add(finding::BONES_UNUSED, Check::header("bone_count"), check.file.bones.size());
  for (std::size_t i = 0; i < std::min(bones.size(), weights.size()); ++i)
    check_bone_indices(check, bones[i], weights[i]);
  if (!weights.empty()) check_weights(check, weights);
}

void check_cleave_lengths(Check& check) {
  constexpr float kLongest = 1.001F;
  const auto& cleaves = check.file.cleaves;
  std::size_t count = 0;
  std::size_t first = 0;
  std::size_t odd = 0;
  std::size_t first_odd = 0;
  for (std::size_t i = 0; i < cleaves.size(); ++i) {
    if (!is_finite(cleaves[i]) && odd++ == 0) first_odd = i;
    if (is_finite(cleaves[i]) && glm::length(cleaves[i]) > kLongest && count++ == 0) first = i;
  }
  if (odd > 0) check.add(finding::VALUE_NOT_FINITE, check.cleave(first_odd), odd, cleaves.size());
  if (count > 0)
    check.add(finding::CLEAVE_LENGTH_OUT_OF_RANGE, check.cleave(first), count, glm::length(cleaves[first]));
}

/// Vertices in one place against the first of them.
void check_cleave_splits(Check& check) {
  constexpr float kTolerance = 1e-4F;
  if (!check.measurable || check.file.cleaves.size() != check.points.size()) return;
  std::map<std::array<float, 3>, std::size_t> first_at;
  std::size_t count = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < check.points.size(); ++i) {
    const Vec3& p = check.points[i];
    const std::size_t other = first_at.try_emplace({p.x, p.y, p.z}, i).first->second;
    if (glm::distance(check.file.cleaves[i], check.file.cleaves[other]) > kTolerance && count++ == 0)
      first = i;
  }
  if (count > 0) check.add(finding::CLEAVE_NOT_SHARED, check.cleave(first), count, first);
}

}  // namespace

void check_vertices(Check& check) {
  const File& file = check.file;
  check_declarations(check);
  check_finite_data(check);
  check_normals(check);
  check_far_positions(check);
  check_far_uvs(check);
  check_winding(check);
  check_skin(check);
  if (file.header.version != kVersion6 || !decodes(file)) return;
  if (file.cleaves.size() != file.header.vertex_count)
    check.add(finding::CLEAVE_COUNT_MISMATCH, {"cleave_count", check.offsets.cleave_count},
              file.cleaves.size(), file.header.vertex_count);
  check_cleave_lengths(check);
  check_cleave_splits(check);
}

}  // namespace mw::bw2::bwm
