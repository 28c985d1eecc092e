#include "renaming.h"

#include <fmt/format.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/image_names.h>
#include <meshwright/core/detail/text.h>

#include <algorithm>

namespace mw::rows {

bool Renaming::is_old(std::string_view name) const {
  return !from_.empty() && lower_case(name) == lower_case(from_);
}

Result<void> Renaming::check(std::size_t room) const {
  const auto is_odd = [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7f'; };
  if (from_.empty() || to_.empty()) return fail({.message = fmt::format("a {} needs a name", kind_)});
  if (std::ranges::any_of(to_, is_odd))
    return fail({.message = fmt::format("\"{}\": a name has no blanks", escape_text(to_))});
  if (to_.size() > room) return too_long(std::string(kind_) + " names", room);
  return {};
}

namespace {

/// "foo.tga"; a name may have a dot for other reasons.
bool names_an_image(std::string_view name) {
  return mw::is_one_of(kImages, extension_of(name));
}

}  // namespace

Result<void> Renaming::check_stem(std::size_t room) const {
  for (const std::string* name : {&from_, &to_})
    if (names_an_image(*name))
      return fail({.message = fmt::format("\"{}\": a model names its textures without an extension, as {}",
                                          escape_text(*name), escape_text(stem_of(*name)))});
  return check(room);
}

Result<void> Renaming::check_supermodel(std::string_view supermodel) const {
  const bool is_none = lower_case(supermodel) == "null";
  if (is_none || is_old(to_) || lower_case(supermodel) != lower_case(to_)) return {};
  return fail(
      {.message = fmt::format("\"{}\" is its supermodel: a model cannot be its own", escape_text(to_))});
}

Result<void> Renaming::check_found() const {
  if (found_) return {};
  return fail({.message = fmt::format("no {} is called \"{}\"", kind_, escape_text(from_))});
}

bool Renaming::put(std::string& text, const std::string& where) {
  if (!is_old(text)) return false;
  text = to_;
  note(where);
  return true;
}

void Renaming::note(const std::string& where) {
  found_ = true;
  changes_.push_back({"renamed", where, fmt::format("{} is now {}", escape_text(from_), escape_text(to_))});
}

tl::unexpected<Error> Renaming::too_long(const std::string& where, std::size_t room) const {
  return fail({.message = fmt::format("\"{}\" has {} characters, and {} take {}", escape_text(to_),
                                      to_.size(), where, room)});
}

}  // namespace mw::rows
