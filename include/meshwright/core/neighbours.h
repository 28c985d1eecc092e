#pragma once

// Example:
//
//     #include <meshwright/core/neighbours.h>
//     #include <map>
//
//     /// Files that somebody dropped together, by their names.
//     class Dropped : public mw::Neighbours {
//      public:
//       std::map<std::string, mw::Blob> files;
//
//       mw::Result<std::optional<mw::Neighbour>> find(const mw::NeighbourKind& kind,
//                                                     const std::string& name) override {
//         const bool beside = kind.search == mw::Search::beside;
//         return named(beside ? "model" + std::string(kind.extensions.front()) : name);
//       }
//       std::string place(const mw::NeighbourKind&) const override { return "the dropped files"; }
//
//      private:
//       std::optional<mw::Neighbour> named(const std::string& name) const {
//         const auto found = files.find(name);
//         if (found == files.end()) return std::nullopt;
//         return mw::Neighbour{.file = name, .load = [blob = found->second] { return blob; }};
//       }
//     };

#include <meshwright/core/blob.h>
#include <meshwright/core/error.h>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// The files beside a file: how a format says which others it can use, and how they are found for it
/// (`Neighbours`). Folders have their own way (FolderNeighbours); a page finds dropped files in its own.
namespace mw {

/// By what a neighbour is found.
enum class Search : std::uint8_t {
  beside,          // the same name with the kind's first extension, unless the user names a file
  linked,          // the relative path by which a file names it
  file,            // the file that the user names; nothing is looked for
  folder,          // a name, in the folder that the user names and all below it
  file_or_folder,  // the file that the user names, or a name in the folder that the user names
  near_given,      // a name, in the user's folder or in that of the user's file
  below,           // a relative path, below the folder that the user names
};

/// A kind of file that a format may ask for.
struct NeighbourKind {
  std::string_view name;     // "supermodel": in messages, and as the option that names one
  std::string_view operand;  // "FILE_OR_DIR", for a help text; empty when the user has no say
  std::string_view help;
  Search search = Search::file;
  std::span<const std::string_view> extensions = {};  // that a name may lack, the best first
};

/// A file that was found.
struct Neighbour {
  std::string file;       // its name, for messages
  std::string link = {};  // how the output may refer to it, relative to itself; empty when it cannot
  std::function<Result<Blob>()> load;  // the Neighbours that found it must still be there
};

/// Finds neighbours of one file. The same question has the same answer every time. Used by one thread at a
/// time, as the documents that hold it are.
class Neighbours {
 public:
  Neighbours() = default;
  virtual ~Neighbours() = default;
  Neighbours(const Neighbours&) = delete;
  Neighbours& operator=(const Neighbours&) = delete;

  /// Nothing when there is none, or when the user did not ask for this kind. `name` is the one that the file
  /// uses; empty where the kind is found without one.
  virtual Result<std::optional<Neighbour>> find(const NeighbourKind& kind, const std::string& name) = 0;

  /// Where that kind is looked for, for messages: "models"; empty when it is not looked for at all.
  virtual std::string place(const NeighbourKind& kind) const = 0;

  /// Whether the user named that place, so that it is an error when what a file needs is not there. Otherwise
  /// whatever happens to lie beside a file is taken.
  virtual bool is_asked_for(const NeighbourKind& kind) const { return !place(kind).empty(); }
};

/// The bytes of a neighbour that was found; an error names its kind and file.
Result<Blob> load(const NeighbourKind& kind, const Neighbour& neighbour);

/// An error in what a neighbour holds, as one of the file that it was opened for: it names the neighbour,
/// whose offset or line goes into the message.
Error error_in(const NeighbourKind& kind, std::string_view file, const Error& error);

/// A neighbour with its bytes.
struct LoadedNeighbour {
  std::string file;
  Blob blob;
};

/// Finds one and loads it; nothing when there is none. `neighbours` may be null.
Result<std::optional<LoadedNeighbour>> find_and_load(Neighbours* neighbours, const NeighbourKind& kind,
                                                     const std::string& name = {});
/// The same for those who need no more than the bytes.
Result<std::optional<Blob>> load_neighbour(Neighbours* neighbours, const NeighbourKind& kind,
                                           const std::string& name = {});

}  // namespace mw
