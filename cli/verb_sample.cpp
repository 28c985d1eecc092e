#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <algorithm>

#include "write_output.h"

namespace mw::cli {
namespace {

std::string summary(const Arguments& arguments, std::size_t size) {
  if (!arguments.json)
    return fmt::format("{}: a {} of {} bytes", display_name(arguments.output), arguments.name, size);
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("output", arguments.output);
  json.member("format", arguments.name);
  json.member("bytes", std::uint64_t(size));
  json.end_object();
  return json.take();
}

}  // namespace

Answer run_sample(const Arguments& arguments, Session& session) {
  const Format& format = *find_format(arguments.name);
  const std::string extension = arguments.output == "-" ? "" : extension_of(arguments.output);
  if (!extension.empty() && std::ranges::find(format.extensions, extension) == format.extensions.end()) {
    std::string known;
    for (const std::string_view each : format.extensions)
      known += (known.empty() ? "" : ", ") + std::string(each);
    session.complain(arguments.output, {.message = fmt::format("a {} ends in {}", format.id, known)});
    return Answer::failed;
  }
  const auto output = format.sample({extension, arguments.game, arguments.platform});
  if (!output) {
    session.complain(arguments.output, output.error());
    return Answer::failed;
  }
  if (!write_output(arguments, *output, format.companion, {}, session)) return Answer::failed;
  print_summary(arguments, summary(arguments, output->bytes.size()), session);
  return Answer::yes;
}

}  // namespace mw::cli
