#include "gltf_input.h"

#include <fmt/format.h>
#include <meshwright/core/text.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace mw::exchange {
namespace {

const JsonArray kNone;

std::uint32_t word_at(ByteSpan bytes, std::size_t offset) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data() + offset, sizeof(word));
  return word;
}

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

void GltfInput::fail(std::string field, std::string message) {
  if (!error_) error_ = Error{.field = std::move(field), .message = std::move(message)};
}

const JsonArray& GltfInput::list(const JsonValue& object, std::string_view name) {
  if (&object != &json_) return find_list(object, name);
  for (const auto& [known, found] : lists_)
    if (known == name) return *found;
  return *lists_.emplace_back(name, &find_list(object, name)).second;
}

const JsonArray& GltfInput::find_list(const JsonValue& object, std::string_view name) {
  const JsonValue* member = object.find(name);
  if (member == nullptr) return kNone;
  if (const auto* array = member->get_if<JsonArray>()) return *array;
  fail(where.empty() ? std::string(name) : where + "." + std::string(name),
       fmt::format("expected an array, got {}", member->kind()));
  return kNone;
}

std::uint64_t GltfInput::natural(const JsonValue& object, std::string_view name, std::uint64_t fallback) {
  const JsonValue* member = object.find(name);
  if (member == nullptr) return fallback;
  if (const auto* value = member->get_if<std::uint64_t>()) return *value;
  fail(where + "." + std::string(name), fmt::format("expected a natural number, got {}", member->kind()));
  return fallback;
}

std::optional<std::uint32_t> GltfInput::index(const JsonValue& object, std::string_view name,
                                              std::size_t limit) {
  if (object.find(name) == nullptr) return std::nullopt;
  const std::uint64_t value = natural(object, name, 0);
  if (!ok()) return std::nullopt;
  if (value < limit) return std::uint32_t(value);
  fail(where + "." + std::string(name), fmt::format("{} is not one of {}", value, limit));
  return std::nullopt;
}

float GltfInput::number(const JsonValue& object, std::string_view name, float fallback) {
  float value = fallback;
  const JsonValue* member = object.find(name);
  if (member == nullptr) return value;
  if (const auto* real = member->get_if<JsonReal>()) return real->narrow;
  if (const auto* natural = member->get_if<std::uint64_t>()) return float(*natural);
  if (const auto* integer = member->get_if<std::int64_t>()) return float(*integer);
  fail(where + "." + std::string(name), fmt::format("expected a number, got {}", member->kind()));
  return fallback;
}

void GltfInput::numbers(const JsonValue& object, std::string_view name, std::span<float> out) {
  const JsonArray& array = list(object, name);
  if (array.empty()) return;
  if (array.size() != out.size())
    return fail(where + "." + std::string(name),
                fmt::format("expected {} numbers, got {}", out.size(), array.size()));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = number(JsonObject{{"", array[i]}}, "", 0);
}

std::string GltfInput::text(const JsonValue& object, std::string_view name) {
  const JsonValue* member = object.find(name);
  if (member == nullptr) return {};
  if (const auto* value = member->get_if<std::string>()) return *value;
  fail(where + "." + std::string(name), fmt::format("expected a string, got {}", member->kind()));
  return {};
}

bool GltfInput::truth(const JsonValue& object, std::string_view name) {
  const JsonValue* member = object.find(name);
  const auto* value = member != nullptr ? member->get_if<bool>() : nullptr;
  return value != nullptr && *value;
}

/// Accessors and compressed views may share bytes, so a small file can stand for much; but not for without
/// end. What was decoded is not there to be charged against: it would raise its own limit.
bool GltfInput::charge(std::uint64_t bytes) {
  constexpr std::uint64_t kTimes = 64;
  constexpr std::uint64_t kAllowance = 64 << 20;
  charged_ += bytes;
  // Where addresses have 32 bits, memory ends before that.
  constexpr std::uint64_t kMemory = std::numeric_limits<std::ptrdiff_t>::max();
  if (charged_ <= std::min(kTimes * available_ + kAllowance, kMemory)) return true;
  fail(where, fmt::format("the accessors so far stand for {} bytes, too much for this file", charged_));
  return false;
}

Result<std::string_view> GltfInput::split_container(ByteSpan bytes) {
  const auto error = [](std::uint64_t offset, std::string field, std::string message) {
    return mw::fail({.offset = offset, .field = std::move(field), .message = std::move(message)});
  };
  if (bytes.size() < 4 || word_at(bytes, 0) != kGlbMagic) return text_of(bytes);
  if (bytes.size() < kGlbHeaderSize + kChunkHeaderSize)
    return error(bytes.size(), "header",
                 fmt::format("a GLB needs 20 bytes, but the file has {}", bytes.size()));
  if (word_at(bytes, 4) != kGlbVersion)
    return error(4, "version", fmt::format("expected 2, got {}", word_at(bytes, 4)));
  std::optional<std::string_view> json;
  for (std::size_t offset = kGlbHeaderSize; bytes.size() - offset >= kChunkHeaderSize;) {
    const std::uint32_t length = word_at(bytes, offset);
    const std::uint32_t kind = word_at(bytes, offset + 4);
    if (length > bytes.size() - offset - kChunkHeaderSize)
      return error(offset, "chunk.length",
                   fmt::format("{} bytes, but only {} are left in the file", length,
                               bytes.size() - offset - kChunkHeaderSize));
    const ByteSpan chunk = bytes.subspan(offset + kChunkHeaderSize, length);
    if (!json && kind != kJsonChunk) return error(offset + 4, "chunk.type", "the first chunk must be JSON");
    if (kind == kJsonChunk && !json) json = text_of(chunk);
    if (kind == kBinChunk && bin_.empty()) bin_ = chunk;
    offset += kChunkHeaderSize + length;
  }
  return *json;
}

Result<GltfInput> GltfInput::open(ByteSpan bytes, const LoadFile& load) {
  GltfInput input;
  input.available_ = bytes.size();
  const auto text = input.split_container(bytes);
  if (!text) return mw::fail(text.error());
  auto json = parse_json(*text);
  if (!json) return mw::fail(json.error());
  input.json_ = *std::move(json);
  const JsonValue* asset = input.json_.find("asset");
  if (asset == nullptr) return mw::fail({.field = "asset", .message = "missing: this is not glTF"});
  if (const std::string version = input.text(*asset, "version"); !version.starts_with("2."))
    return mw::fail(
        {.field = "asset.version", .message = fmt::format("expected 2.0, got \"{}\"", escape_text(version))});
  for (const JsonValue& name : input.list(input.json_, "extensionsRequired")) {
    const auto* extension = name.get_if<std::string>();
    const bool known = extension != nullptr &&
                       (*extension == kLights || *extension == kQuantization || *extension == kMeshopt);
    if (!known)
      return mw::fail({.field = "extensionsRequired",
                       .message = fmt::format("{} is not understood",
                                              extension != nullptr ? escape_text(*extension) : "?")});
  }
  input.load_buffers(load);
  if (!input.ok()) return mw::fail(input.error());
  return input;
}

GltfInput::Elements GltfInput::elements(std::uint32_t accessor, std::uint32_t width) {
  const JsonArray& accessors = list(json_, "accessors");
  const JsonValue& json = accessors[accessor];
  where = fmt::format("accessors[{}]", accessor);
  const auto component = component_of(natural(json, "componentType", 0));
  const auto stored = width_of_type(text(json, "type"));
  if (json.find("sparse") != nullptr) fail(where, "sparse accessors are not supported");
  if (!component) fail(where + ".componentType", "unknown");
  if (ok() && (!stored || *stored != width))
    fail(where + ".type",
         fmt::format("expected {}, got \"{}\"", type_name(width), escape_text(text(json, "type"))));
  const auto view = index(json, "bufferView", views_.size());
  if (ok() && !view) fail(where, "has no bufferView");
  if (!ok()) return {};
  const JsonValue& view_json = list(json_, "bufferViews")[*view];
  const std::uint64_t element = size_of(*component) * width;
  const std::uint64_t stride = natural(view_json, "byteStride", element);
  const std::uint64_t offset = natural(json, "byteOffset", 0);
  const std::uint64_t count = natural(json, "count", 0);
  const std::uint64_t length = views_[*view].size();
  const bool fits = stride >= element && offset <= length && count > 0 && element <= length - offset &&
                    count - 1 <= (length - offset - element) / stride;
  if (ok() && !fits)
    fail(where, fmt::format("{} elements of {} bytes at {} do not fit a view of {} bytes", count, stride,
                            offset, length));
  if (!ok() || !charge(count * width * sizeof(float))) return {};
  return {{.view = *view,
           .offset = offset,
           .component = *component,
           .normalised = truth(json, "normalized"),
           .count = count,
           .width = width},
          views_[*view].subspan(offset),
          std::size_t(stride)};
}

std::uint32_t GltfInput::width_of(std::uint32_t accessor) {
  return width_of_type(text(list(json_, "accessors")[accessor], "type")).value_or(0);
}

std::vector<float> GltfInput::floats(std::uint32_t accessor, std::uint32_t width) {
  const Elements e = elements(accessor, width);
  std::vector<float> values(e.accessor.count * width);
  const std::size_t size = size_of(e.accessor.component);
  for (std::size_t i = 0; i < e.accessor.count && ok(); ++i)
    for (std::size_t k = 0; k < width; ++k)
      values[i * width + k] =
          as_float(e.bytes.data() + i * e.stride + k * size, e.accessor.component, e.accessor.normalised);
  return values;
}

std::vector<std::uint32_t> GltfInput::integers(std::uint32_t accessor, std::uint32_t width) {
  const Elements e = elements(accessor, width);
  const Component component = e.accessor.component;
  if (ok() && component != Component::u8 && component != Component::u16 && component != Component::u32)
    fail(where + ".componentType", "expected unsigned integers");
  if (!ok()) return {};
  std::vector<std::uint32_t> values(e.accessor.count * width);
  const std::size_t size = size_of(component);
  for (std::size_t i = 0; i < e.accessor.count; ++i)
    for (std::size_t k = 0; k < width; ++k)
      values[i * width + k] = as_integer(e.bytes.data() + i * e.stride + k * size, component);
  return values;
}

}  // namespace mw::exchange
