#pragma once

#include <meshwright/bw2/bwm_format.h>
#include <meshwright/bw2/bwm_scene.h>
#include <meshwright/scene/axes.h>
#include <meshwright/scene/detail/numbers.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/scene/scene.h>

#include <array>
#include <string_view>
#include <vector>

/// What the two ways between a model and a scene share.
namespace mw::bw2::bwm {

/// The attributes of vertices that hold the cleaves, in the scene's axes.
inline constexpr std::array<std::string_view, 3> kCleaveNames = {"CLEAVE_X", "CLEAVE_Y", "CLEAVE_Z"};

/// The frame as a placement in the scene; without a rotation when its axes make none.
scene::Transform placement(const Frame& frame, const scene::Axes& axes);

/// Which references are drawn: those of a damaged file may overlap without end.
class OverlapLimit {
 public:
  explicit OverlapLimit(const File& file) : most_(kMaxOverlap * file.indices.size() + kAllowance) {}

  /// Counts the reference; false when enough were drawn before.
  bool take(const MaterialRef& ref) {
    if (corners_ > most_) return false;
    corners_ += ref.index_count;
    return true;
  }

 private:
  static constexpr std::uint64_t kMaxOverlap = 16;
  static constexpr std::uint64_t kAllowance = 65536;

  std::uint64_t most_;
  std::uint64_t corners_ = 0;
};

/// As they are in the file, and in its axes: other tools compute them otherwise, or not at all.
inline scene::Extras bounds_extras(const auto& bounded) {
  const auto vector = [](const Vec3& v) { return JsonArray{v.x, v.y, v.z}; };
  return {{"sphere", scene::record_extras(bounded.sphere)},
          {"box_min", vector(bounded.box_min)},
          {"box_max", vector(bounded.box_max)},
          {"cylinder", scene::record_extras(bounded.cylinder)},
          {"volume", bounded.volume}};
}

/// Hull and circles of somebody's own, which do not follow from the vertices.
struct Footprint {
  std::vector<Vec3> hull = {};
  std::vector<Circle> circles = {};
};

/// In the numbers of the file, for the way back: the lines of a scene are for the eye.
scene::Extras footprint_extras(const File& file);
Footprint footprint_of(const JsonValue& extras);
void set_footprint(File& file, const Footprint& footprint);

/// What becomes of normals that point nowhere: a new model gets others, a model that is edited keeps its own.
enum class Normals { mended, as_they_are };

/// The first texture coordinate, weight or place of a node that no file should have.
std::optional<Error> find_unusable(const scene::Scene& scene, const scene::Origins* origins = nullptr);

/// So many names were cut.
Loss tell_long_names(std::size_t count);

Result<Made> make_model(const scene::Scene& scene, std::optional<std::uint32_t> version, Normals normals);

}  // namespace mw::bw2::bwm
