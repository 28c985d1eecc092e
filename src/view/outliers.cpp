#include "outliers.h"

#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/scene/detail/losses.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace mw::view {
namespace {

constexpr float kDrawable = 1e12F;       // beyond it what draws would compute with infinities
constexpr float kFar = 1e3F;             // so many times as far away as most of it
constexpr float kTooFar = 1e6F;          // float has no digits for both
constexpr std::size_t kLooks = 100'000;  // vertices that tell where most of it lies

bool is_drawable(const Vec3& place) {
  const auto fits = [](float number) { return std::abs(number) <= kDrawable; };  // false for NaN
  return fits(place.x) && fits(place.y) && fits(place.z);
}

float distance(const Vec3& a, const Vec3& b) {
  return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z)});
}

float nth(std::vector<float> numbers, std::size_t place) {
  std::ranges::nth_element(numbers, numbers.begin() + std::ptrdiff_t(place));
  return numbers[place];
}

/// Where most of a scene lies.
struct Crowd {
  Vec3 middle{0};
  float reach = std::numeric_limits<float>::infinity();  // of three quarters of it

  bool is_far(const Vec3& place) const { return !(distance(place, middle) <= kFar * reach); }
  bool is_hopeless(const Vec3& place) const {
    return !is_drawable(place) || !(distance(place, middle) <= kTooFar * reach);
  }
};

Crowd crowd_of(const std::vector<Vec3>& places) {
  Crowd crowd;
  if (places.size() < 4) return crowd;
  std::vector<float> numbers(places.size());
  for (int axis = 0; axis < 3; ++axis) {
    std::ranges::transform(places, numbers.begin(), [&](const Vec3& place) { return place[axis]; });
    crowd.middle[axis] = nth(numbers, numbers.size() / 2);
  }
  std::ranges::transform(places, numbers.begin(),
                         [&](const Vec3& place) { return distance(place, crowd.middle); });
  const float reach = nth(numbers, (numbers.size() - 1) * 3 / 4);
  if (reach > 0) crowd.reach = reach;
  return crowd;
}

/// Where meshes lie: at the first node that has them. Skins are where their bones are, which is where their
/// vertices say.
std::vector<Mat4> places_of_meshes(const scene::Scene& scene) {
  std::vector<Mat4> places(scene.meshes.size(), Mat4(1));
  std::vector<bool> known(scene.meshes.size());
  const std::vector<Mat4> nodes = scene::world_matrices(scene);
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const scene::Node& node = scene.nodes[i];
    if (!node.mesh || known[*node.mesh]) continue;
    known[*node.mesh] = true;
    if (!node.skin) places[*node.mesh] = nodes[i];
  }
  return places;
}

Vec3 moved(const Mat4& matrix, const Vec3& point) {
  return Vec3(matrix * Vec4(point, 1));
}

/// Some of the vertices that can be drawn.
std::vector<Vec3> looked_at(const scene::Scene& scene, const std::vector<Mat4>& places) {
  std::size_t total = 0;
  for (const scene::Mesh& mesh : scene.meshes)
    for (const scene::Primitive& primitive : mesh.primitives) total += primitive.positions.size();
  const std::size_t step = total / kLooks + 1;
  std::vector<Vec3> found;
  std::size_t number = 0;
  for (std::size_t i = 0; i < scene.meshes.size(); ++i)
    for (const scene::Primitive& primitive : scene.meshes[i].primitives)
      for (const Vec3& position : primitive.positions) {
        if (number++ % step != 0) continue;
        if (const Vec3 place = moved(places[i], position); is_drawable(place)) found.push_back(place);
      }
  return found;
}

std::size_t corners_of(scene::Topology topology) {
  switch (topology) {
    case scene::Topology::points:
      return 1;
    case scene::Topology::lines:
      return 2;
    case scene::Topology::triangles:
      break;
  }
  return 3;
}

/// Calls with the number and the first index of each triangle, line or point that has a marked vertex.
template <class Act>
void each_with(const scene::Primitive& primitive, const std::vector<bool>& marked, const Act& act) {
  const std::size_t corners = corners_of(primitive.topology);
  const std::size_t total = primitive.indices.empty() ? primitive.positions.size() : primitive.indices.size();
  for (std::size_t first = 0; first + corners <= total; first += corners)
    for (std::size_t k = first; k < first + corners; ++k) {
      const std::size_t vertex = primitive.indices.empty() ? k : primitive.indices[k];
      if (vertex >= marked.size() || !marked[vertex]) continue;
      act(first / corners, first);
      break;
    }
}

/// None if nothing is marked.
std::optional<Outlier> told(const scene::Primitive& primitive, const std::vector<bool>& marked, bool drawn) {
  const auto count = std::ranges::count(marked, true);
  if (count == 0) return std::nullopt;
  Outlier outlier{.mesh = {}, .vertices = std::uint64_t(count), .drawn = drawn};
  if (primitive.topology != scene::Topology::triangles) return outlier;
  each_with(primitive, marked, [&](std::size_t triangle, std::size_t) {
    if (outlier.triangles++ == 0) outlier.triangle = std::uint32_t(triangle);
  });
  return outlier;
}

/// What has a marked corner is drawn as a point.
void leave_out(scene::Primitive& primitive, const std::vector<bool>& marked) {
  if (primitive.indices.empty()) {
    primitive.indices.resize(primitive.positions.size());
    std::iota(primitive.indices.begin(), primitive.indices.end(), scene::Index(0));
  }
  const auto fine = std::size_t(std::ranges::find(marked, false) - marked.begin());
  const bool any = fine < marked.size();
  const std::size_t corners = corners_of(primitive.topology);
  each_with(primitive, marked, [&](std::size_t, std::size_t first) {
    std::fill_n(primitive.indices.begin() + std::ptrdiff_t(first), corners, scene::Index(any ? fine : 0));
  });
  const Vec3 place = any ? primitive.positions[fine] : Vec3(0);
  for (std::size_t i = 0; i < marked.size(); ++i)
    if (marked[i]) primitive.positions[i] = place;
}

template <class Is>
std::vector<bool> marked_where(const scene::Primitive& primitive, const Mat4& place, const Is& is) {
  std::vector<bool> marked(primitive.positions.size());
  for (std::size_t i = 0; i < marked.size(); ++i) marked[i] = is(moved(place, primitive.positions[i]));
  return marked;
}

/// Nodes in places that cannot be drawn.
void bring_back_nodes(scene::Scene& scene) {
  std::uint64_t count = 0;
  for (scene::Node& node : scene.nodes) {
    if (is_drawable(node.transform.translation)) continue;
    node.transform.translation = Vec3(0);
    ++count;
  }
  if (count > 0) scene.losses.add(scene::loss::NODE_NOWHERE, "", counted(count, "node lies", "nodes lie"));
}

/// Looks at one primitive after the other.
class Search {
 public:
  explicit Search(const Crowd& crowd) : crowd_(crowd) {}

  /// `name` is what is known of the primitive.
  void look_at(scene::Primitive& primitive, const Mat4& place, const Outlier& name) {
    const auto hopeless =
        marked_where(primitive, place, [&](const Vec3& at) { return crowd_.is_hopeless(at); });
    if (add(primitive, hopeless, name, false)) leave_out(primitive, hopeless);
    const auto far = marked_where(
        primitive, place, [&](const Vec3& at) { return crowd_.is_far(at) && !crowd_.is_hopeless(at); });
    const Vec3 reach(kFar * crowd_.reach);
    if (add(primitive, far, name, true)) found_.within = Box{crowd_.middle - reach, crowd_.middle + reach};
  }

  Outliers take() { return std::move(found_); }

 private:
  bool add(const scene::Primitive& primitive, const std::vector<bool>& marked, const Outlier& name,
           bool drawn) {
    auto outlier = told(primitive, marked, drawn);
    if (!outlier) return false;
    outlier->mesh = name.mesh;
    outlier->occurrence = name.occurrence;
    outlier->primitive = name.primitive;
    found_.places.push_back(*std::move(outlier));
    return true;
  }

  const Crowd& crowd_;
  Outliers found_;
};

}  // namespace

Outliers hide_outliers(scene::Scene& scene) {
  bring_back_nodes(scene);
  const std::vector<Mat4> places = places_of_meshes(scene);
  const Crowd crowd = crowd_of(looked_at(scene, places));
  Search search(crowd);
  std::map<std::string, std::uint32_t> seen;
  for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
    scene::Mesh& mesh = scene.meshes[i];
    const std::uint32_t occurrence = seen[mesh.name]++;
    for (std::size_t k = 0; k < mesh.primitives.size(); ++k)
      search.look_at(mesh.primitives[k], places[i], {mesh.name, occurrence, std::uint32_t(k)});
  }
  return search.take();
}

}  // namespace mw::view
