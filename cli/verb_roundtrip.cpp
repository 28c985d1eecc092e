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

void print_result(Session& session, const std::string& path, std::uint64_t size,
                  std::optional<std::uint64_t> difference) {
  if (!session.json()) {
    const std::string result = difference ? "differs from " + offset_text(*difference) + " on"
                                          : fmt::format("identical ({} bytes)", size);
    return session.print(fmt::format("{}: {}\n", display_name(path), result));
  }
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("file", path);
  json.member("identical", !difference.has_value());
  json.key("first_difference");
  difference ? json.value(*difference) : json.value(nullptr);
  json.end_object();
  session.print(json.take() + "\n");
}

Answer roundtrip_one(const std::string& path, Session& session) {
  const auto input = open_input(session, path);
  if (!input) return Answer::failed;
  const auto written = input->format->rewrite(input->source());
  if (!written) {
    session.complain(path, written.error());
    return Answer::failed;
  }
  const auto difference = first_difference(input->file.bytes(), *written);
  if (!still_whole(session, path, input->file)) return Answer::failed;
  print_result(session, path, written->size(), difference);
  return difference ? Answer::no : Answer::yes;
}

}  // namespace

Answer run_roundtrip(const Arguments& arguments, Session& session) {
  Answer answer = Answer::yes;
  for (const std::string& path : arguments.files) answer = worst(answer, roundtrip_one(path, session));
  return answer;
}

}  // namespace mw::cli
