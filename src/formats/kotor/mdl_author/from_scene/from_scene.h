#pragma once

#include <meshwright/kotor/mdl_from_scene.h>
#include <meshwright/scene/axes.h>

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// The steps of describing a scene (from_scene.cpp has their order).
namespace mw::kotor::mdl {

/// Back from the scene's axes: (x, z, -y) was (x, y, z). 0 stays 0 and does not become -0.
inline Vec3 to_game(const Vec3& p) {
  return {p.x, 0 - p.z, p.y};
}
inline Quat to_game(const Quat& q) {
  return {q.w, q.x, 0 - q.z, q.y};
}

/// For each node the one with its mesh, which most often is itself: the skin of a node stands at the root,
/// under its name.
std::vector<scene::Index> mesh_holders(const scene::Scene& scene);

/// What a mesh of the scene becomes a part of.
struct SceneMesh {
  const scene::Scene& scene;
  const scene::Node& node;    // with the extras
  const scene::Node& holder;  // with the mesh and the skin
};

/// A mesh of a model from one of a scene; names that it cannot have as they are go to `losses`.
Result<source::Mesh> describe_mesh(const SceneMesh& from, const std::vector<std::string>& words,
                                   Losses& losses);
/// The name of a texture without its folder and extension.
std::string_view texture_stem(std::string_view name);
/// A texture of a mesh whose name is too long for a model and none of `known`.
std::optional<Error> find_long_texture(const scene::Scene& scene, const scene::Node& node,
                                       const scene::Primitive& p, const std::set<std::string>& known = {});
/// The bits of a node's type that a mesh gives it.
std::uint16_t mesh_type(const SceneMesh& from);

/// The controllers of a node in rest: its place, and those in its extras. `material` is that of its mesh,
/// `light` its light; null without.
std::vector<source::Keys> describe_rest(const scene::Node& node, const scene::Material* material,
                                        const scene::Light* light);

/// Events of an animation, in any form that its property has: a list of records, or a text that somebody
/// typed, "0.25 snd_footstep, 0.75 snd_footstep".
struct SceneEvents {
  std::vector<Event> events = {};
  Losses losses = {};  // what is no event
};
SceneEvents events_in(const scene::Animation& animation);
/// A line for the losses about each animation with events before its start or behind its end. `written` are
/// the animations as the file has them: edits may give them another length than a scene says.
Losses tell_outside(const std::vector<source::Animation>& written);
/// The property of a scene that is to be changed further.
void make_events_a_list(scene::Animation& animation, Losses& losses);

/// Of a name that kNameRoom does not hold; `whose` is "a node's".
Error too_long(const std::string& name, std::string_view whose);

/// The keys of one channel.
std::optional<source::Keys> describe_channel(const scene::Channel& channel);

source::Keys still_keys(std::string_view name, std::vector<double> numbers);

}  // namespace mw::kotor::mdl
