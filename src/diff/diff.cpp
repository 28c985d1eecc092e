#include <meshwright/formats/diff.h>
#include <meshwright/formats/registry.h>

#include "fields.h"

namespace mw {
namespace {

Result<DiffSummary> diff_scenes(const Document& a, const Document& b, const DiffOptions& options,
                                const DifferenceSink& sink) {
  const auto in_a = to_scene(a);
  if (!in_a) return fail(in_a.error());
  const auto in_b = to_scene(b);
  if (!in_b) return fail(in_b.error());
  scene::Comparison found = scene::compare(*in_a, *in_b, {.tolerance = options.tolerance});
  if (sink)
    for (scene::Difference& difference : found.differences) {
      sink({.where = std::move(difference.where),
            .a = std::move(difference.a),
            .b = std::move(difference.b),
            .kind = difference.one_sided ? DifferenceKind::row : DifferenceKind::value,
            .words = std::move(difference.words),
            .all = difference.all});
    }
  return DiffSummary{
      .through_scene = true, .differences = found.differences.size(), .changes = std::move(found.changes)};
}

}  // namespace

bool is_through_scene(const Document& a, const Document& b, const DiffOptions& options) {
  return options.scene || &a.format() != &b.format() || a.format().trace == nullptr;
}

Result<DiffSummary> diff(const Document& a, const Document& b, const DiffOptions& options,
                         const DifferenceSink& sink) {
  return is_through_scene(a, b, options) ? diff_scenes(a, b, options, sink)
                                         : diff_fields(a, b, options, sink);
}

DifferencesAfterSummary::DifferencesAfterSummary(const Document& a, const Document& b,
                                                 const DiffOptions& options)
    : a_(a), b_(b), options_(options) {
  constexpr std::size_t kKept = 10000;
  summary_ = diff(a, b, options, [&](const Difference& difference) {
    if (first_.size() < kKept) first_.push_back(difference);
  });
}

void DifferencesAfterSummary::each(const DifferenceSink& sink) {
  if (summary_->differences > first_.size())
    summary_ = diff(a_, b_, options_, sink);
  else
    for (const Difference& difference : first_) sink(difference);
}

Result<std::vector<Difference>> diff(const Document& a, const Document& b, const DiffOptions& options) {
  std::vector<Difference> differences;
  return diff(a, b, options, [&](const Difference& difference) { differences.push_back(difference); })
      .map([&](const DiffSummary&) { return std::move(differences); });
}

}  // namespace mw
