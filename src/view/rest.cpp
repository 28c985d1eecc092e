#include "rest.h"

#include <meshwright/formats/registry.h>
#include <algorithm>
#include <limits>
#include <utility>

namespace mw::view {
namespace {

constexpr std::size_t kLittle = 1'000'000;

std::optional<Document> read_padded(const Format& format, const Source& source, std::size_t size) {
  const ByteSpan bytes = source.blob.bytes();
  Bytes padded(bytes.begin(), bytes.end());
  padded.resize(size);
  Source whole = source;
  whole.blob = Blob(std::move(padded));
  auto document = format.read(whole, {});
  if (!document) return std::nullopt;
  document->losses.insert(document->losses.begin(),
                          "the file is shorter than it says: what would be behind its end is left out");
  return *std::move(document);
}

}  // namespace

std::optional<Document> rest_of(const Source& source, const Error& error) {
  const std::size_t size = source.blob.bytes().size();
  const auto format = recognise(source.blob.bytes());
  if (!format || !error.offset) return std::nullopt;  // texts have lines
  if ((*format)->read_cut != nullptr) {
    auto rest = (*format)->read_cut(source, {});
    return rest ? std::optional(*std::move(rest)) : std::nullopt;
  }
  for (const std::size_t guess : {size + size / 4, size * 2, size * 4 + kLittle})
    if (auto rest = read_padded(**format, source, guess)) return rest;
  return std::nullopt;
}

void trace_rest(const Document& rest, const Source& source, const FileTraces& traces) {
  const std::uint64_t end = source.blob.bytes().size();
  const Trace within([&](const TracedField& field) {
    if (field.offset + field.length() <= end) (*traces.file)(field);
  });
  const Format& format = rest.format();
  if (format.read_cut != nullptr)
    (void)format.read_cut(source, {&within, traces.companion});
  else
    (void)format.read(rest.source(), {&within, traces.companion});
}

void take_out_missing(scene::Scene& scene) {
  constexpr std::ptrdiff_t kFew = 2;  // that may well be at the origin
  const auto is_zero = [](const Vec3& position) { return position == Vec3(0); };
  for (scene::Mesh& mesh : scene.meshes)
    for (scene::Primitive& primitive : mesh.primitives)
      if (std::ranges::count_if(primitive.positions, is_zero) > kFew)
        std::ranges::replace_if(primitive.positions, is_zero, Vec3(std::numeric_limits<float>::quiet_NaN()));
}

}  // namespace mw::view
