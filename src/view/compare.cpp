// In what two files differ.
#include <meshwright/core/json_writer.h>
#include <meshwright/formats/diff.h>

#include <algorithm>
#include <vector>

#include "parts.h"
#include "plain_paths.h"

namespace mw::view {
namespace {

/// The path of a field; null where the file has none.
void write_path(JsonWriter& json, std::string_view name, const std::optional<LayerPath>& path) {
  json.key(name);
  path ? json.value(path->path) : json.value(nullptr);
}

/// Writes where things differ: by the names of rows, and by the paths in either file.
class DifferenceWriter {
 public:
  DifferenceWriter(JsonWriter& json, const Document& a, const Document& b)
      : json_(json), in_a_(a), in_b_(b), has_paths_(!is_through_scene(a, b, {})) {}

  void write(const Difference& difference) {
    const auto path = [&](PlainPaths& paths, const std::string& value) {
      return has_paths_ && value != scene::kMissing ? paths.find(difference.where) : std::nullopt;
    };
    const auto a = path(in_a_, difference.a);
    const auto b = path(in_b_, difference.b);
    json_.begin_object();
    json_.member("where", difference.where);
    json_.member("a", difference.a);
    json_.member("b", difference.b);
    json_.member("words", difference.words);
    json_.member("all", difference.all);
    json_.member("layout", difference.kind == DifferenceKind::layout);
    json_.member("layer", std::uint64_t(a ? a->layer : b ? b->layer : 0));
    write_path(json_, "path_a", a);
    write_path(json_, "path_b", b);
    json_.end_object();
  }

 private:
  JsonWriter& json_;
  PlainPaths in_a_;
  PlainPaths in_b_;
  const bool has_paths_;
};

constexpr std::size_t kMost = 1000;

/// Tells the first of the differences: what has changed before what only lies elsewhere in the file.
class FirstDifferences {
 public:
  explicit FirstDifferences(DifferenceWriter& out) : out_(out) {}

  void take(const Difference& difference) {
    if (difference.kind == DifferenceKind::layout) {
      if (layout_.size() < kMost) layout_.push_back(difference);
    } else if (told_ < kMost) {
      out_.write(difference);
      ++told_;
    }
  }

  void finish() {
    layout_.resize(std::min(layout_.size(), kMost - told_));
    for (const Difference& difference : layout_) out_.write(difference);
  }

 private:
  DifferenceWriter& out_;
  std::size_t told_ = 0;
  std::vector<Difference> layout_;
};

}  // namespace

Result<Reply> OpenedFile::compared_with(const OpenedFile& other) const {
  const auto a = parts_->opened();
  if (!a) return fail(a.error());
  const auto b = other.parts_->opened();
  if (!b) return fail(b.error());
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.key("differences");
  json.begin_array();
  DifferenceWriter differences(json, **a, **b);
  FirstDifferences first(differences);
  const auto summary = diff(**a, **b, {}, [&](const Difference& difference) { first.take(difference); });
  if (!summary) return fail(summary.error());
  first.finish();
  json.end_array();
  json.member("through_scene", summary->through_scene);
  json.member("total", summary->differences);
  json.member("layout", summary->layout);
  json.end_object();
  return Reply{json.take()};
}

}  // namespace mw::view
