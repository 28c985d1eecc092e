#include <fmt/format.h>
#include <meshwright/core/text.h>
#include <meshwright/formats/registry.h>
#include <meshwright/formats/rename.h>

namespace mw {

Result<Renamed> rename(const Document& document, const NewNames& names) {
  if (document.format().rename == nullptr)
    return fail({.message = fmt::format("is {}, in which no names can be changed",
                                        with_article(document.format().id))});
  return document.format().rename(document, names);
}

}  // namespace mw
