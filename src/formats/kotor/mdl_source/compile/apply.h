#pragma once

#include <meshwright/kotor/mdl_source.h>
#include <optional>
#include <vector>

#include "members.h"

/// Puts what notes say into the records that they are about.
namespace mw::kotor::mdl {

/// Bytes that the tables of a record may grow by: a short text must not ask for gigabytes.
std::size_t growth_for(std::optional<std::size_t> text_size);

/// Applies notes about one record.
class NoteApplier {
 public:
  NoteApplier(Members& members, std::size_t growth) : members_(members), growth_(growth) {}

  /// False for a note that makes no sense.
  bool apply(const source::Note& note);
  /// The same for texts of any length.
  bool apply_name(const source::Note& note, std::vector<Name>& names);
  /// Lines of a text in front of the one that makes no sense: a note about rows may be of several.
  std::uint64_t lines_before() const { return lines_before_; }
  /// Whether a part has come or gone, so that the members are to be listed again.
  bool parts_changed() const { return parts_changed_; }
  void forget_members() {
    last_ = nullptr;
    parts_changed_ = false;
  }

 private:
  const Member* find(const source::Note& note);
  bool set_array(const Member& member, const source::Note& note);
  bool set_rows(const Member& member, const source::Note& note);
  bool resize_parts(const Member& member, std::size_t size);
  bool resize(const Member& member, std::size_t size, std::size_t bytes);
  bool grow(std::size_t from, std::size_t to, std::size_t bytes);

  Members& members_;
  const Member* last_ = nullptr;
  bool parts_changed_ = false;
  std::size_t part_changes_ = 0;
  std::size_t growth_;
  std::uint64_t lines_before_ = 0;
};

/// Bytes that go on where the last end are one.
void add_bytes(const source::Note& note, std::vector<Unreferenced>& bytes);

}  // namespace mw::kotor::mdl
