#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <algorithm>
#include <chrono>

#include "write_output.h"

namespace mw::cli {
namespace {

constexpr std::string_view kJson = "json";

/// What came out of a conversion.
struct Converted {
  Bytes bytes;
  std::string_view format;  // id
  Totals totals;
};

/// The id of the output's format: what --to says, else what the extension says. `native` is the format that
/// the input holds, whose own extensions are understood too.
Result<std::string_view> target_of(const Arguments& arguments, const Format& native) {
  if (!arguments.to.empty()) {
    if (arguments.to == kJson || arguments.to == native.id) return std::string_view(arguments.to);
    return fail(
        {.message = fmt::format("--to {}: a {} can become json or {}", arguments.to, native.id, native.id)});
  }
  const std::string extension = extension_of(arguments.output);
  if (extension == ".json") return kJson;
  if (std::ranges::find(native.extensions, extension) != native.extensions.end()) return native.id;
  return fail({.message = fmt::format(
                   "cannot tell from its name what it should become; --to json or --to {} does", native.id)});
}

/// A .wok that is only called .pwk does not become one.
Result<void> check_variant(const Arguments& arguments, const Format& format, ByteSpan bytes) {
  const std::string extension = extension_of(arguments.output);
  if (std::ranges::find(format.extensions, extension) == format.extensions.end()) return {};
  const auto info = format.info({bytes, arguments.output});
  if (!info) return fail(info.error());
  if ("." + info->variant == extension) return {};
  return fail({.message = fmt::format("the input is a {}, which a new name does not change", info->variant)});
}

Result<Converted> finish(const Arguments& arguments, const Format& format, Bytes native,
                         std::string_view target) {
  const auto totals = format.totals({native});
  if (!totals) return fail(totals.error());
  if (target != kJson) {
    if (auto fits = check_variant(arguments, format, native); !fits) return fail(fits.error());
    return Converted{std::move(native), target, *totals};
  }
  const auto json = format.to_json({native});
  if (!json) return fail(json.error());
  const ByteSpan text = bytes_of(*json);
  return Converted{Bytes(text.begin(), text.end()), target, *totals};
}

Result<Converted> convert_json(const Arguments& arguments, ByteSpan bytes) {
  const auto json = parse_json(text_of(bytes));
  if (!json) return fail(json.error());
  const auto format = format_of_json(*json);
  if (!format) return fail(format.error());
  const auto target = target_of(arguments, **format);
  if (!target) return fail(target.error());
  auto native = (*format)->from_json(*json);
  if (!native) return fail(native.error());
  return finish(arguments, **format, *std::move(native), *target);
}

Result<Converted> convert_native(const Arguments& arguments, ByteSpan bytes) {
  const auto format = recognise(bytes);
  if (!format) return fail(format.error());
  const auto target = target_of(arguments, **format);
  if (!target) return fail(target.error());
  auto native = (*format)->rewrite({bytes});
  if (!native) return fail(native.error());
  return finish(arguments, **format, *std::move(native), *target);
}

std::string summary(const Arguments& arguments, const Converted& converted, double seconds) {
  if (!arguments.json) {
    return fmt::format("{} -> {}: {}, {} vertices, {} triangles", display_name(arguments.name),
                       arguments.output == "-" ? "(stdout)" : display_name(arguments.output),
                       converted.format, converted.totals.vertices, converted.totals.triangles);
  }
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("input", arguments.name);
  json.member("output", arguments.output);
  json.member("format", converted.format);
  json.member("meshes", converted.totals.meshes);
  json.member("vertices", converted.totals.vertices);
  json.member("triangles", converted.totals.triangles);
  json.member("seconds", seconds);
  json.key("losses");  // JSON and the file's own format lose nothing
  json.begin_array();
  json.end_array();
  json.end_object();
  return json.take();
}

}  // namespace

Answer run_convert(const Arguments& arguments, Session& session) {
  const auto start = std::chrono::steady_clock::now();
  const auto input = open_bytes(session, arguments.name);
  if (!input) return Answer::failed;
  const ByteSpan bytes = input->bytes();
  const auto converted =
      looks_like_json(bytes) ? convert_json(arguments, bytes) : convert_native(arguments, bytes);
  if (!still_whole(session, arguments.name, *input)) return Answer::failed;
  if (!converted) {
    session.complain(arguments.name, converted.error());
    return Answer::failed;
  }
  const std::optional<FileIdentity> identity = input->identity();
  const auto inputs = identity ? std::span(&*identity, 1) : std::span<const FileIdentity>();
  if (!write_output(arguments, converted->bytes, inputs, session)) return Answer::failed;
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  print_summary(arguments, summary(arguments, *converted, seconds.count()), session);
  return Answer::yes;
}

}  // namespace mw::cli
