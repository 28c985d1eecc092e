#pragma once

#include <meshwright/core/detail/fixed_text.h>
#include <meshwright/core/error.h>
#include <meshwright/formats/document.h>
#include <meshwright/kotor/mdl_format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace mw::rows {

Result<Renamed> rename_mdl(const Document& document, const NewNames& names);
Result<Renamed> rename_mdl_text(const Document& document, const NewNames& names);
Result<Renamed> rename_bwm(const Document& document, const NewNames& names);

/// The mirror with the new names, laid out again if the length of one changed.
Result<kotor::mdl::File> renamed_model(kotor::mdl::File file, const NewNames& names,
                                       std::vector<Change>& changes);

/// One name that becomes another: replaces it, and records the places.
class Renaming {
 public:
  Renaming(std::string_view kind, std::string from, std::string to, std::vector<Change>& changes)
      : kind_(kind), from_(std::move(from)), to_(std::move(to)), changes_(changes) {}

  const std::string& to() const { return to_; }
  bool is_old(std::string_view name) const;
  bool found() const { return found_; }

  /// The error of the new name, whatever the file; `room` is the format's maximum length.
  Result<void> check(std::size_t room) const;
  /// The same of a texture, for formats whose images have no extension in their names.
  Result<void> check_stem(std::size_t room) const;
  /// Fails if a model would be its own supermodel; "NULL" means no supermodel.
  Result<void> check_supermodel(std::string_view supermodel) const;
  /// Fails if the old name was nowhere.
  Result<void> check_found() const;

  /// Whether the old name was there.
  bool put(std::string& text, const std::string& where);
  template <std::size_t N>
  Result<void> put(FixedText<N>& text, const std::string& where) {
    if (!is_old(text.view())) return {};
    if (to_.size() >= N) return too_long(where, N - 1);
    // Leftovers of the games' own compiler after the NUL stay.
    FixedText<N> made(to_);
    for (std::size_t at = std::max(text.view().size(), to_.size()) + 1; at < N; ++at)
      made.chars[at] = text.chars[at];
    text = made;
    note(where);
    return {};
  }
  void note(const std::string& where);

 private:
  tl::unexpected<Error> too_long(const std::string& where, std::size_t room) const;

  std::string_view kind_;  // "node"
  std::string from_;
  std::string to_;
  std::vector<Change>& changes_;
  bool found_ = false;
};

}  // namespace mw::rows
