#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What can be done with a file of any format, in functions of bytes and names.
namespace mw::any_file {

/// A file, and the one that belongs to it where there is one.
struct File {
  std::string name;  // its extension decides where the bytes do not
  Bytes bytes;
  std::optional<Bytes> companion = {};
  bool operator==(const File&) const = default;
};

/// A built-in sample: the format's id and an extension that it may have.
struct Sample {
  std::string_view format;
  std::string_view extension;
};
std::vector<Sample> samples();
Result<File> make(std::string_view format, std::string name);

/// One line per finding: its code.
Result<std::string> validate(const File& file);

/// To what the extension of `name` says. One option per line: "compress", "lod=1".
Result<File> convert(const File& file, std::string name, std::string_view options = {});

}  // namespace mw::any_file
