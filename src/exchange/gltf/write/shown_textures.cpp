#include "shown_textures.h"

#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>

#include "gltf/names.h"

namespace mw::exchange {

ListedTextures::ListedTextures(const JsonArray& materials) {
  for (const JsonValue& material : materials) {
    const JsonValue* extras = material.find("extras");
    const JsonValue* textures = extras != nullptr ? extras->find("textures") : nullptr;
    const auto* list = textures != nullptr ? textures->get_if<JsonArray>() : nullptr;
    for (const JsonValue& texture : list != nullptr ? *list : JsonArray()) {
      const JsonValue* name = texture.find("name");
      const auto* text = name != nullptr ? name->get_if<std::string>() : nullptr;
      if (text == nullptr) continue;
      names_.insert(lower_case(file_name_of(*text)));
      names_.insert(lower_case(stem_of(*text)));
    }
  }
}

bool ListedTextures::has(std::string_view image) const {
  for (const std::string_view form : {file_name_of(image), stem_of(image)}) {
    std::string name = lower_case(form);
    while (true) {
      const auto found = names_.lower_bound(name);  // itself, or the one that it was cut from
      if (found != names_.end() && is_numbered(name, *found)) return true;
      const std::size_t dot = name.rfind('.');
      if (dot == name.npos || name.find_first_not_of("0123456789", dot + 1) != name.npos) break;
      name.resize(dot);
    }
  }
  return false;
}

}  // namespace mw::exchange
