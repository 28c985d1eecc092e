#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/files/output.h>
#include <set>

#include "view_open.h"
#include "viewer_page.h"

namespace mw::serve {
namespace {

/// All opened files with their neighbours, each once.
Result<std::vector<PageFile>> everything(ViewFiles& files) {
  std::vector<PageFile> all;
  std::set<std::string> taken;
  for (const std::string& name : std::vector<std::string>(files.names())) {
    const auto names = files.needed_for(name);
    if (!names) return fail(names.error());
    for (const std::string& each : *names) {
      if (!taken.insert(each).second) continue;
      auto bytes = files.read(each);
      if (!bytes) return fail({.message = fmt::format("{} {}", each, to_string(bytes.error()))});
      all.push_back({each, *std::move(bytes)});
    }
  }
  return all;
}

Result<void> write_page(const Arguments& arguments, const std::string& page,
                        const std::vector<PageFile>& inside) {
  const std::string text = with_data(page, "inside", files_as_json(inside));
  auto output = OutputFile::open(arguments.html, {.force = arguments.force, .advice = "--force replaces it"});
  if (!output) return fail(output.error());
  output->append(bytes_of(text));
  return output->commit();
}

}  // namespace

ExitCode write_html(const Arguments& arguments, Session& session) {
  const auto viewed = open_for_view(arguments, session);
  if (!viewed) return ExitCode::failed;
  const auto inside = everything(viewed->files);
  if (!inside) {
    session.report_error("", inside.error());
    return ExitCode::failed;
  }
  const auto done = write_page(arguments, viewed->page, *inside);
  if (done) return ExitCode::yes;
  session.report_output_error(arguments.html, done.error());
  return ExitCode::failed;
}

}  // namespace mw::serve
