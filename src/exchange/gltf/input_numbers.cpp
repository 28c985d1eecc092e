#include <fmt/format.h>
#include <meshwright/core/detail/text.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "input.h"

/// The numbers of accessors.
namespace mw::exchange {
namespace {

std::optional<std::uint32_t> width_of_type(std::string_view type) {
  for (const std::uint32_t width : {1U, 2U, 3U, 4U, 16U})
    if (type == type_name(width)) return width;
  return std::nullopt;
}

std::optional<Component> component_of(std::uint64_t value) {
  for (const Component component :
       {Component::i8, Component::u8, Component::i16, Component::u16, Component::u32, Component::f32})
    if (value == std::uint64_t(component)) return component;
  return std::nullopt;
}

template <class T>
T load_as(const std::byte* place) {
  T value{};
  std::memcpy(&value, place, sizeof(T));
  return value;
}

float as_float(const std::byte* place, Component component, bool normalised) {
  const auto scaled = [&](float value, float largest) {
    return normalised ? std::max(value / largest, -1.0F) : value;
  };
  switch (component) {
    case Component::i8:
      return scaled(load_as<std::int8_t>(place), 127);
    case Component::u8:
      return scaled(load_as<std::uint8_t>(place), 255);
    case Component::i16:
      return scaled(load_as<std::int16_t>(place), 32767);
    case Component::u16:
      return scaled(load_as<std::uint16_t>(place), 65535);
    case Component::u32:
      return float(load_as<std::uint32_t>(place));
    case Component::f32:
      break;
  }
  return load_as<float>(place);
}

std::uint32_t as_integer(const std::byte* place, Component component) {
  if (component == Component::u8) return load_as<std::uint8_t>(place);
  if (component == Component::u16) return load_as<std::uint16_t>(place);
  return load_as<std::uint32_t>(place);
}

}  // namespace

GltfInput::Elements GltfInput::elements(std::uint32_t accessor, std::uint32_t width) {
  const JsonValue& json = list(json_, "accessors")[accessor];
  where = fmt::format("accessors[{}]", accessor);
  const auto component = component_of(natural(json, "componentType", 0));
  const auto stored = width_of_type(text(json, "type"));
  if (!component) fail(where + ".componentType", "unknown");
  if (ok() && (!stored || *stored != width))
    fail(where + ".type",
         fmt::format("expected {}, got \"{}\"", type_name(width), escape_text(text(json, "type"))));
  const std::uint64_t count = natural(json, "count", 0);
  Elements found{.accessor = {.component = component.value_or(Component::f32),
                              .normalised = truth(json, "normalized"),
                              .count = count,
                              .width = width}};
  if (!ok()) return {};
  if (json.find("bufferView") != nullptr)
    found.rows = rows_of(json, count, size_of(*component) * width, true);
  else if (count == 0 || !std::in_range<std::uint32_t>(count))
    fail(where + ".count", fmt::format("{} elements without a bufferView", count));
  if (!ok() || !charge(count * width * sizeof(float))) return {};
  if (const JsonValue* sparse = json.find("sparse")) read_sparse(*sparse, found);
  return ok() ? found : Elements();
}

/// `count` rows of `size` bytes in the view that an object names, from its byteOffset on.
GltfInput::Rows GltfInput::rows_of(const JsonValue& object, std::uint64_t count, std::uint64_t size,
                                   bool strided) {
  const auto view = index(object, "bufferView", views_.size());
  if (ok() && !view) fail(where + ".bufferView", "missing");
  if (!ok()) return {};
  const JsonValue& view_json = list(json_, "bufferViews")[*view];
  const std::uint64_t stride = strided ? natural(view_json, "byteStride", size) : size;
  const std::uint64_t offset = natural(object, "byteOffset", 0);
  const std::uint64_t length = views_[*view].size();
  const bool fits = stride >= size && offset <= length && count > 0 && size <= length - offset &&
                    count - 1 <= (length - offset - size) / stride;
  if (ok() && !fits)
    fail(where, fmt::format("{} elements of {} bytes at {} do not fit a view of {} bytes", count, stride,
                            offset, length));
  return ok() ? Rows{views_[*view].subspan(offset), std::size_t(stride)} : Rows();
}

/// Elements that replace those of the accessor's view.
void GltfInput::read_sparse(const JsonValue& sparse, Elements& found) {
  static const JsonValue kEmpty{JsonObject()};
  const auto part = [&](std::string_view name) -> const JsonValue& {
    const JsonValue* member = sparse.find(name);
    return member != nullptr ? *member : kEmpty;
  };
  const std::string accessor = where;
  where = accessor + ".sparse";
  const std::uint64_t count = natural(sparse, "count", 0);
  where = accessor + ".sparse.indices";
  const auto component = component_of(natural(part("indices"), "componentType", 0));
  const bool natural_numbers =
      component == Component::u8 || component == Component::u16 || component == Component::u32;
  if (ok() && !natural_numbers) fail(where + ".componentType", "expected unsigned integers");
  if (!ok()) return;
  const Rows indices = rows_of(part("indices"), count, size_of(*component), false);
  where = accessor + ".sparse.values";
  if (ok())
    found.others =
        rows_of(part("values"), count, size_of(found.accessor.component) * found.accessor.width, false);
  if (!ok() || !charge(count * sizeof(std::uint32_t))) return;
  where = accessor + ".sparse.indices";
  for (std::size_t i = 0; i < count && ok(); ++i) {
    found.places.push_back(as_integer(indices.bytes.data() + i * indices.stride, *component));
    if (found.places.back() >= found.accessor.count)
      fail(where, fmt::format("{} is not one of {}", found.places.back(), found.accessor.count));
  }
  where = accessor;
}

/// `convert(place)` of each number, element by element; 0 without a view.
template <class T>
std::vector<T> GltfInput::numbers_of(const Elements& e, auto convert) {
  const std::size_t width = e.accessor.width;
  const std::size_t size = size_of(e.accessor.component);
  std::vector<T> values(ok() ? e.accessor.count * width : 0);
  if (!ok()) return values;
  const auto put = [&](std::size_t element, const Rows& rows, std::size_t row) {
    for (std::size_t k = 0; k < width; ++k)
      values[element * width + k] = convert(rows.bytes.data() + row * rows.stride + k * size);
  };
  if (!e.rows.bytes.empty())
    for (std::size_t i = 0; i < e.accessor.count; ++i) put(i, e.rows, i);
  for (std::size_t i = 0; i < e.places.size(); ++i) put(e.places[i], e.others, i);
  return values;
}

std::uint32_t GltfInput::width_of(std::uint32_t accessor) {
  return width_of_type(text(list(json_, "accessors")[accessor], "type")).value_or(0);
}

std::vector<float> GltfInput::floats(std::uint32_t accessor, std::uint32_t width) {
  const Elements e = elements(accessor, width);
  return numbers_of<float>(e, [&](const std::byte* place) {
    return as_float(place, e.accessor.component, e.accessor.normalised);
  });
}

std::vector<std::uint32_t> GltfInput::integers(std::uint32_t accessor, std::uint32_t width) {
  const Elements e = elements(accessor, width);
  const Component component = e.accessor.component;
  if (ok() && component != Component::u8 && component != Component::u16 && component != Component::u32)
    fail(where + ".componentType", "expected unsigned integers");
  return numbers_of<std::uint32_t>(e, [&](const std::byte* place) { return as_integer(place, component); });
}

}  // namespace mw::exchange
