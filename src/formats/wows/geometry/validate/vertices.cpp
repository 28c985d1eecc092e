#include <fmt/format.h>
#include <cmath>
#include <cstring>
#include <functional>
#include <glm/geometric.hpp>

#include "validate.h"

namespace mw::wows::geometry {
namespace {

// Bytes of 127ths that are cut rather than rounded: sqrt(3) / 127, and some.
constexpr float kUnitVertex = 0.03F;

/// Counts the vertices that a rule objects to and remembers what it said of the first.
struct Tally {
  std::size_t count = 0;
  std::size_t first = 0;
  std::string text;

  void add(std::size_t row, const auto& make_text) {
    if (count++ > 0) return;
    first = row;
    text = make_text();
  }
};

void report(Check& check, const FindingKind& code, std::size_t buffer, const VertexElement& element,
            const Tally& tally) {
  if (tally.count > 0) check.add(code, check.vertex(buffer, tally.first, element), tally.count, tally.text);
}

std::uint8_t stored_byte(ByteSpan bytes, std::size_t index) {
  return std::to_integer<std::uint8_t>(bytes[index]);
}

using Rule = std::function<void(Tally&, std::size_t row, ByteSpan bytes)>;

void each_vertex(Check& check, const FindingKind& code, std::size_t buffer, const VertexElement& element,
                 const Rule& rule) {
  const Vertices& vertices = *check.decoded.vertices[buffer];
  Tally tally;
  for (std::size_t row = 0; row < vertices.count; ++row)
    rule(tally, row, vertices[row].subspan(element.offset, element.size));
  report(check, code, buffer, element, tally);
}

void tell_not_finite(Tally& tally, std::size_t row, std::span<const float> numbers) {
  for (const float number : numbers)
    if (!std::isfinite(number)) tally.add(row, [&] { return fmt::format("{}", number); });
}

template <std::size_t N>
void check_floats(Check& check, std::size_t buffer, const VertexElement& element) {
  each_vertex(check, finding::VALUE_NOT_FINITE, buffer, element,
              [](Tally& tally, std::size_t row, ByteSpan bytes) {
                std::array<float, N> numbers;
                std::memcpy(numbers.data(), bytes.data(), sizeof numbers);
                tell_not_finite(tally, row, numbers);
              });
}

/// Finite ones; the others have a finding of their own.
void check_far(Check& check, std::size_t buffer, const VertexElement& element) {
  constexpr float kFar = 100'000;
  each_vertex(check, finding::POSITION_OUT_OF_RANGE, buffer, element,
              [](Tally& tally, std::size_t row, ByteSpan bytes) {
                std::array<float, 3> numbers;
                std::memcpy(numbers.data(), bytes.data(), sizeof numbers);
                for (const float number : numbers)
                  if (std::isfinite(number) && std::abs(number) > kFar)
                    tally.add(row, [&] { return fmt::format("{}", number); });
              });
}

void check_halves(Check& check, std::size_t buffer, const VertexElement& element) {
  each_vertex(check, finding::VALUE_NOT_FINITE, buffer, element,
              [](Tally& tally, std::size_t row, ByteSpan bytes) {
                std::array<std::uint16_t, 2> halves;
                std::memcpy(halves.data(), bytes.data(), sizeof halves);
                tell_not_finite(tally, row, std::array{half_to_float(halves[0]), half_to_float(halves[1])});
              });
}

void check_unused(Check& check, std::size_t buffer, const VertexElement& element,
                  std::span<const std::size_t> unused) {
  each_vertex(check, finding::UNUSED_BYTE_NOT_ZERO, buffer, element,
              [&](Tally& tally, std::size_t row, ByteSpan bytes) {
                for (const std::size_t index : unused)
                  if (stored_byte(bytes, index) != 0)
                    return tally.add(row, [&] { return std::to_string(stored_byte(bytes, index)); });
              });
}

constexpr std::size_t kFourth[] = {3};
constexpr std::size_t kFirstAndFourth[] = {0, 3};

void check_unit(Check& check, std::size_t buffer, const VertexElement& element) {
  each_vertex(check, finding::NORMAL_NOT_UNIT, buffer, element,
              [](Tally& tally, std::size_t row, ByteSpan bytes) {
                const Vec3 v(unpack_unit(stored_byte(bytes, 0)), unpack_unit(stored_byte(bytes, 1)),
                             unpack_unit(stored_byte(bytes, 2)));
                const float length = glm::length(v);
                if (std::abs(length - 1) > kUnitVertex)
                  tally.add(row, [&] { return fmt::format("{:.3f}", length); });
              });
  check_unused(check, buffer, element, kFourth);
}

void check_bones(Check& check, std::size_t buffer, const VertexElement& element) {
  each_vertex(check, finding::BONE_INDEX_NOT_MULTIPLE, buffer, element,
              [](Tally& tally, std::size_t row, ByteSpan bytes) {
                for (std::size_t i = 0; i < 3; ++i)
                  if (stored_byte(bytes, i) % 3 != 0)
                    return tally.add(row, [&] { return std::to_string(stored_byte(bytes, i)); });
              });
  check_unused(check, buffer, element, kFourth);
}

void check_weights(Check& check, std::size_t buffer, const VertexElement& element) {
  each_vertex(check, finding::WEIGHT_SUM_OUT_OF_RANGE, buffer, element,
              [](Tally& tally, std::size_t row, ByteSpan bytes) {
                const int sum = stored_byte(bytes, 1) + stored_byte(bytes, 2);
                if (sum > 255) tally.add(row, [&] { return std::to_string(sum); });
              });
  check_unused(check, buffer, element, kFirstAndFourth);
}

void check_element(Check& check, std::size_t buffer, const VertexElement& element, int set) {
  switch (element.kind) {
    case ElementKind::xyz:
      check_floats<3>(check, buffer, element);
      return check_far(check, buffer, element);
    case ElementKind::n:
    case ElementKind::t:
    case ElementKind::b:
      return check_unit(check, buffer, element);
    case ElementKind::uv:
    case ElementKind::uv2:
      return set == 3 ? check_halves(check, buffer, element) : void();
    case ElementKind::iii:
      return check_bones(check, buffer, element);
    case ElementKind::ww:
      return check_weights(check, buffer, element);
    case ElementKind::r:
      return set == 3 ? check_floats<1>(check, buffer, element) : void();
    case ElementKind::i:
    case ElementKind::oi:
      return;
  }
}

}  // namespace

void check_vertices(Check& check) {
  for (std::size_t buffer = 0; buffer < check.file.vertex_buffers.size(); ++buffer) {
    if (!check.decoded.readable(buffer)) continue;
    const VertexLayout& layout = *check.decoded.layouts[buffer];
    for (const VertexElement& element : layout.elements) check_element(check, buffer, element, layout.set);
  }
}

}  // namespace mw::wows::geometry
