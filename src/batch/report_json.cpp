#include <meshwright/batch/batch.h>
#include <meshwright/core/detail/answer.h>
#include <meshwright/core/json_writer.h>

namespace mw::batch {
namespace {

void write_names(JsonWriter& json, std::string_view key, const std::vector<std::string>& names) {
  json.key(key);
  json.begin_array();
  for (const std::string& name : names) json.value(name);
  json.end_array();
}

/// `rows` as a list of objects, each filled by `write`.
void write_objects(JsonWriter& json, std::string_view key, const auto& rows, const auto& write) {
  json.key(key);
  json.begin_array();
  for (const auto& row : rows) {
    json.begin_object(JsonWriter::Rows::one_line);
    write(row);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

std::string Report::as_json() const {
  JsonWriter json(JsonWriter::Style::pretty);
  json.begin_object();
  json.member("report", "meshwright batch");
  json.member("files", std::uint64_t(files()));
  for (std::size_t i = 0; i < outcomes_.size(); ++i)
    json.member(to_string(Outcome(i)), std::uint64_t(outcomes_[i]));
  json.member("lossy", std::uint64_t(lossy()));
  json.member("bytes_in", bytes_in_);
  json.member("bytes_out", bytes_out_);
  json.member("seconds", seconds_);
  write_objects(json, "formats", formats_, [&](const auto& row) {
    json.member("format", row.first);
    json.member("files", std::uint64_t(row.second.files));
    json.member("failed", std::uint64_t(row.second.failed));
    json.member("bytes_in", row.second.bytes_in);
    json.member("bytes_out", row.second.bytes_out);
    json.member("seconds", row.second.seconds);
  });
  write_objects(json, "findings", findings_, [&](const auto& row) {
    json.member("code", row.first.second);
    json.member("severity", mw::to_string(row.first.first));
    json.member("files", std::uint64_t(row.second.files));
    json.member("count", row.second.count);
    write_names(json, "first", row.second.first);
  });
  const auto write_line = [&](std::string_view name) {
    return [&json, name](const Line& line) {
      json.member("input", line.input);
      json.member(name, line.text);
    };
  };
  write_objects(json, "failures", failed_, write_line("error"));
  write_objects(json, "not_convertible", unsuitable_, write_line("why"));
  const auto write_lines = [&](std::string_view name) {
    return [&json, name](const Lines& file) {
      json.member("input", file.input);
      AnswerWriter(json).field(name, file.lines);
    };
  };
  write_objects(json, "losses", lossy_, write_lines("losses"));
  write_objects(json, "notes", noted_, write_lines("notes"));
  const auto write_measured = [&](const Measured& file) {
    json.member("input", file.input);
    json.member("seconds", file.seconds);
    json.member("bytes_in", file.bytes_in);
    json.member("bytes_out", file.bytes_out);
  };
  write_objects(json, "slowest", slowest_, write_measured);
  write_objects(json, "largest_growth", grown_, write_measured);
  write_names(json, "not_recognised", unrecognised_);
  json.end_object();
  return json.take() + "\n";
}

}  // namespace mw::batch
