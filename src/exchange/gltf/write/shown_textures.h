#pragma once

#include <meshwright/core/json_value.h>

#include <set>
#include <string>
#include <string_view>

namespace mw::exchange {

/// Names of textures that materials list in a property, as this project writes them. Editors keep the list
/// without using it: an image whose name is in none was added by the user.
class ListedTextures {
 public:
  explicit ListedTextures(const JsonArray& materials);

  /// In any case, with or without folders, an extension and the number of a copy.
  bool has(std::string_view image) const;

 private:
  std::set<std::string> names_;
};

}  // namespace mw::exchange
