#include <fmt/format.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/neighbours.h>
#include <meshwright/formats/convert.h>
#include <meshwright/formats/document.h>
#include <meshwright/formats/registry.h>

#include "rows.h"

namespace mw {
namespace {

tl::unexpected<Error> cannot_be(const Document& document, std::string_view participle) {
  return fail(
      {.message = fmt::format("is {}, which cannot be {}", with_article(document.format().id), participle),
       .code = ErrorCode::unsupported});
}

/// The second file of a pair is opened with its first; the error names the first if it lies beside it.
std::optional<Error> as_companion(const Source& source) {
  const std::string ending = lower_case(file_name_of(source.name));
  for (const Format* format : formats()) {
    if (format->companion.empty() || !ending.ends_with(format->companion)) continue;
    const std::string first = replace_extension(file_name_of(source.name), format->extensions.front());
    const NeighbourKind kind{.name = "model",
                             .operand = {},
                             .help = {},
                             .search = Search::beside,
                             .extensions = format->extensions};
    Result<std::optional<Neighbour>> found;
    if (source.neighbours != nullptr) found = source.neighbours->find(kind, {});
    const bool beside = found && *found;
    return Error{.message = fmt::format("is the second file of {}: open {}, which reads both{}",
                                        with_article(format->id),
                                        escape_text(beside ? file_name_of((*found)->file) : first),
                                        beside ? "" : "; it is not beside this one"),
                 .code = ErrorCode::not_this_format};
  }
  return std::nullopt;
}

/// Of bytes that are not text: the error of the format of the file's name.
Error with_reason(const Source& source, Error error) {
  if (!is_binary(source.blob.bytes())) return error;
  const Format* format = find_by_name(source.name);
  if (format == nullptr) return error;
  const auto tried = format->read(source, {});
  error.message += tried ? fmt::format("; as {} it can be read", with_article(format->id))
                         : fmt::format("; as {}: {}", with_article(format->id), to_string(tried.error()));
  if (tried) error.advice = fmt::format(" (--from {})", format->id);
  return error;
}

Result<const Format*> format_of(const Source& source) {
  if (source.format != nullptr) return source.format;
  return recognise(source.blob.bytes(), source.name);
}

}  // namespace

Result<Document> open(Source source) {
  const auto format = format_of(source);
  if (!format) {
    const auto companion = as_companion(source);
    return fail(companion ? *companion : with_reason(source, format.error()));
  }
  return (*format)->read(source, {});
}

Result<void> trace_bytes(const Source& source, const FileTraces& traces) {
  const auto format = format_of(source);
  if (!format) return fail(format.error());
  return (*format)->read(source, traces).map([](const Document&) {});
}

Result<Info> info(const Document& document) {
  return document.format().info(document);
}

Result<void> validate(const Document& document, Findings& findings) {
  if (document.format().validate == nullptr) return cannot_be(document, "validated");
  return document.format().validate(document, findings);
}

Result<void> trace(const Document& document, const FileTraces& traces) {
  if (document.format().trace == nullptr) return cannot_be(document, "dumped");
  return document.format().trace(document, traces);
}

Result<Output> write(const Document& document) {
  if (document.format().write == nullptr || !document.format().keeps_bytes)
    return cannot_be(document, "written again byte for byte");
  const OptionValues none;
  return write(document, {.options = none});
}

/// An offset in such an error means that parts do not fit where an edited JSON says they were.
Result<Output> write(const Document& document, const WriteRequest& request) {
  const Format& format = document.format();
  return format.write(document, request).map_error([&](Error error) {
    const bool edited = &document.stored_as() != &format && error.offset;
    if (edited && !format.json_hint.empty()) error.message += fmt::format(" ({})", format.json_hint);
    return error;
  });
}

Result<void> to_json(const Document& document, JsonWriter& json) {
  if (document.format().to_json == nullptr) return cannot_be(document, "written as JSON");
  document.format().to_json(document, json);
  return {};
}

Result<scene::Scene> to_scene(const Document& document, const OptionValues& options) {
  if (document.format().to_scene == nullptr) return cannot_be(document, "brought into the common scene");
  if (const auto misuse = find_misuse(options, document, Use::to_scene)) return fail(error_of(*misuse));
  return document.format().to_scene(document, {options});
}

Result<Document> changed(const Document& document, const OptionValues& options) {
  if (const auto misuse = find_misuse(options, document, kAnyUse)) return fail(error_of(*misuse));
  if (document.format().changed == nullptr) return document;
  return document.format().changed(document, options);
}

}  // namespace mw
