#pragma once

#include <meshwright/scene/scene.h>

#include <span>
#include <string>
#include <vector>

#include "gltf_document.h"

namespace mw::exchange {

/// An attribute of a written primitive.
struct WrittenAttribute {
  std::string semantic;  // "POSITION"
  std::uint32_t accessor;
};

struct WrittenPrimitive {
  std::vector<WrittenAttribute> attributes;
  std::optional<std::uint32_t> indices;
};

/// Packs all numbers of a scene into one buffer. The vertices of a primitive are interleaved in a view of
/// their own.
class BufferWriter {
 public:
  explicit BufferWriter(bool compress) : compress_(compress) {}

  /// The primitive must have been mended.
  WrittenPrimitive add_primitive(const scene::Primitive& primitive);
  /// Elements of `width` floats; with bounds where glTF wants them (animation times).
  std::uint32_t add_floats(std::span<const float> values, std::uint32_t width, bool with_bounds);
  /// An image; gives its view.
  std::uint32_t add_image(ByteSpan bytes);

  const std::vector<BufferView>& views() const { return views_; }
  const std::vector<Accessor>& accessors() const { return accessors_; }
  /// What is stored.
  const Bytes& bytes() const { return bytes_; }
  /// Length of what the views would be without compression.
  std::uint64_t plain_length() const { return plain_length_; }

 private:
  std::uint32_t add_indices(std::span<const scene::Index> indices, std::size_t vertices, bool triangles);
  std::uint32_t add_view(const Bytes& rows, std::uint32_t stride, std::uint64_t count, ViewTarget target,
                         MeshoptMode mode);

  bool compress_;
  Bytes bytes_;
  std::uint64_t plain_length_ = 0;
  std::vector<BufferView> views_;
  std::vector<Accessor> accessors_;
};

}  // namespace mw::exchange
