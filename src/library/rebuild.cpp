#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/document.h>
#include <meshwright/formats/registry.h>

namespace mw {

Result<Rebuilt> rebuild(const Document& document, const OptionValues& options) {
  if (document.format().rebuild == nullptr)
    return fail({.message = fmt::format("is {}, which has no tables to build anew",
                                        with_article(document.format().id))});
  return document.format().rebuild(document, options);
}

}  // namespace mw
