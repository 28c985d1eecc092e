#include <fmt/format.h>
#include <meshwright/core/coverage.h>
#include <meshwright/core/field_value.h>
#include <meshwright/core/json_writer.h>
#include <utility>

#include "verbs.h"

namespace mw::cli {
namespace {

void print_field(Session& session, const TracedField& field) {
  session.print(fmt::format("{} {:>7}  {:<28} {:<7} {}\n", offset_text(field.offset), field.bytes.size(),
                            field.path, to_string(field.type), field_value_text(field)));
}

/// What is known of the bytes of a file and of its companion.
struct Coverages {
  Coverage file;
  Coverage companion;
};

void print_coverage(Session& session, const InputFile& file, const Coverage& coverage) {
  session.print(fmt::format("{} bytes: {} named, {} unreferenced\n", file.bytes().size(), coverage.named(),
                            coverage.unreferenced()));
}

Result<void> dump_text(const Opened& input, Session& session, Coverages& coverages) {
  session.print(fmt::format("{:<10} {:>7}  {:<28} {:<7} {}\n", "offset", "length", "field", "type", "value"));
  bool in_companion = false;
  const auto print = [&](const TracedField& field) {
    coverages.file.add(field);
    print_field(session, field);
  };
  const auto print_companion = [&](const TracedField& field) {
    if (!std::exchange(in_companion, true)) {
      print_coverage(session, input.file, coverages.file);
      session.print(fmt::format("{}\n", display_name(input.companion_name)));
    }
    coverages.companion.add(field);
    print_field(session, field);
  };
  auto traced = input.format->trace(input.source(), print, print_companion);
  if (!traced) return traced;
  in_companion ? print_coverage(session, *input.companion, coverages.companion)
               : print_coverage(session, input.file, coverages.file);
  return {};
}

void write_coverage(JsonWriter& json, const InputFile& file, const Coverage& coverage) {
  json.key("coverage");
  json.begin_object();
  json.member("bytes", std::uint64_t(file.bytes().size()));
  json.member("named", coverage.named());
  json.member("unreferenced", coverage.unreferenced());
  json.end_object();
}

void write_field(JsonWriter& json, const TracedField& field) {
  json.begin_object();
  json.member("offset", field.offset);
  json.member("length", std::uint64_t(field.bytes.size()));
  json.member("path", field.path);
  json.member("type", to_string(field.type));
  json.member("value", field_value(field));
  json.end_object();
}

/// The companion's fields, if any, are an object of their own behind the file's.
Result<void> dump_json(const Opened& input, Session& session, Coverages& coverages) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("file", input.name);
  json.member("format", input.format->id);
  json.key("fields");
  json.begin_array();
  bool in_companion = false;
  const auto print = [&](const TracedField& field) {
    coverages.file.add(field);
    write_field(json, field);
    session.print(json.take());
  };
  const auto print_companion = [&](const TracedField& field) {
    if (!std::exchange(in_companion, true)) {
      json.end_array();
      write_coverage(json, input.file, coverages.file);
      json.key("companion");
      json.begin_object();
      json.member("file", input.companion_name);
      json.key("fields");
      json.begin_array();
    }
    coverages.companion.add(field);
    write_field(json, field);
    session.print(json.take());
  };
  auto traced = input.format->trace(input.source(), print, print_companion);
  if (!traced) return traced;
  json.end_array();
  in_companion ? write_coverage(json, *input.companion, coverages.companion)
               : write_coverage(json, input.file, coverages.file);
  if (in_companion) json.end_object();
  json.end_object();
  session.print(json.take() + "\n");
  return {};
}

Answer dump_one(const std::string& path, const Arguments& arguments, Session& session) {
  const auto input = open_input(session, path, arguments.companion);
  if (!input) return Answer::failed;
  if (input->format->trace == nullptr) return refuse(session, *input, "dumped");
  Coverages coverages;
  const auto dumped =
      session.json() ? dump_json(*input, session, coverages) : dump_text(*input, session, coverages);
  if (!dumped) {
    session.complain(path, dumped.error());
    return Answer::failed;
  }
  return still_whole(session, *input) ? Answer::yes : Answer::failed;
}

}  // namespace

Answer run_dump(const Arguments& arguments, Session& session) {
  Answer answer = Answer::yes;
  for (const std::string& path : arguments.files) answer = worst(answer, dump_one(path, arguments, session));
  return answer;
}

}  // namespace mw::cli
