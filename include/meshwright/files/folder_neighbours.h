#pragma once

// Example:
//
//     #include <meshwright/files/folder_neighbours.h>
//
//     /// The MDX that lies beside a model.
//     mw::Result<std::optional<mw::Blob>> mdx_of(const std::string& path) {
//       static constexpr std::string_view kMdx[] = {".mdx"};
//       static constexpr mw::NeighbourKind kKind{
//           .name = "mdx", .operand = {}, .help = {}, .search = mw::Search::beside, .extensions = kMdx};
//       mw::FolderNeighbours neighbours({.file = path});
//       return mw::load_neighbour(&neighbours, kKind);
//     }

#include <meshwright/core/neighbours.h>
#include <meshwright/files/detail/folder_index.h>
#include <meshwright/files/input.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mw {

/// The file of that name in a folder, in upper or lower case; empty without one. Of several, the one with
/// exactly that name, else the first in the order of their bytes.
std::string find_in_any_case(FolderIndex& index, const std::string& folder, const std::string& name);

/// Finds the neighbours of a file in its folder and in the user's, and records every file that it opens.
/// Names match in upper or lower case, as in the games.
///
/// Names inside a file are untrusted. A file of that name is read only if it is a regular file that lies,
/// links resolved, in the folder of the first file, in a folder that the user names, or below these.
class FolderNeighbours : public Neighbours {
 public:
  struct Options {
    std::string file;                                             // "-" has nothing beside it
    std::vector<std::pair<std::string, std::string>> named = {};  // kind and path, if the user names one
    std::string output = {};                                      // that links are relative to
    bool allow_outside = false;                                   // regular files of all folders
    std::shared_ptr<FolderIndex> index = {};  // to share with others; null: one of its own
    std::string outside_advice = {};          // how to allow files outside, for the message
    std::function<void(const std::string& path, ByteSpan bytes)> opened = {};  // hears of every file
  };

  explicit FolderNeighbours(Options options);

  Result<std::optional<Neighbour>> find(const NeighbourKind& kind, const std::string& name) override;
  std::string place(const NeighbourKind& kind) const override;

  /// Opens a file and keeps account of it.
  Result<Blob> open(const std::string& path);

  /// All opened files: no output may replace them.
  std::vector<FileIdentity> identities() const;
  /// A file that another program truncated after it was opened; its results are then invalid.
  std::optional<std::string> shrunk() const;

 private:
  /// What is known of a file that was opened.
  struct Account {
    std::string path;
    std::optional<FileIdentity> identity;
    const InputFile* file = nullptr;  // while it is open
    bool shrank = false;              // while it was open
  };
  struct Held;
  struct Found {
    std::string path = {};  // empty: nothing
    bool named_by_user = false;
  };

  std::string named(const NeighbourKind& kind) const;
  Result<Found> search(const NeighbourKind& kind, const std::string& name);
  std::vector<std::string> folders_for(const NeighbourKind& kind) const;
  Result<Blob> open_named(const std::string& path, std::vector<std::string> folders);
  Blob hold(const std::string& path, InputFile file);
  Result<std::string> beside(const NeighbourKind& kind) const;
  std::string in_tree(const NeighbourKind& kind, const std::string& folder, const std::string& name);
  std::string in_folder_or_below(const NeighbourKind& kind, const std::string& path, const std::string& name);
  std::string link_to(const std::string& path) const;

  Options options_;
  std::vector<std::shared_ptr<Account>> opened_;
};

}  // namespace mw
