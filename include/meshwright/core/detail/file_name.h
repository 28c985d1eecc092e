#pragma once

#include <string>
#include <string_view>

/// Parts of file names, as text alone: no file system is involved. Folders end at the last `/` or `\`, since
/// files name others in the style of the system that made them.
namespace mw {

/// "B.mdl" of "a/B.mdl"; empty if the path ends in a separator.
std::string_view file_name_of(std::string_view path);

/// In small letters and with its dot; empty without one, as in ".hidden", "." and "..". Text forms of the
/// games' files have two parts: "a/B.MDL.ASCII" gives ".mdl.ascii", and so do .wok, .pwk and .dwk.
std::string extension_of(std::string_view path);

/// The file's name without its extension_of(): "B" of "a/B.MDL.ASCII".
std::string_view stem_of(std::string_view path);

/// The same path with another extension (with its dot; empty to remove it): "a/B.MDL.ASCII" becomes
/// "a/B.mdx".
std::string replace_extension(std::string_view path, std::string_view extension);

}  // namespace mw
