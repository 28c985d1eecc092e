// Whether an edit changes nothing but its field.
#include "edit_check.h"

#include <fmt/format.h>
#include <meshwright/core/detail/field_value.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/registry.h>
#include <utility>

#include "questions_text.h"

namespace mw::view {

tl::unexpected<Error> refuse(const Edit& edit, std::string why) {
  return fail({.field = edit.path, .message = std::move(why)});
}

Result<void> check_only(OpenedFile::State& before, OpenedFile::State& after, const Edit& edit,
                        const Edited& edited) {
  if (!after.document)
    return refuse(edit, fmt::format("with {} the file could not be read: {}", shown_value(edit.value),
                                    to_string(after.error)));
  bool same = before.layers().size() == after.layers().size() &&
              &before.document->format() == &after.document->format();
  for (std::size_t i = 0; same && i < before.layers().size(); ++i)
    same = before.layers()[i].lines.empty() ? before.layers()[i].fields.same_places(after.layers()[i].fields)
                                            : before.layers()[i].fields.same_paths(after.layers()[i].fields);
  if (!same)
    return refuse(edit,
                  "says what or where other fields are: changed alone, the file would be read otherwise");
  const Format& format = after.document->format();
  if (!format.keeps_bytes || format.write == nullptr || !before.layers()[0].lines.empty()) return {};
  const auto written = write(*after.document);
  if (!written || written->bytes != edited.bytes || written->companion.value_or(Bytes()) != edited.companion)
    return refuse(edit, "is made of other fields when the file is written: it cannot be edited alone");
  return {};
}

}  // namespace mw::view
