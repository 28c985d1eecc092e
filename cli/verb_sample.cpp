#include <fmt/format.h>
#include <meshwright/core/file_name.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/formats/convert.h>
#include <algorithm>

#include "opened.h"
#include "write_output.h"

namespace mw::cli {
namespace {

std::string summary(const Arguments& arguments, std::size_t size) {
  if (!arguments.json)
    return fmt::format("{}: a {} of {} bytes",
                       arguments.output == "-" ? "(stdout)" : display_name(arguments.output),
                       arguments.format, size);
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("output", arguments.output);
  json.member("format", arguments.format);
  json.member("bytes", std::uint64_t(size));
  json.end_object();
  return json.take();
}

}  // namespace

Answer run_sample(const Arguments& arguments, Session& session) {
  const Format& format = *find_format(arguments.format);
  const auto refuse = [&](std::string message) {
    session.complain(arguments.output, {.message = std::move(message)});
    return Answer::failed;
  };
  if (const auto misuse = find_misuse(arguments.options, format, Use::sample))
    return refuse(fmt::format("--{} {}", misuse->option, misuse->why));
  const std::string extension = arguments.output == "-" ? "" : extension_of(arguments.output);
  if (!extension.empty() && std::ranges::find(format.extensions, extension) == format.extensions.end())
    return refuse(fmt::format("a {} ends in {}", format.id, fmt::join(format.extensions, ", ")));
  const auto sample =
      format.sample(arguments.output, arguments.options).and_then([&](const Document& document) {
        return write(document, {.name = arguments.output, .options = arguments.options});
      });
  if (!succeeded(session, arguments.output, sample)) return Answer::failed;
  PendingOutput output(arguments, [] { return std::vector<FileIdentity>(); }, session);
  output.append(sample->bytes);
  if (!output.commit(*sample)) return Answer::failed;
  print_summary(arguments, summary(arguments, sample->bytes.size()), session);
  return Answer::yes;
}

}  // namespace mw::cli
