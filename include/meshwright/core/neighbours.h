#pragma once

// Example:
//
//     #include <meshwright/core/neighbours.h>
//     #include <map>
//
//     /// Files that were dropped together, by their names.
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

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// The files beside a file: a format declares the kinds it can use, and `Neighbours` finds them.
/// FolderNeighbours searches folders; a page searches dropped files.
namespace mw {

/// What identifies a neighbour.
enum class Search : std::uint8_t {
  beside,          // the same name with the kind's first extension, unless the user names a file
  linked,          // the relative path by which a file names it
  file,            // the file that the user names; no search
  folder,          // a name, in the folder that the user names and all below it
  file_or_folder,  // the file that the user names, or a name in the folder that the user names
  near_given,      // a name, in the user's folder or in that of the user's file
  below,           // a relative path, below the folder that the user names
};

/// A kind of file that a format may request.
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
  std::string link = {};  // how the output may refer to it, relative to itself; empty if it cannot
  std::function<Result<Blob>()> load;  // the Neighbours that found it must still exist
};

/// Finds neighbours of one file. The same question always has the same answer. Used by one thread at a time,
/// like the documents that hold it.
class Neighbours {
 public:
  Neighbours() = default;
  virtual ~Neighbours() = default;
  Neighbours(const Neighbours&) = delete;
  Neighbours& operator=(const Neighbours&) = delete;

  /// Nothing if it is missing, or if the user did not ask for this kind. `name` is the one in the file; empty
  /// for kinds without one.
  virtual Result<std::optional<Neighbour>> find(const NeighbourKind& kind, const std::string& name) = 0;

  /// Where that kind is searched, for messages: "models"; empty if it is not searched at all.
  virtual std::string place(const NeighbourKind& kind) const = 0;

  /// Whether the user named that place; then a missing neighbour is an error. Otherwise any neighbour that
  /// lies beside the file is used.
  virtual bool is_asked_for(const NeighbourKind& kind) const { return !place(kind).empty(); }
};

/// The bytes of a neighbour that was found; an error names its kind and file.
Result<Blob> load(const NeighbourKind& kind, const Neighbour& neighbour);

/// An error inside a neighbour, as one of the file that uses it: it names the neighbour, whose offset or line
/// goes into the message.
Error error_in(const NeighbourKind& kind, std::string_view file, const Error& error);

/// A neighbour with its bytes.
struct LoadedNeighbour {
  std::string file;
  Blob blob;
};

/// Finds one and loads it; nothing if it is missing. `neighbours` may be null.
Result<std::optional<LoadedNeighbour>> find_and_load(Neighbours* neighbours, const NeighbourKind& kind,
                                                     const std::string& name = {});
/// The same, bytes only.
Result<std::optional<Blob>> load_neighbour(Neighbours* neighbours, const NeighbourKind& kind,
                                           const std::string& name = {});

}  // namespace mw
