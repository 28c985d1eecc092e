#pragma once

#include <meshwright/exchange/gltf.h>

#include <deque>
#include <map>
#include <span>

#include "buffer.h"
#include "image/texture_loss.h"
#include "json.h"
#include "uv_sets.h"

/// Parts of a glTF document, each first planning its numbers in the buffer, then writing its JSON.
namespace mw::exchange {

class MaterialWriter {
 public:
  MaterialWriter(const scene::Scene& scene, const GltfOptions& options, GltfJson& json);

  /// A primitive has this material. Where it counts the sets of its textures otherwise than the primitives
  /// before it, it needs a copy of the material.
  void add_use(scene::Index material, const UvOrder& order);
  std::uint32_t number_of(scene::Index material, const UvOrder& order) const;
  void pack(BufferWriter& buffer, Losses& losses);
  /// materials, textures, images
  void write();

 private:
  /// A material with the place in glTF of each of its textures' sets of coordinates.
  struct Use {
    scene::Index material;
    std::vector<std::uint32_t> places;
    auto operator<=>(const Use&) const = default;
  };
  struct StoredImage {
    std::string mime;
    std::string uri;
    std::string name;
    std::size_t hash = 0;  // of its bytes
    std::optional<std::uint32_t> view = {};
  };
  /// A texture that was found, as glTF names it.
  struct WrittenTexture {
    std::uint32_t index;
    std::uint32_t uv;
  };

  std::optional<std::uint32_t> pack_image(const std::string& name, BufferWriter& buffer, Losses& losses);
  Use use_of(scene::Index material, const UvOrder& order) const;
  std::optional<WrittenTexture> texture_of(const Use& use, std::string_view role) const;
  void write_texture_of(const Use& use, std::string_view role, std::string_view key);
  void write_material(const Use& use);
  void write_textures();
  void write_images();

  const scene::Scene& scene_;
  const GltfOptions& options_;
  GltfJson& json_;
  UniqueNames names_;
  std::vector<bool> is_used_;  // the scene's materials, by a primitive
  std::map<Use, std::uint32_t> numbers_;
  std::vector<Use> written_;  // the scene's in their order, then the copies
  std::map<std::string, std::optional<std::uint32_t>> images_;
  std::vector<StoredImage> stored_images_;
  std::vector<std::string> missing_;  // textures without an image
  UnreadTextures unread_;
};

class AnimationWriter {
 public:
  AnimationWriter(const scene::Scene& scene, GltfJson& json) : scene_(scene), json_(json) {}

  void pack(BufferWriter& buffer);
  void write();

  /// glTF allows no animation without one of its own channels; such animations are stored in the scene's
  /// extras.
  bool has_still() const;
  void write_still();

 private:
  struct Sampler {
    const scene::Channel* channel;
    std::uint32_t input;
    std::uint32_t output;
  };

  /// The keys as written; those of a channel that needs an additional one are made for it.
  struct Keys {
    std::span<const float> times;
    std::span<const float> values;
  };
  Keys keys_of(const scene::Channel& channel);
  void pack_animation(const scene::Animation& animation, BufferWriter& buffer);
  void write_animation(const scene::Animation& animation, std::span<const Sampler> samplers);
  void write_own_extras(const scene::Animation& animation);
  void write_custom(const scene::Channel& channel);

  const scene::Scene& scene_;
  GltfJson& json_;
  UniqueNames names_;
  std::vector<std::vector<Sampler>> samplers_;  // of each animation; none of a constant one
  std::deque<std::vector<float>> made_;         // times and values, kept for the buffer
};

}  // namespace mw::exchange
