#pragma once

#include <meshwright/scene/scene.h>

#include <span>
#include <string>
#include <vector>

#include "gltf/document.h"

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

/// Plans one buffer for all numbers of a scene, then writes it in place: the document names every offset
/// before the first number is written, and nothing is copied twice. Added data must outlive the writer. The
/// vertices of a primitive are interleaved in a view of their own.
class BufferWriter {
 public:
  explicit BufferWriter(bool compress) : compress_(compress) {}

  /// The primitive must have been repaired.
  WrittenPrimitive add_primitive(const scene::Primitive& primitive);
  /// Floats added from now on share a view.
  void begin_floats();
  /// Elements of `width` floats; with bounds where glTF wants them (animation times).
  std::uint32_t add_floats(std::span<const float> values, std::uint32_t width, bool with_bounds);
  /// An image; gives its view.
  std::uint32_t add_image(Bytes bytes);
  /// The image in such a view.
  ByteSpan image(std::uint32_t view) const { return parts_[view].bytes; }

  const std::vector<BufferView>& views() const { return views_; }
  const std::vector<Accessor>& accessors() const { return accessors_; }
  /// Length of the stored data, a multiple of four.
  std::uint64_t length() const { return length_; }
  /// Length of the views without compression.
  std::uint64_t plain_length() const { return plain_length_; }
  /// How far compression moved a component of a normal or tangent, and of a weight or colour, at most.
  float moved_directions() const { return moved_directions_; }
  float moved_shares() const { return moved_shares_; }
  /// Stores it all in `to`, which has length() bytes and is zero.
  void write(std::span<std::byte> to) const;

 private:
  /// One attribute to be interleaved: elements one after another, to be spread out.
  struct Column {
    std::string semantic;
    Component component;
    bool normalised;
    std::uint32_t width;    // numbers an element
    std::uint32_t element;  // bytes an element, a multiple of four
    ByteSpan source;
    Bytes owned = {};  // owner of `source`, if the scene's own array does not suffice
  };

  /// The data at an offset of the buffer: rows of columns, or plain bytes, or indices to be narrowed.
  struct Part {
    std::uint64_t offset = 0;
    std::vector<Column> columns = {};
    std::uint64_t rows = 0;
    ByteSpan bytes = {};
    Bytes owned = {};
    std::span<const scene::Index> narrow = {};
  };

  /// Plain floats. An animated model has thousands, so they are not parts.
  struct Floats {
    std::uint64_t offset;
    std::span<const float> values;
  };

  template <class T>
  static Column plain(std::string semantic, const std::vector<T>& values);
  template <class T, class Convert>
  static Column converted(std::string semantic, Component component, bool normalised, std::uint32_t width,
                          const std::vector<T>& values, Convert convert);
  static Column joints_column(const std::vector<scene::U16Vec4>& joints);
  static void add_full_columns(std::vector<Column>& columns, const scene::Primitive& primitive);
  void add_small_columns(std::vector<Column>& columns, const scene::Primitive& primitive);
  std::vector<Column> columns_of(const scene::Primitive& primitive);
  static void write_part(const Part& part, std::byte* to);

  std::uint32_t add_indices(std::span<const scene::Index> indices, std::size_t vertices, bool triangles);
  std::uint32_t add_view(BufferView view, Part part);
  std::uint32_t add_accessor(Accessor accessor);

  bool compress_;
  std::uint64_t length_ = 0;
  std::uint64_t plain_length_ = 0;
  std::vector<BufferView> views_;
  std::vector<Accessor> accessors_;
  std::vector<Part> parts_;  // one per view
  std::vector<Floats> floats_;
  std::uint32_t floats_view_ = 0;
  float moved_directions_ = 0;
  float moved_shares_ = 0;
};

}  // namespace mw::exchange
