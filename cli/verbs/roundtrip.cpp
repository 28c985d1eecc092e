#include <fmt/format.h>
#include <meshwright/formats/convert.h>
#include <algorithm>
#include <optional>

#include "cli/opened.h"
#include "cli/output/print_json.h"

namespace mw::cli {
namespace {

std::optional<std::uint64_t> first_difference(ByteSpan a, ByteSpan b) {
  const auto [in_a, in_b] = std::ranges::mismatch(a, b);
  if (in_a == a.end() && in_b == b.end()) return std::nullopt;
  return std::uint64_t(in_a - a.begin());
}

/// The result of one file, and of its companion if it has one.
struct Comparison {
  std::string path = {};
  std::uint64_t size = 0;
  std::optional<std::uint64_t> difference = {};
};

void print_text(Session& session, const Comparison& result) {
  const std::string text = result.difference ? "differs from " + offset_text(*result.difference) + " on"
                                             : fmt::format("identical ({} bytes)", result.size);
  session.print(fmt::format("{}: {}\n", display_name(result.path), text));
}

void print_result(Session& session, const Comparison& result, const std::optional<Comparison>& companion) {
  if (!session.json()) {
    print_text(session, result);
    if (companion) print_text(session, *companion);
    return;
  }
  const Comparison beside = companion.value_or(Comparison());
  session.print_json("file", result.path, "identical", !result.difference && !beside.difference,
                     "first_difference", result.difference, "companion",
                     present(companion.has_value(), beside.path), "companion_first_difference",
                     present(companion.has_value(), beside.difference));
}

/// What is compared with the file: JSON again for JSON, the bytes of the format otherwise.
Result<Output> written_again(const Document& document) {
  if (&document.stored_as() == &document.format()) return write(document);
  auto text = convert(document, {.format = &document.stored_as()});
  if (!text) return fail(text.error());
  return std::move(text->output);
}

ExitCode roundtrip_one(const Opened& input, const Arguments& arguments, Session& session) {
  const auto written = changed(input.document, arguments.options).and_then(written_again);
  if (!ok_or_report(session, input.path(), written)) return ExitCode::failed;
  const ByteSpan source = input.document.source().blob.bytes();
  const Comparison result{input.path(), written->bytes.size(), first_difference(source, written->bytes)};
  std::optional<Comparison> companion;
  if (const auto& beside = input.document.companion) {
    const Bytes& bytes = written->companion ? *written->companion : Bytes();
    companion = Comparison{beside->file, bytes.size(), first_difference(beside->blob.bytes(), bytes)};
  }
  if (!check_not_truncated(session, input)) return ExitCode::failed;
  print_result(session, result, companion);
  return result.difference || (companion && companion->difference) ? ExitCode::no : ExitCode::yes;
}

}  // namespace

ExitCode run_roundtrip(const Arguments& arguments, Session& session) {
  return for_each_input(arguments, session, roundtrip_one);
}

}  // namespace mw::cli
