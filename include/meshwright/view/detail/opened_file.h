#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <meshwright/core/json_value.h>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

/// The viewer's questions about a file: questions with names, answered in JSON. A page contains no format
/// code; the answers carry every difference between formats.
namespace mw::view {

/// Files that the user dropped, at once or one after the other. Each is a neighbour of the others.
class DroppedFiles {
 public:
  using Load = std::function<Result<Blob>()>;

  class File {
   public:
    File(std::string name, Load load, std::uint32_t number)
        : path(std::move(name)), drop(number), load_(std::move(load)) {}
    /// Loads them on first use, and keeps them.
    Result<Blob> blob() const;

    std::string path;
    std::uint32_t drop;  // those of one number came together

   private:
    mutable Load load_;
    mutable std::optional<Blob> loaded_;
  };

  /// Replaces one of the same path. If several match, the first added counts.
  void add(std::string path, Load load, std::uint32_t drop = 0);
  void add(std::string path, Blob blob);
  const File* find(std::string_view path) const;
  const std::vector<File>& all() const { return files_; }
  /// Those of that name in any case ("Model.mdx"), or of that name without the extension ("model").
  std::vector<const File*> called(std::string_view name) const;
  std::vector<const File*> with_stem(std::string_view stem) const;

 private:
  using Places = std::unordered_map<std::string, std::vector<std::size_t>>;
  std::vector<const File*> at(const Places& places, std::string_view key) const;

  std::vector<File> files_;
  std::unordered_map<std::string, std::size_t> by_path_;
  Places by_name_;  // in lower case
  Places by_stem_;
};

/// An answer; bytes are empty if it has none.
struct Reply {
  std::string json;
  Bytes bytes = {};
  Bytes companion = {};
};

/// One of the dropped files, opened as far as possible: an unreadable file still answers questions about its
/// bytes and the fields before the failure. Belongs to one thread.
class OpenedFile {
 public:
  OpenedFile(std::shared_ptr<const DroppedFiles> files, const std::string& path);
  ~OpenedFile();
  OpenedFile(const OpenedFile&) = delete;
  OpenedFile& operator=(const OpenedFile&) = delete;

  /// Fails on an unknown question, and if the file cannot answer it.
  Result<Reply> ask(std::string_view question, const JsonValue& words);

  struct State;

 private:
  friend class Comparison;
  std::unique_ptr<State> state_;
};

/// All in which two opened files differ, found once and leafed through; `words` may have a "tolerance". Both
/// files have to live as long. Where they cannot be compared every question says why.
class Comparison {
 public:
  Comparison(const OpenedFile& a, const OpenedFile& b, const JsonValue& words);
  ~Comparison();
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;

  /// "differences", "parts" or "marks".
  Result<Reply> ask(std::string_view question, const JsonValue& words);

  struct State;

 private:
  Error error_;
  std::unique_ptr<State> state_;
};

/// {"offset": 132, "line": null, "column": null, "field": "faces[0].vertex", "message": "…", "text": "…"}
std::string error_as_json(const Error& error);

/// {"format": "kotor-layout", "lists_rooms": true}, from the first bytes; fails for an unknown file.
Result<Reply> recognised(ByteSpan bytes, std::string_view name = {});

/// {"archive": "is a module …: unpack it …"}, of files that contain others; fails for other files. A name
/// alone may identify one.
Result<Reply> recognised_archive(ByteSpan head, std::string_view path);

/// The built-in samples: [{"format": "kotor-walkmesh", "name": "…", "file": "sample.wok"}, …]
std::string samples_as_json();
/// Adds a sample, and its neighbours, to the files: a model's companion, the rooms of a layout.
Result<void> add_sample(DroppedFiles& files, std::string_view format, const std::string& file);

}  // namespace mw::view
