#pragma once

#include <meshwright/core/json_value.h>
#include <meshwright/exchange/gltf.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document.h"

namespace mw::exchange {

/// A glTF document being read: its JSON, its buffers, and the numbers of its accessors.
///
/// As in Reader, the first failure sticks: later calls give nothing, and the caller checks once at the end.
class GltfInput {
 public:
  /// Opens the container, parses the JSON and loads the buffers.
  static Result<GltfInput> open(ByteSpan bytes, const LoadFile& load);

  const JsonValue& json() const { return json_; }

  /// The array of that name in an object; empty without one. Those of the document itself are found once: it
  /// may have any number of members, and each accessor uses some.
  const JsonArray& list(const JsonValue& object, std::string_view name);
  /// A member as an unsigned number below `limit`; nothing without one.
  std::optional<std::uint32_t> index(const JsonValue& object, std::string_view name, std::size_t limit);
  std::uint64_t natural(const JsonValue& object, std::string_view name, std::uint64_t fallback);
  float number(const JsonValue& object, std::string_view name, float fallback);
  /// Fills `out` with numbers, if the member is there.
  void numbers(const JsonValue& object, std::string_view name, std::span<float> out);
  /// The "matrix" of a node; fails on a shear, which translation, rotation and scale cannot express.
  Mat4 matrix(const JsonValue& object, std::string_view node);
  std::string text(const JsonValue& object, std::string_view name);
  bool truth(const JsonValue& object, std::string_view name);

  /// All numbers of an accessor as floats (normalised integers are converted), `width` per element.
  std::vector<float> floats(std::uint32_t accessor, std::uint32_t width);
  /// All numbers of an accessor of integers.
  std::vector<std::uint32_t> integers(std::uint32_t accessor, std::uint32_t width);
  std::uint32_t width_of(std::uint32_t accessor);

  void fail(std::string field, std::string message);
  bool ok() const { return !error_; }
  const Error& error() const { return *error_; }

  /// Where in the document the reader is, for error messages: "meshes[3]".
  std::string where;

 private:
  struct Rows {
    ByteSpan bytes = {};  // from the first one on
    std::size_t stride = 0;
  };
  struct Elements {
    Accessor accessor = {};
    Rows rows = {};  // none: all are 0
    // Of a sparse accessor: the replaced elements, and their values.
    std::vector<std::uint32_t> places = {};
    Rows others = {};
  };

  Result<std::string_view> split_container(ByteSpan bytes);
  void load_buffers(const LoadFile& load);
  void load_buffer(const JsonValue& buffer, const LoadFile& load);
  void load_view(const JsonValue& view);
  void decode_view(const JsonValue& compressed, std::uint64_t length);
  ByteSpan part_of_buffer(const JsonValue& object);
  Elements elements(std::uint32_t accessor, std::uint32_t width);
  Rows rows_of(const JsonValue& object, std::uint64_t count, std::uint64_t size, bool strided);
  void read_sparse(const JsonValue& sparse, Elements& found);
  template <class T>
  std::vector<T> numbers_of(const Elements& elements, auto convert);
  bool charge(std::uint64_t bytes);
  const JsonArray& find_list(const JsonValue& object, std::string_view name);

  ByteSpan bin_;
  JsonValue json_;
  std::vector<Bytes> owned_;       // buffers and views that are not part of the file
  std::vector<ByteSpan> buffers_;  // empty for a buffer that only describes compressed views
  std::vector<ByteSpan> views_;
  std::vector<std::pair<std::string_view, const JsonArray*>> lists_;  // of the document, by name
  std::uint64_t available_ = 0;  // bytes of the file and of the buffers beside it
  std::uint64_t charged_ = 0;
  std::optional<Error> error_;
};

}  // namespace mw::exchange
