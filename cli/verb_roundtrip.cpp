#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <algorithm>
#include <optional>

#include "verbs.h"

namespace mw::cli {
namespace {

std::optional<std::uint64_t> first_difference(ByteSpan a, ByteSpan b) {
  const auto [in_a, in_b] = std::ranges::mismatch(a, b);
  if (in_a == a.end() && in_b == b.end()) return std::nullopt;
  return std::uint64_t(in_a - a.begin());
}

/// The result of one file, and of its companion where it has one.
struct Comparison {
  std::string path;
  std::uint64_t size;
  std::optional<std::uint64_t> difference;
};

void print_text(Session& session, const Comparison& result) {
  const std::string text = result.difference ? "differs from " + offset_text(*result.difference) + " on"
                                             : fmt::format("identical ({} bytes)", result.size);
  session.print(fmt::format("{}: {}\n", display_name(result.path), text));
}

void print_difference(JsonWriter& json, std::string_view name, const Comparison& result) {
  json.key(name);
  result.difference ? json.value(*result.difference) : json.value(nullptr);
}

void print_result(Session& session, const Comparison& result, const std::optional<Comparison>& companion) {
  if (!session.json()) {
    print_text(session, result);
    if (companion) print_text(session, *companion);
    return;
  }
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("file", result.path);
  json.member("identical", !result.difference && (!companion || !companion->difference));
  print_difference(json, "first_difference", result);
  if (companion) {
    json.member("companion", companion->path);
    print_difference(json, "companion_first_difference", *companion);
  }
  json.end_object();
  session.print(json.take() + "\n");
}

Answer roundtrip_one(const std::string& path, const Arguments& arguments, Session& session) {
  const auto input = open_input(session, path, arguments.companion);
  if (!input) return Answer::failed;
  if (input->format->rewrite == nullptr) return refuse(session, *input, "written again byte for byte");
  const auto written = input->format->rewrite(input->source(), {.relayout = arguments.relayout});
  if (!written) {
    session.complain(path, written.error());
    return Answer::failed;
  }
  const Comparison result{path, written->bytes.size(), first_difference(input->file.bytes(), written->bytes)};
  std::optional<Comparison> companion;
  if (input->companion) {
    const Bytes& bytes = written->companion ? *written->companion : Bytes();
    companion =
        Comparison{input->companion_name, bytes.size(), first_difference(input->companion->bytes(), bytes)};
  }
  if (!still_whole(session, *input)) return Answer::failed;
  print_result(session, result, companion);
  return result.difference || (companion && companion->difference) ? Answer::no : Answer::yes;
}

}  // namespace

Answer run_roundtrip(const Arguments& arguments, Session& session) {
  Answer answer = Answer::yes;
  for (const std::string& path : arguments.files)
    answer = worst(answer, roundtrip_one(path, arguments, session));
  return answer;
}

}  // namespace mw::cli
