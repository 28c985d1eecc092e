#include "rest.h"

#include <meshwright/core/detail/trace.h>
#include <meshwright/formats/registry.h>
#include <meshwright/scene/detail/losses.h>
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace mw::view {
namespace {

constexpr std::uint64_t kLittle = 1'000'000;
constexpr std::uint64_t kMostPadding = 64'000'000;  // bytes; browsers give a page few GB

struct Run {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// The parts of a file that have names, by their places.
std::vector<Run> named_runs(const Document& document) {
  std::vector<Run> runs;
  const Trace trace([&](const TracedField& field) {
    const std::uint64_t end = field.offset + field.length();
    if (field.length() == 0 || field.path.starts_with(kUnreferenced)) return;
    if (!runs.empty() && runs.back().end == field.offset)
      runs.back().end = end;
    else
      runs.push_back({field.offset, end});
  });
  (void)document.format().read(document.source(), {&trace, nullptr});  // it could be read before
  std::ranges::sort(runs, {}, &Run::begin);
  return runs;
}

/// Whether a padded file is one whose end is missing and nothing else: what it names goes on behind the
/// `present` bytes, and of these it names each once. A count or an offset that is wrong takes bytes twice, or
/// leaves some over that are more than zeros between tables.
bool is_only_cut(const Document& padded, std::uint64_t present) {
  const ByteSpan bytes = padded.source().blob.bytes();
  const auto is_zero = [](std::byte each) { return each == std::byte(0); };
  std::uint64_t covered = 0;
  for (const Run& run : named_runs(padded)) {
    const std::uint64_t begin = std::min(run.begin, present);
    if (begin < std::min(covered, present)) return false;
    if (begin > covered && !std::ranges::all_of(bytes.subspan(covered, begin - covered), is_zero))
      return false;
    covered = std::max(covered, run.end);
  }
  return covered > present;
}

std::optional<Document> read_padded(const Format& format, const Source& source, std::uint64_t size) {
  const ByteSpan bytes = source.blob.bytes();
  Bytes padded(bytes.begin(), bytes.end());
  padded.resize(size);
  Source whole = source;
  whole.blob = Blob(std::move(padded));
  auto document = format.read(whole, {});
  if (!document) return std::nullopt;
  return *std::move(document);
}

/// Nothing where more is wrong with the file than that it ends too early.
std::optional<Rest> judged(Document padded, std::uint64_t present) {
  if (!is_only_cut(padded, present)) return std::nullopt;
  const Format& format = padded.format();
  const auto misfit = format.find_misfit != nullptr ? format.find_misfit(padded) : std::nullopt;
  if (misfit && misfit->spoils_picture) return std::nullopt;
  padded.losses.prepend(
      {misfit ? Loss(scene::loss::FILE_MISFIT, "", misfit->message) : Loss(scene::loss::FILE_CUT, "")});
  return Rest{std::move(padded), !misfit, true};
}

}  // namespace

std::optional<Rest> rest_of(const Source& source, const Error& error) {
  const auto format = recognise(source.blob.bytes());
  if (!format) return std::nullopt;
  if ((*format)->read_rest != nullptr) {
    auto rest = (*format)->read_rest(source, {});
    return rest ? std::optional(*std::move(rest)) : std::nullopt;
  }
  if (!error.offset) return std::nullopt;
  if (error.code != ErrorCode::truncated && error.code != ErrorCode::out_of_range) return std::nullopt;
  const std::uint64_t size = source.blob.bytes().size();
  for (const std::uint64_t guess : {size + size / 4, size * 2, size * 4 + kLittle}) {
    if (guess - size > kMostPadding) break;
    if (auto padded = read_padded(**format, source, guess)) return judged(*std::move(padded), size);
  }
  return std::nullopt;
}

void trace_rest(const Document& rest, const Source& source, const FileTraces& traces) {
  const std::uint64_t end = source.blob.bytes().size();
  const Trace within([&](const TracedField& field) {
    if (field.offset + field.length() <= end) (*traces.file)(field);
  });
  const Format& format = rest.format();
  // It could be read before: only the trace is of interest.
  if (format.read_rest != nullptr)
    (void)format.read_rest(source, {&within, traces.companion});
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
