#pragma once

#include <meshwright/core/error.h>
#include <meshwright/kotor/mdl_source.h>
#include <functional>
#include <string>
#include <string_view>

#include "members.h"

/// Notes: what a description has no word for, one member of a record per line (docs/formats/
/// kotor-mdl-ascii.md has the grammar). Here is how a line is written and followed; which lines there are,
/// decompiling decides.
namespace mw::kotor::mdl {

/// Content is followed before the model is laid out, places after.
enum class Phase : std::uint8_t { content, places };

/// Appends the lines that make `made` into `real`; nothing when they are the same.
void append_difference(const Member& made, const Member& real, Phase phase, std::string& out);

/// The same for texts of any length.
void append_difference(std::string_view path, const std::vector<Name>& made, const std::vector<Name>& real,
                       Phase phase, std::string& out);

/// Bytes somewhere in a file, in lines of hex.
void append_bytes(std::string_view path, const Unreferenced& bytes, std::string& out);

/// One line, taken apart as far as all lines are alike.
struct Note {
  std::string_view path;  // or its keyword
  std::string_view rest;
  std::uint64_t line = 0;

  /// The next word of the rest.
  std::string_view word();
};

std::size_t text_size(const std::vector<source::Notes>& notes);

/// Calls visit(note) for each line until it gives false.
void for_each_note(const std::vector<source::Notes>& notes, const std::function<bool(Note)>& visit);

/// Notes behind a guard are about lists. They hold as long as those are what they were and no note is
/// missing.
inline constexpr std::string_view kGeometryGuard = "geometry";
inline constexpr std::string_view kKeysGuard = "keys";
bool is_guard(std::string_view path);
std::string guard_line(std::string_view guard, std::uint64_t hash, std::string_view notes);
/// False where there is no such guard. The hash of the lists is only asked for where there is.
bool guard_holds(const std::vector<source::Notes>& notes, std::string_view guard,
                 const std::function<std::uint64_t()>& hash);

/// Follows notes about one record.
class NoteFollower {
 public:
  /// Tables may grow by no more than so many bytes: a short line must not ask for gigabytes.
  NoteFollower(Members& members, std::size_t growth) : members_(members), growth_(growth) {}

  /// Does what a line says. False for a line that makes no sense.
  bool follow(Note note, Phase phase);
  /// The same for texts of any length; the note's path is theirs.
  bool follow_names(Note note, Phase phase, std::vector<Name>& names);
  /// Whether a part has come or gone, so that the members are to be listed anew.
  bool parts_changed() const { return parts_changed_; }
  void forget_members() {
    last_ = nullptr;
    parts_changed_ = false;
  }

 private:
  const Member* find(std::string_view path, Phase phase, bool array);
  bool set(const Member& member, Note note);
  bool set_rows(const Member& member, Note note);
  bool resize(const Member& member, Note note, std::size_t bytes);
  bool grow(std::size_t from, std::size_t to, std::size_t bytes);

  Members& members_;
  const Member* last_ = nullptr;
  bool parts_changed_ = false;
  std::size_t part_changes_ = 0;
  std::size_t growth_;
};

/// "at PATH ..." is about a place: gives the note without that word.
bool is_about_place(Note& note);

/// Bytes that append_bytes wrote; lines that go on where the last ended are one.
bool follow_bytes(Note note, std::vector<Unreferenced>& bytes);

}  // namespace mw::kotor::mdl
