#include "mesh.h"

#include <fmt/format.h>
#include <meshwright/core/detail/half.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/math.h>
#include <meshwright/scene/detail/numbers.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/wows/detail/geometry_findings.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "from_scene.h"

namespace mw::wows::geometry {
namespace {

using scene::Primitive;

constexpr std::size_t kBones = 3;       // of a vertex
constexpr std::size_t kUvSets = 2;      // of a vertex
constexpr float kMostHalf = 65504;      // the largest that a half float holds
constexpr float kMostPiece = 16777216;  // 2^24: whole numbers up to here are floats
constexpr float kWhole = 1e-3F;         // how far a number of a bone may lie from a whole one

constexpr std::string_view kBoneColumns[] = {"BONE_0", "BONE_1", "BONE_2", "WEIGHT_0", "WEIGHT_1"};

/// The three heaviest of a vertex; their weights are 1 in all.
struct Influences {
  std::array<float, kBones> bones{};
  std::array<float, kBones> weights{1, 0, 0};
  bool cut = false;
};

/// Of weights that are finite.
Influences influences_of(const scene::U16Vec4& joints, const Vec4& weights) {
  std::array<int, 4> order = {0, 1, 2, 3};
  std::ranges::stable_sort(order, [&](int a, int b) { return weights[a] > weights[b]; });
  Influences found;
  double sum = 0;  // of large numbers too
  for (std::size_t k = 0; k < kBones; ++k) sum += std::max(weights[order[k]], 0.0F);
  if (!(sum > 0)) return found;
  for (std::size_t k = 0; k < kBones; ++k) {
    const float weight = std::max(weights[order[k]], 0.0F);
    found.weights[k] = float(weight / sum);
    found.bones[k] = weight > 0 ? float(joints[order[k]]) : 0;
  }
  found.cut = weights[order[3]] > 0;
  return found;
}

std::optional<std::string> problem_of_bones(const Primitive& p) {
  if (column(p, "BONE_0") == nullptr) return std::nullopt;
  for (const std::string_view name : kBoneColumns)
    if (column(p, name) == nullptr)
      return fmt::format("has _BONE_0, but not _{}, which bones need too", name);
  for (const std::string_view name : {"BONE_0", "BONE_1", "BONE_2"})
    for (const float bone : *column(p, name))
      if (!(bone >= 0 && bone <= kMostSlot) || std::abs(bone - std::round(bone)) > kWhole)
        return fmt::format("has bone {}; a vertex holds whole numbers from 0 to {}", bone, kMostSlot);
  for (const std::string_view name : {"WEIGHT_0", "WEIGHT_1"})
    for (const float weight : *column(p, name))
      if (!(weight >= 0 && weight <= 1))
        return fmt::format("has a weight of {}; weights are from 0 to 1", weight);
  return std::nullopt;
}

std::optional<std::string> problem_of_numbers(const Primitive& p) {
  if (const auto* radii = column(p, "RADIUS"))
    for (const float radius : *radii)
      if (!std::isfinite(radius)) return "has a radius that is not finite";
  if (const auto* pieces = column(p, "PIECE"))
    for (const float piece : *pieces)
      if (!(piece >= 0 && piece <= kMostPiece))
        return fmt::format("has piece {}; pieces are numbers from 0 to {}", piece, kMostPiece);
  return std::nullopt;
}

/// An element that only some vertices have, and how it is spelled in names of formats and in glTF.
struct Optional {
  ElementKind kind;
  std::string_view word;
  std::string_view attribute;
  std::string_view what;
};
constexpr Optional kOptional[] = {
    {ElementKind::uv2, "uv2", "TEXCOORD_1", "second texture coordinates"},
    {ElementKind::iii, "iiiww", "_BONE_0", "bones"},
    {ElementKind::r, "r", "_RADIUS", "radii"},
    {ElementKind::i, "i", "_PIECE", "pieces"},
    {ElementKind::oi, "oi", "_OI_0", "the bytes of oi"},
};

bool has(const Primitive& p, ElementKind kind) {
  switch (kind) {
    case ElementKind::uv:
      return !p.uvs[0].empty();
    case ElementKind::uv2:
      return !p.uvs[1].empty();
    case ElementKind::iii:
      return column(p, "BONE_0") != nullptr;
    case ElementKind::r:
      return column(p, "RADIUS") != nullptr;
    case ElementKind::i:
      return column(p, "PIECE") != nullptr;
    case ElementKind::oi:
      return column(p, "OI_0") != nullptr;
    case ElementKind::n:
      return !p.normals.empty();
    case ElementKind::t:
      return !p.tangents.empty();
    default:
      return true;
  }
}

/// What a mesh has and a layout does not.
std::vector<std::string_view> without_place(const VertexLayout& layout, const Primitive& p) {
  std::vector<std::string_view> names;
  const auto look = [&](ElementKind kind, std::string_view what) {
    if (has(p, kind) && !layout.has(kind)) names.push_back(what);
  };
  look(ElementKind::n, "normals");
  look(ElementKind::uv, "texture coordinates");
  for (const Optional& each : kOptional) look(each.kind, each.what);
  look(ElementKind::t, "tangents");
  return names;
}

/// What a layout needs, cannot be computed, and the mesh does not have.
const Optional* missing(const VertexLayout& layout, const Primitive& p) {
  const auto* found = std::ranges::find_if(
      kOptional, [&](const Optional& each) { return layout.has(each.kind) && !has(p, each.kind); });
  return found == std::end(kOptional) ? nullptr : found;
}

Result<ChosenFormat> as_wanted(const scene::Node& node, const Primitive& p, const std::string& wanted) {
  const std::string name = whole_format_name(wanted);
  const auto layout = parse_vertex_format(name);
  if (!layout) return fail(layout.error());
  if (const Optional* lacks = missing(*layout, p))
    return fail({.field = escape_text(node.name),
                 .message = fmt::format("has no {} ({}), which {} needs", lacks->what, lacks->attribute,
                                        escape_text(name))});
  ChosenFormat chosen{name};
  if (const auto lost = without_place(*layout, p); !lost.empty())
    chosen.losses.add(loss::FORMAT_WITHOUT_PLACE, node.name, escape_text(node.name), name,
                      fmt::join(lost, ", "));
  return chosen;
}

}  // namespace

const std::vector<float>* column(const Primitive& p, std::string_view name) {
  const auto found = std::ranges::find(p.custom, name, &scene::CustomAttribute::name);
  return found == p.custom.end() ? nullptr : &found->values;
}

std::string whole_format_name(std::string_view name) {
  return std::string(name.find('/') == name.npos ? "set3/" : "").append(name);
}

void bones_from_joints(Primitive& p, OtherBones& others) {
  if (p.joints.empty() || p.weights.empty() || column(p, "BONE_0") != nullptr) return;
  others.weightless += scene::count_weightless(p);
  std::array<std::vector<float>, kBones> bones;
  std::array<std::vector<float>, kBones> weights;
  for (std::size_t i = 0; i < p.joints.size(); ++i) {
    const Influences found = influences_of(p.joints[i], p.weights[i]);
    others.cut += found.cut ? 1 : 0;
    for (std::size_t k = 0; k < kBones; ++k) {
      bones[k].push_back(found.bones[k]);
      weights[k].push_back(found.weights[k]);
    }
  }
  for (std::size_t k = 0; k < kBones; ++k) {
    p.custom.push_back({fmt::format("BONE_{}", k), std::move(bones[k])});
    p.custom.push_back({fmt::format("WEIGHT_{}", k), std::move(weights[k])});
  }
}

void tell_other_bones(const OtherBones& others, Losses& losses) {
  if (others.cut > 0)
    losses.add(loss::BONES_TOO_MANY, "", counted(others.cut, "vertex has", "vertices have"));
  if (others.weightless > 0)
    losses.push_back(scene::tell_weightless(others.weightless, "bound to the first bone of the skin"));
}

/// A half is cut; a texture of 1,024 points shows where one moves by more than a point.
void UvLosses::note(const std::string& name, const Primitive& p, const VertexLayout& layout) {
  constexpr float kVisible = 1.0F / 1024;
  const bool told = !without.empty() && without.back() == escape_text(name);
  if (layout.has(ElementKind::uv) && p.uvs[0].empty() && !told) without.push_back(escape_text(name));
  for (const auto& uvs : p.uvs)
    for (const Vec2& uv : uvs)
      for (const float value : {uv.x, uv.y}) {
        const float moved = std::abs(half_to_float(float_to_half_cut(value - kUvCentre)) + kUvCentre - value);
        if (!(moved > kVisible) || layout.set == 1) continue;
        ++coarse;
        most = std::max(most, moved);
      }
}

void UvLosses::tell(Losses& losses) const {
  if (!without.empty())
    losses.add(loss::UV_MISSING, "", counted(without.size(), "mesh has", "meshes have"), listed(without));
  if (coarse > 0)
    losses.add(loss::UV_COARSE, "", counted(coarse, "texture coordinate moves", "texture coordinates move"),
               most);
}

std::optional<std::string> problem_of(const Primitive& p) {
  if (auto problem = scene::problem_of(p.positions, "position")) return problem;
  if (auto problem = scene::problem_of_weights(p)) return problem;
  std::size_t sets = 0;
  for (std::size_t set = 0; set < p.uvs.size(); ++set)
    if (!p.uvs[set].empty()) sets = set + 1;
  if (sets > kUvSets)
    return fmt::format("has {} sets of texture coordinates; a vertex holds {}", sets, kUvSets);
  for (const auto& uvs : p.uvs)
    for (const Vec2& uv : uvs)
      for (const float value : {uv.x, uv.y})
        if (!(std::abs(value - kUvCentre) <= kMostHalf))
          return fmt::format("has a texture coordinate of {}; a vertex holds up to {}", value, kMostHalf);
  if (auto problem = problem_of_bones(p)) return problem;
  return problem_of_numbers(p);
}

Result<ChosenFormat> choose_format(const scene::Node& node, const Primitive& p, const std::string& wanted) {
  if (!wanted.empty()) return as_wanted(node, p, wanted);
  ChosenFormat chosen{format_for(p)};
  const JsonValue* value = scene::find(node.extras, "format");
  const auto* before = value != nullptr ? value->get_if<std::string>() : nullptr;
  const auto layout = before != nullptr ? parse_vertex_format(*before) : fail({});
  if (!layout) return chosen;
  if (missing(*layout, p) == nullptr && without_place(*layout, p).empty()) return ChosenFormat{*before};
  chosen.losses.add(loss::FORMAT_CHANGED, node.name, escape_text(node.name), *before, chosen.name);
  return chosen;
}

}  // namespace mw::wows::geometry
