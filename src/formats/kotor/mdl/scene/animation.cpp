#include <fmt/format.h>

#include <meshwright/kotor/detail/mdl_findings.h>
#include <algorithm>
#include <cmath>

#include "extras.h"
#include "parts.h"

namespace mw::kotor::mdl {
namespace {

/// From the file's axes into the scene's, in place. Scales of this format are alike along all axes.
void turn(scene::Channel& channel, const scene::Axes& axes) {
  std::vector<float>& v = channel.values;
  if (channel.target == scene::Target::translation) {
    for (std::size_t i = 0; i + 3 <= v.size(); i += 3) {
      const Vec3 turned = axes.point({v[i], v[i + 1], v[i + 2]});
      std::ranges::copy(std::array{turned.x, turned.y, turned.z}, v.begin() + std::ptrdiff_t(i));
    }
  } else if (channel.target == scene::Target::rotation) {
    for (std::size_t i = 0; i + 4 <= v.size(); i += 4) {
      const Quat q = axes.rotation(Quat(v[i + 3], v[i], v[i + 1], v[i + 2]));
      std::ranges::copy(std::array{q.x, q.y, q.z, q.w}, v.begin() + std::ptrdiff_t(i));
    }
  }
}

class AnimationMaker {
 public:
  explicit AnimationMaker(SceneContext& context) : context_(context), index_(context.file.nodes) {}

  void make() {
    context_.scene.animations.reserve(context_.file.animations.size());
    for (const Animation& animation : context_.file.animations) add(animation);
    const auto lost = [&](std::size_t count, const FindingKind& kind) {
      if (count > 0) context_.scene.losses.add(kind, "", count);
    };
    lost(strangers_, loss::ANIMATED_NODE_UNKNOWN);
    lost(dropped_, loss::ANIMATED_CONTROLLER_LEFT_OUT);
    lost(repeated_, loss::ANIMATED_CONTROLLER_REPEATED);
    lost(crowded_, loss::ANIMATED_CONTROLLERS_OVERLAP);
    lost(late_keys_, loss::ANIMATED_KEY_LEFT_OUT);
  }

 private:
  void add(const Animation& animation) {
    scene::Animation out{.name = std::string(animation.header.geometry.name.view()),
                         .length = animation.header.length};
    if (!std::isfinite(out.length)) out.length = 0;
    out.extras = animation_extras(context_.file, animation);
    Motion motion = motion_of(context_.file, index_, animation, scratch_);
    strangers_ += motion.strangers;
    dropped_ += motion.dropped;
    repeated_ += motion.repeated;
    late_keys_ += motion.late_keys;
    crowded_ += motion.crowded;
    out.channels.reserve(motion.channels.size());
    // What every format knows first, as glTF has it too.
    for (const bool custom : {false, true}) {
      for (scene::Channel& channel : motion.channels) {
        if ((channel.target == scene::Target::custom) != custom || !context_.node_of_row[channel.node])
          continue;
        channel.node = *context_.node_of_row[channel.node];
        turn(channel, context_.axes);
        out.channels.push_back(std::move(channel));
      }
    }
    context_.scene.animations.push_back(std::move(out));
  }

  SceneContext& context_;
  NodeIndex index_;
  MotionScratch scratch_;
  std::size_t strangers_ = 0;
  std::size_t dropped_ = 0;
  std::size_t repeated_ = 0;
  std::size_t late_keys_ = 0;
  std::size_t crowded_ = 0;
};

}  // namespace

void add_animations(SceneContext& context) {
  AnimationMaker(context).make();
}

}  // namespace mw::kotor::mdl
