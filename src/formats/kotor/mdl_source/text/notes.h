#pragma once

#include <meshwright/kotor/mdl_source.h>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "mdl_source/compile/members.h"

/// Lines "#mw ..." of a text: what a description has no word for (docs/formats/kotor-mdl-ascii.md has the
/// grammar). Nobody else looks at how they are spelled.
namespace mw::kotor::mdl::ascii {

inline constexpr std::string_view kNote = "#mw";

void append_notes(std::string& out, std::size_t indent, const source::Residual& residual);
void append_notes(std::string& out, std::size_t indent, const source::ModelResidual& residual);
/// About so many bytes of text.
std::size_t size_as_text(const source::Residual& residual);

/// Reads lines one after another, for that which they stand in.
class NoteReader {
 public:
  void send_to(source::Model& model);
  void send_to(source::Animation& animation);
  void send_to(source::Node& node);

  /// What is behind "#mw", without blanks around it.
  void read(std::string_view text, std::uint64_t line);

 private:
  struct Line;
  /// Of a node, as its notes come.
  struct Guard {
    Boxed<source::GuardedNotes>* notes = nullptr;
    std::uint64_t wanted = 0;
    std::uint64_t found = 0;
    void count(std::uint64_t notes_found);
  };

  void begin(const Members& members, std::vector<source::Note>& notes, std::optional<std::size_t>& size);
  bool read_about_model(Line& line);
  bool read_direction(Line& line);
  bool read_guard(Line& line);
  void add_as_it_is(const Line& line, source::Note::Kind kind);
  source::Note parsed(Line line);
  bool parse(Line& line, source::Note& note);
  const Member* find(std::string_view path, bool place, bool reserved);

  source::ModelResidual* model_ = nullptr;  // of a model
  source::Residual* node_ = nullptr;        // of a node
  const Members* members_ = nullptr;        // that such a record may have
  std::vector<source::Note>* notes_ = nullptr;
  std::optional<std::size_t>* size_ = nullptr;
  std::array<Guard, 2> guards_;
  Guard* guard_ = nullptr;  // the last one
  bool at_begin_ = true;    // no note but directions came yet
  // What was found last.
  std::string_view path_;
  bool place_ = false;
  bool reserved_ = false;
  const Member* member_ = nullptr;
};

}  // namespace mw::kotor::mdl::ascii
