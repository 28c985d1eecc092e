#include "input.h"

#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/detail/text_position.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/geometric.hpp>
#include <limits>

#include "extensions.h"

namespace mw::exchange {
namespace {

const JsonArray kEmptyArray;

std::uint32_t word_at(ByteSpan bytes, std::size_t offset) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data() + offset, sizeof(word));
  return word;
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
  if (member == nullptr) return kEmptyArray;
  if (const auto* array = member->get_if<JsonArray>()) return *array;
  fail(where.empty() ? std::string(name) : where + "." + std::string(name),
       fmt::format("expected an array, got {}", member->kind()));
  return kEmptyArray;
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

Mat4 GltfInput::matrix(const JsonValue& object, std::string_view node) {
  constexpr float kRounding = 1e-3F;
  Mat4 matrix(1);
  numbers(object, "matrix", {&matrix[0][0], 16});
  for (int k = 0; k < 3; ++k) {
    const Vec3 a(matrix[k]);
    const Vec3 b(matrix[(k + 1) % 3]);
    if (std::abs(glm::dot(a, b)) > kRounding * glm::length(a) * glm::length(b))
      fail(where + ".matrix", fmt::format("shears node \"{}\"; glTF has translation, rotation and scale only",
                                          escape_text(node)));
  }
  return matrix;
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

/// Accessors and compressed views may share bytes, so a small file can stand for much, but not without limit.
/// Decoded data does not count as file size: it would raise its own limit.
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
  // A .gltf is a text that people edit; offsets of a .glb are about its first chunk.
  if (!json)
    return mw::fail(text->size() == bytes.size() ? with_position(json.error(), *text) : json.error());
  input.json_ = *std::move(json);
  const JsonValue* asset = input.json_.find("asset");
  if (asset == nullptr)
    return mw::fail(
        {.field = "asset", .message = "missing: this is not glTF", .code = ErrorCode::not_this_format});
  if (const std::string version = input.text(*asset, "version"); !version.starts_with("2."))
    return mw::fail({.field = "asset.version",
                     .message = fmt::format("expected 2.0, got \"{}\"", escape_text(version)),
                     .code = ErrorCode::unsupported});
  for (const JsonValue& name : input.list(input.json_, "extensionsRequired")) {
    const auto* extension = name.get_if<std::string>();
    const bool known = extension != nullptr && (is_kept(*extension) || is_about_looks(*extension));
    if (!known)
      return mw::fail({.field = "extensionsRequired",
                       .message = fmt::format("{} is not understood",
                                              extension != nullptr ? escape_text(*extension) : "?"),
                       .code = ErrorCode::unsupported});
  }
  input.load_buffers(load);
  if (!input.ok()) return mw::fail(input.error());
  return input;
}

}  // namespace mw::exchange
