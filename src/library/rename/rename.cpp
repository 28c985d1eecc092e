#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/document.h>
#include <meshwright/formats/registry.h>

namespace mw {

Result<Renamed> rename(const Document& document, const NewNames& names) {
  const Format& format = document.format();
  if (format.rename != nullptr) return format.rename(document, names);
  const std::string_view why = names.textures.empty() ? format.why_names_stay : format.why_textures_stay;
  return fail({.message = fmt::format("is {}, {}", with_article(format.id),
                                      why.empty() ? "in which no names can be changed" : why),
               .code = ErrorCode::unsupported});
}

}  // namespace mw
