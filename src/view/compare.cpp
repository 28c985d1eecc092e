// In what two files differ.
#include <meshwright/core/json_writer.h>
#include <meshwright/formats/diff.h>

#include "parts.h"

namespace mw::view {

Result<Reply> OpenedFile::compared_with(const OpenedFile& other) const {
  const auto a = parts_->opened();
  if (!a) return fail(a.error());
  const auto b = other.parts_->opened();
  if (!b) return fail(b.error());
  constexpr std::uint64_t kMost = 1000;
  std::uint64_t told = 0;
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.key("differences");
  json.begin_array();
  const auto summary = diff(**a, **b, {}, [&](const Difference& difference) {
    if (told++ >= kMost) return;
    json.begin_object();
    json.member("where", difference.where);
    json.member("a", difference.a);
    json.member("b", difference.b);
    json.member("layout", difference.kind == DifferenceKind::layout);
    json.end_object();
  });
  if (!summary) return fail(summary.error());
  json.end_array();
  json.member("through_scene", summary->through_scene);
  json.member("total", summary->differences);
  json.member("layout", summary->layout);
  json.end_object();
  return Reply{json.take()};
}

}  // namespace mw::view
