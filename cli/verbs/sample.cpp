#include <fmt/format.h>
#include <meshwright/core/detail/answer.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/convert.h>
#include <algorithm>

#include "cli/opened.h"
#include "cli/output/write_output.h"

namespace mw::cli {
namespace {

std::string summary(const Arguments& arguments, std::size_t size) {
  if (!arguments.json)
    return fmt::format("{}: {} of {} bytes", display_output(arguments.output), with_article(arguments.format),
                       size);
  return json_line("output", arguments.output, "format", arguments.format, "bytes", size);
}

/// The requested file, or an error.
Result<Output> sample_of(const Arguments& arguments) {
  const Format& format = *find_format(arguments.format);
  if (const auto misuse = find_misuse(arguments.options, format, Use::sample))
    return fail({.message = fmt::format("--{} {}", misuse->option, misuse->why), .code = ErrorCode::option});
  const std::string extension = arguments.output == "-" ? "" : extension_of(arguments.output);
  if (!extension.empty() && find_by_name(arguments.output) != &format &&
      std::ranges::find(format.extensions, extension) == format.extensions.end())
    return fail(
        {.message = fmt::format("{} ends in {}", with_article(format.id), fmt::join(format.extensions, ", ")),
         .code = ErrorCode::option});
  return format.sample(arguments.output, arguments.options).and_then([&](const Document& document) {
    return write(document, {.name = arguments.output, .options = arguments.options});
  });
}

}  // namespace

ExitCode run_sample(const Arguments& arguments, Session& session) {
  PendingOutput output(arguments, [] { return std::vector<FileIdentity>(); }, session);
  const auto sample = sample_of(arguments);
  if (!sample) {
    session.report_output_error(arguments.output, sample.error());
    return ExitCode::failed;
  }
  output.append(sample->bytes);
  if (!output.commit(*sample)) return ExitCode::failed;
  print_summary(arguments, summary(arguments, sample->bytes.size()), session);
  return ExitCode::yes;
}

}  // namespace mw::cli
