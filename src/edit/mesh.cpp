#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <unordered_map>

#include "rows.h"
#include "substitutes.h"
#include "triangles.h"

namespace mw::edit {
namespace {

class MeshEditFinder {
 public:
  MeshEditFinder(const MeshSide& original, const MeshSide& edited, const std::vector<Index>& materials,
                 const std::vector<Index>& kinds, const Tolerances& tolerances)
      : original_(*original.mesh),
        edited_(*edited.mesh),
        materials_(materials),
        kinds_(kinds),
        result_{*original.mesh, original.joints, {}, {}},
        edited_joints_(edited.joints),
        compare_(original, edited, tolerances),
        pairs_(pair_triangles(compare_, materials)),
        substitutes_(compare_) {
    for (std::size_t i = 0; i < result_.joints.size(); ++i) joint_numbers_.emplace(result_.joints[i], i);
  }

  EditedMesh run() {
    compare_.look_for_turned_slivers(pairs_.vertices);
    result_.lacks.sliver_normals = compare_.leaves_slivers();
    result_.lacks.tangents = has_other_tangents();
    edit_lines();
    if (!compare_.original_triangles.empty() || !compare_.edited_triangles.empty()) edit_triangles();
    return std::move(result_);
  }

 private:
  /// Lines that other programs drop stay; the rest is as in the edited mesh.
  void edit_lines() {
    for (Primitive& own : result_.mesh.primitives) {
      if (own.topology == Topology::triangles) continue;
      const auto is_partner = [&](const Primitive& p) {
        return p.topology == own.topology && !p.positions.empty() &&
               same_material(material_after(p), own.material);
      };
      const auto other = std::ranges::find_if(edited_.primitives, is_partner);
      if (other == edited_.primitives.end() || same_lines(own, *other)) continue;
      own.positions = other->positions;
      own.indices = other->indices;
      result_.counts.lines = true;
    }
  }

  static std::vector<std::array<float, 3>> line_points(const Primitive& p) {
    std::vector<std::array<float, 3>> points;
    for (std::size_t i = 0; i < (p.indices.empty() ? p.positions.size() : p.indices.size()); ++i) {
      const Vec3& at = p.positions[p.indices.empty() ? i : p.indices[i]];
      points.push_back({at.x, at.y, at.z});
    }
    std::ranges::sort(points);
    return points;
  }

  static bool same_lines(const Primitive& a, const Primitive& b) { return line_points(a) == line_points(b); }

  std::optional<Index> material_after(const Primitive& p) const {
    if (!p.material || materials_[*p.material] == kNone) return std::nullopt;
    return materials_[*p.material];
  }

  /// Programs merge materials with one name that look alike.
  bool same_material(std::optional<Index> a, std::optional<Index> b) const {
    return a == b || (a && b && kinds_[*a] == kinds_[*b]);
  }

  void edit_triangles() {
    find_lacks();
    edit_materials_of_primitives();
    const bool whole = pairs_.added.empty() && pairs_.removed.empty() && !pairs_.torn && keeps_materials();
    if (whole)
      edit_in_place();
    else
      rebuild();
  }

  void find_lacks() {
    for (std::size_t t = 0; t < pairs_.partner.size(); ++t) {
      if (pairs_.partner[t] == kNone) continue;
      const Index own = compare_.original_triangles[t].primitive;
      const Index other = compare_.edited_triangles[pairs_.partner[t]].primitive;
      const Primitive& before = original_.primitives[own];
      const Primitive& after = edited_.primitives[other];
      const std::size_t sets = compare_.edited_sets[other].size();
      if (sets < compare_.original_sets[own].size())
        (sets == 0 ? result_.lacks.uvs : result_.lacks.second_uvs) = true;
      result_.lacks.weights |= !before.weights.empty() && after.weights.empty();
      result_.lacks.material |= before.material.has_value() && !after.material.has_value();
    }
  }

  /// At vertices that are the same otherwise.
  bool has_other_tangents() const {
    for (std::size_t primitive = 0; primitive < pairs_.vertices.size(); ++primitive)
      for (std::size_t vertex = 0; vertex < pairs_.vertices[primitive].size(); ++vertex) {
        const Corner own{Index(primitive), Index(vertex)};
        const Corner other = pairs_.vertices[primitive][vertex];
        if (other.primitive != kNone && !compare_.same_tangent(own, other) &&
            compare_.same_vertex(own, other) && compare_.same_normal(own, other))
          return true;
      }
    return false;
  }

  /// If all triangles of a primitive have another material, the primitive gets it.
  void edit_materials_of_primitives() {
    std::vector<std::optional<Index>> seen(original_.primitives.size());
    std::vector<bool> mixed(original_.primitives.size());
    std::vector<bool> met(original_.primitives.size());
    for (std::size_t t = 0; t < pairs_.partner.size(); ++t) {
      if (pairs_.partner[t] == kNone) continue;
      const Index primitive = compare_.original_triangles[t].primitive;
      const auto material =
          material_after(edited_.primitives[compare_.edited_triangles[pairs_.partner[t]].primitive]);
      mixed[primitive] = mixed[primitive] || (met[primitive] && !same_material(seen[primitive], material));
      seen[primitive] = material;
      met[primitive] = true;
    }
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (!met[i] || mixed[i] || !seen[i] || same_material(seen[i], original_.primitives[i].material))
        continue;
      result_.mesh.primitives[i].material = seen[i];
      result_.counts.material = true;
    }
  }

  bool keeps_materials() const {
    for (std::size_t t = 0; t < pairs_.partner.size(); ++t)
      if (pairs_.partner[t] != kNone && !keeps_material(t)) return false;
    return true;
  }

  bool keeps_material(std::size_t triangle) const {
    const Index primitive = compare_.original_triangles[triangle].primitive;
    const auto material =
        material_after(edited_.primitives[compare_.edited_triangles[pairs_.partner[triangle]].primitive]);
    return !material || same_material(material, result_.mesh.primitives[primitive].material);
  }

  /// Every vertex has one partner: only values change.
  void edit_in_place() {
    for (std::size_t primitive = 0; primitive < original_.primitives.size(); ++primitive) {
      const std::vector<Corner>& partners = pairs_.vertices[primitive];
      for (std::size_t vertex = 0; vertex < partners.size(); ++vertex)
        if (partners[vertex].primitive != kNone)
          edit_vertex({Index(primitive), Index(vertex)}, partners[vertex]);
    }
  }

  void edit_vertex(Corner own, Corner other) {
    Primitive& p = result_.mesh.primitives[own.primitive];
    const Primitive& from = edited_.primitives[other.primitive];
    MeshCounts& counts = result_.counts;
    if (!compare_.same_position(own, other)) {
      p.positions[own.vertex] = from.positions[other.vertex];
      ++counts.moved;
    }
    if (!compare_.same_uvs(own, other)) {
      take_uvs(p, own.vertex, other);
      ++counts.uvs;
    }
    if (!compare_.same_normal(own, other)) {
      p.normals[own.vertex] = from.normals[other.vertex];
      ++counts.normals;
    }
    if (!compare_.same_weights(own, other)) {
      take_weights(p, own.vertex, other);
      ++counts.weights;
    }
    if (!compare_.same_colour(own, other)) {
      p.colours[own.vertex] = from.colours[other.vertex];
      ++counts.colours;
    }
    for (CustomAttribute& custom : p.custom) {
      const float* value = compare_.custom_value(other, custom.name);
      if (value == nullptr || is_within(double(*value), double(custom.values[own.vertex]), 1e-6)) continue;
      custom.values[own.vertex] = *value;
      ++counts.custom;
    }
  }

  /// Sets count by their order: other programs number them without gaps.
  void take_uvs(Primitive& p, Index vertex, Corner other) {
    const Primitive& from = edited_.primitives[other.primitive];
    const std::vector<std::size_t>& own_sets = compare_.original_sets[&p - result_.mesh.primitives.data()];
    const std::vector<std::size_t>& sets = compare_.edited_sets[other.primitive];
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const std::size_t set = i < own_sets.size() ? own_sets[i] : free_set(own_sets, i);
      if (set >= p.uvs.size()) break;  // no place: the verification reports it
      std::vector<Vec2>& uvs = p.uvs[set];
      uvs.resize(p.positions.size(), Vec2(0));
      uvs[vertex] = from.uvs[sets[i]][other.vertex];
    }
  }

  /// The place of a set that the original lacks.
  static std::size_t free_set(const std::vector<std::size_t>& own, std::size_t number) {
    return (own.empty() ? 0 : own.back() + 1) + number - own.size();
  }

  /// A number that is not finite is copied too: writers refuse it.
  void take_weights(Primitive& p, Index vertex, Corner other) {
    const Primitive& from = edited_.primitives[other.primitive];
    if (p.joints.empty()) return;
    p.joints[vertex] = U16Vec4(0);
    p.weights[vertex] = Vec4(0);
    for (int k = 0; k < 4 && other.vertex < from.weights.size(); ++k) {
      const float weight = from.weights[other.vertex][k];
      const std::size_t joint = from.joints[other.vertex][k];
      if (weight <= 0 || joint >= edited_joints_.size() || edited_joints_[joint] == kNone) continue;
      const std::size_t number = joint_number(edited_joints_[joint]);
      if (number > 0xFFFF) continue;
      p.weights[vertex][k] = weight;
      p.joints[vertex][k] = std::uint16_t(number);
    }
  }

  std::size_t joint_number(Index node) {
    const auto [known, is_new] = joint_numbers_.try_emplace(node, result_.joints.size());
    if (is_new) result_.joints.push_back(node);
    return known->second;
  }

  // If triangles were added, removed or share other vertices, primitives are rebuilt: unchanged ones in their
  // order, with their vertices, then the new ones.

  void rebuild() {
    MeshCounts& counts = result_.counts;
    counts.added = pairs_.added.size();
    counts.removed = pairs_.removed.size();
    was_used_ = used_vertices();
    edit_kept_vertices();
    for (Primitive& p : result_.mesh.primitives)
      if (p.topology == Topology::triangles) p.indices.clear();
    for (std::size_t t = 0; t < pairs_.partner.size(); ++t) {
      if (pairs_.partner[t] != kNone)
        put_again(t);
      else if (!pairs_.is_removed[t])
        put_original(t);
    }
    for (const Index t : pairs_.added) put_new(t);
    const std::vector<std::vector<bool>> used = used_vertices();
    for (std::size_t i = 0; i < result_.mesh.primitives.size(); ++i) drop_unused(i, used[i]);
    std::erase_if(result_.mesh.primitives,
                  [](const Primitive& p) { return p.topology == Topology::triangles && p.indices.empty(); });
  }

  /// Unmoved vertices may have other normals, colours and attributes of one format.
  void edit_kept_vertices() {
    for (std::size_t primitive = 0; primitive < original_.primitives.size(); ++primitive) {
      const std::vector<Corner>& partners = pairs_.vertices[primitive];
      for (std::size_t vertex = 0; vertex < partners.size(); ++vertex) {
        const Corner own{Index(primitive), Index(vertex)};
        if (partners[vertex].primitive != kNone && compare_.same_vertex(own, partners[vertex]))
          edit_vertex(own, partners[vertex]);
      }
    }
  }

  std::vector<std::vector<bool>> used_vertices() const {
    std::vector<std::vector<bool>> used;
    for (const Primitive& p : result_.mesh.primitives) {
      std::vector<bool>& own = used.emplace_back(p.positions.size(), p.indices.empty());
      for (const Index vertex : p.indices) own[vertex] = true;
    }
    return used;
  }

  void put_original(std::size_t t) {
    const Triangle& triangle = compare_.original_triangles[t];
    std::vector<Index>& indices = result_.mesh.primitives[triangle.primitive].indices;
    indices.insert(indices.end(), triangle.vertices.begin(), triangle.vertices.end());
  }

  void put_again(std::size_t t) {
    const Triangle& own = compare_.original_triangles[t];
    const Triangle& other = compare_.edited_triangles[pairs_.partner[t]];
    const Index primitive = keeps_material(t) ? own.primitive : primitive_for(other.primitive);
    bool moved = primitive != own.primitive;
    std::array<Index, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k) {
      const Corner before = own.corner(k);
      const Corner after = other.corner((k + pairs_.turn[t]) % 3);
      const bool same = primitive == own.primitive && compare_.same_vertex(before, after);
      corners[k] = same ? before.vertex : new_vertex(primitive, after, before);
      moved |= !same;
    }
    result_.counts.rearranged += moved ? 1 : 0;
    std::vector<Index>& indices = result_.mesh.primitives[primitive].indices;
    indices.insert(indices.end(), corners.begin(), corners.end());
  }

  void put_new(Index t) {
    const Triangle& other = compare_.edited_triangles[t];
    const Index primitive = primitive_for(other.primitive);
    for (std::size_t k = 0; k < 3; ++k) {
      const Corner corner = other.corner(k);
      const auto same =
          primitive < original_.primitives.size() ? compare_.find_like(primitive, corner) : kNone;
      const Index vertex = same != kNone ? same : new_vertex(primitive, corner, {});
      result_.mesh.primitives[primitive].indices.push_back(vertex);
    }
  }

  /// The first with the material of an edited primitive, or a new one like it.
  Index primitive_for(Index edited_primitive) {
    const Primitive& wanted = edited_.primitives[edited_primitive];
    const auto material = material_after(wanted);
    std::vector<Primitive>& all = result_.mesh.primitives;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].topology == Topology::triangles && (!material || same_material(all[i].material, material)))
        return Index(i);
    Primitive fresh;
    fresh.material = material;
    all.push_back(std::move(fresh));
    return Index(all.size() - 1);
  }

  /// A vertex like the original's in data that the edited mesh lacks; like any that was made from the same,
  /// or the nearest, if none is given.
  Index new_vertex(Index primitive, Corner other, Corner like) {
    const bool lacks = substitutes_.are_needed(other.primitive);
    if (!lacks) like = {};
    const bool any = like.vertex == kNone;
    const auto made = made_.lower_bound({primitive, other, any ? Corner{0, 0} : like});
    if (made != made_.end() && made->first.primitive == primitive && made->first.other == other &&
        (any || made->first.like == like))
      return made->second;
    if (lacks && any) like = substitutes_.find(primitive, other);
    Primitive& p = result_.mesh.primitives[primitive];
    const auto vertex = Index(p.positions.size());
    made_.emplace(NewVertex{primitive, other, like}, vertex);
    if (primitive >= original_.primitives.size())
      add_row_as(p, other, like);
    else
      add_row(p, other, like);
    return vertex;
  }

  const Primitive& primitive_of(Corner like) const {
    return like.primitive != kNone ? original_.primitives[like.primitive] : none_;
  }

  /// To a primitive of the original: with its attributes.
  void add_row(Primitive& p, Corner other, Corner like) {
    const Primitive& from = edited_.primitives[other.primitive];
    const Primitive& own = primitive_of(like);
    p.positions.push_back(from.positions[other.vertex]);
    const std::size_t rows = p.positions.size();
    append_row(p.normals, {from.normals, other.vertex, none_.normals, kNone}, Vec3(0));
    append_row(p.tangents, {from.tangents, other.vertex, own.tangents, like.vertex}, Vec4(0));
    append_row(p.colours, {from.colours, other.vertex, own.colours, like.vertex}, Vec4(1));
    for (CustomAttribute& custom : p.custom) custom.values.push_back(custom_value(custom.name, other, like));
    for (std::size_t set = 0; set < p.uvs.size(); ++set)
      if (!p.uvs[set].empty())
        p.uvs[set].resize(rows, like.vertex < own.uvs[set].size() ? own.uvs[set][like.vertex] : Vec2(0));
    take_uvs(p, Index(rows - 1), other);
    if (!p.joints.empty()) add_weights(p, other, like);
  }

  /// Into a new primitive: with the attributes of its source.
  void add_row_as(Primitive& p, Corner other, Corner like) {
    const Primitive& from = edited_.primitives[other.primitive];
    const Primitive& own = primitive_of(like);
    const Index row = other.vertex;
    const std::size_t rows = p.positions.size();
    p.positions.push_back(from.positions[row]);
    put_row(p.normals, rows, {from.normals, row, none_.normals, kNone}, Vec3(0));
    put_row(p.tangents, rows, {from.tangents, row, own.tangents, like.vertex}, Vec4(0));
    put_row(p.colours, rows, {from.colours, row, own.colours, like.vertex}, Vec4(1));
    for (std::size_t set = 0; set < p.uvs.size(); ++set)
      put_row(p.uvs[set], rows, {from.uvs[set], row, own.uvs[set], like.vertex}, Vec2(0));
    for (const std::vector<CustomAttribute>* all : {&from.custom, &own.custom})
      for (const CustomAttribute& custom : *all)
        if (std::ranges::find(p.custom, custom.name, &CustomAttribute::name) == p.custom.end())
          p.custom.push_back({custom.name, std::vector<float>(rows)});
    for (CustomAttribute& custom : p.custom) custom.values.push_back(custom_value(custom.name, other, like));
    if (p.joints.empty() && from.joints.empty() && own.joints.empty()) return;
    p.joints.resize(rows, U16Vec4(0));
    p.weights.resize(rows, Vec4(0));
    add_weights(p, other, like);
  }

  float custom_value(std::string_view name, Corner other, Corner like) const {
    if (const float* value = compare_.custom_value(other, name)) return *value;
    const Primitive& own = primitive_of(like);
    const auto found = std::ranges::find(own.custom, name, &CustomAttribute::name);
    return found != own.custom.end() ? found->values[like.vertex] : 0;
  }

  /// The original's joints have the numbers that they had.
  void add_weights(Primitive& p, Corner other, Corner like) {
    const Primitive& own = primitive_of(like);
    const bool kept = edited_.primitives[other.primitive].weights.empty() && like.vertex < own.weights.size();
    p.joints.push_back(kept ? own.joints[like.vertex] : U16Vec4(0));
    p.weights.push_back(kept ? own.weights[like.vertex] : Vec4(0));
    if (!kept) take_weights(p, Index(p.weights.size() - 1), other);
  }

  void drop_unused(std::size_t primitive, const std::vector<bool>& used) {
    Primitive& p = result_.mesh.primitives[primitive];
    if (p.topology != Topology::triangles) return;
    std::vector<Index> kept;
    std::vector<Index> numbers(p.positions.size());
    for (std::size_t i = 0; i < p.positions.size(); ++i) {
      const bool was_used =
          primitive >= was_used_.size() || i >= was_used_[primitive].size() || was_used_[primitive][i];
      numbers[i] = Index(kept.size());
      if (used[i] || !was_used) kept.push_back(Index(i));
    }
    if (kept.size() == p.positions.size()) return;
    for (Index& vertex : p.indices) vertex = numbers[vertex];
    keep_rows(p.positions, kept);
    keep_rows(p.normals, kept);
    keep_rows(p.tangents, kept);
    for (std::vector<Vec2>& uvs : p.uvs) keep_rows(uvs, kept);
    keep_rows(p.colours, kept);
    keep_rows(p.joints, kept);
    keep_rows(p.weights, kept);
    for (CustomAttribute& custom : p.custom) keep_rows(custom.values, kept);
  }

  const Mesh& original_;
  const Mesh& edited_;
  const std::vector<Index>& materials_;
  const std::vector<Index>& kinds_;
  EditedMesh result_;
  const std::vector<Index>& edited_joints_;
  MeshComparison compare_;
  const TrianglePairs pairs_;
  std::unordered_map<Index, std::size_t> joint_numbers_;  // by node of the scene after
  std::vector<std::vector<bool>> was_used_;
  /// The sources of a new vertex: a vertex of the edited mesh, and one of the original for data that it
  /// lacks.
  struct NewVertex {
    Index primitive;  // its new place
    Corner other;
    Corner like;
    auto operator<=>(const NewVertex&) const = default;
  };
  std::map<NewVertex, Index> made_;
  Substitutes substitutes_;
  const Primitive none_;
};

}  // namespace

EditedMesh find_mesh_edits(const MeshSide& original, const MeshSide& edited,
                           const std::vector<Index>& materials, const std::vector<Index>& kinds,
                           const Tolerances& tolerances) {
  return MeshEditFinder(original, edited, materials, kinds, tolerances).run();
}

}  // namespace mw::edit
