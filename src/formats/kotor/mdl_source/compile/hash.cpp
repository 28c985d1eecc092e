#include <bit>
#include <cstring>
#include <span>

#include "parts.h"

namespace mw::kotor::mdl {
namespace {

/// Every bit of the result depends on every bit that was added and on their order.
class Hash {
 public:
  void add(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9E3779B97F4A7C15U;
    state_ ^= state_ >> 29;
  }
  template <class T>
  void add_rows(const std::vector<T>& rows) {
    add(rows.size());
    add_bytes(std::as_bytes(std::span(rows)));
  }
  void add_text(std::string_view text) {
    add(text.size());
    add_bytes(std::as_bytes(std::span(text)));
  }
  std::uint64_t value() const {
    const std::uint64_t mixed = (state_ ^ (state_ >> 32)) * 0xD6E8FEB86659FD93U;
    return mixed ^ (mixed >> 32);
  }

 private:
  void add_bytes(std::span<const std::byte> bytes) {
    for (; bytes.size() >= sizeof(std::uint64_t); bytes = bytes.subspan(sizeof(std::uint64_t))) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data(), sizeof(word));
      add(word);
    }
    std::uint64_t rest = 0;
    if (!bytes.empty()) std::memcpy(&rest, bytes.data(), bytes.size());
    add(rest);
  }

  std::uint64_t state_ = 0x243F6A8885A308D3U;
};

void add_skin(Hash& hash, const source::Skin& skin, std::uint64_t pose) {
  hash.add(pose);
  hash.add_rows(skin.ends);
  hash.add_rows(skin.weights);
  for (const std::string& bone : skin.bones) hash.add_text(bone);
}

void add_keys(Hash& hash, const source::Keys& keys) {
  hash.add(std::uint64_t(keys.controller.type) << 32 | keys.width << 2 | unsigned(keys.keyed) << 1 |
           unsigned(keys.bezier));
  hash.add_rows(keys.numbers);
}

}  // namespace

std::uint64_t geometry_hash(const source::Mesh& mesh, std::uint64_t pose) {
  Hash hash;
  hash.add(mesh.tangent_space);
  hash.add_rows(mesh.vertices);
  if (!mesh.normals.empty()) hash.add_rows(mesh.normals);
  hash.add_rows(mesh.faces);
  for (const source::UvSet& set : mesh.uv_sets) {
    hash.add_rows(set.uvs);
    hash.add_rows(set.corners);
  }
  if (mesh.skin) add_skin(hash, *mesh.skin, pose);
  if (mesh.dangly) hash.add_rows(mesh.dangly->constraints);
  hash.add_rows(mesh.aabb);
  return hash.value();
}

std::uint64_t keys_hash(const source::Node& node, bool compress) {
  Hash hash;
  hash.add(compress ? 1 : 0);
  for (const source::Keys& keys : node.controllers) add_keys(hash, keys);
  return hash.value();
}

std::uint64_t tree_hash(const std::vector<source::Node>& nodes) {
  Hash hash;
  for (const source::Node& node : nodes) {
    hash.add_text(node.name);
    hash.add_text(node.parent);
  }
  return hash.value();
}

std::uint64_t pose_hash(const std::vector<source::Node>& nodes) {
  Hash hash;
  hash.add(tree_hash(nodes));
  for (const source::Node& node : nodes)
    for (const source::Keys& keys : node.controllers)
      if (keys.controller.type == kPositionController || keys.controller.type == kOrientationController)
        add_keys(hash, keys);
  return hash.value();
}

}  // namespace mw::kotor::mdl
