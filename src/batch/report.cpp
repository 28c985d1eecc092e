#include <fmt/format.h>
#include <meshwright/batch/batch.h>
#include <meshwright/batch/detail/tree.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/files/input.h>
#include <meshwright/files/output.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

namespace mw::batch {
namespace {

constexpr std::size_t kFirstFiles = 3;
constexpr std::size_t kLargest = 10;

}  // namespace

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

bool is_report(std::string_view text) {
  return text.starts_with("{\n \"report\": \"meshwright batch\"") ||
         (text.starts_with("<!doctype html>") &&
          text.substr(0, 400).find("<title>Meshwright: ") != std::string_view::npos);
}

double Report::growth_of(const Measured& file) {
  return file.bytes_in == 0 ? 0 : double(file.bytes_out) / double(file.bytes_in);
}

void Report::keep_largest(std::vector<Measured>& list, const Measured& file,
                          double (*measure)(const Measured&)) {
  const auto place = std::ranges::upper_bound(list, measure(file), std::ranges::greater(), measure);
  list.insert(place, file);
  if (list.size() > kLargest) list.pop_back();
}

void Report::add(const FileResult& result) {
  ++outcomes_[std::size_t(result.outcome)];
  bytes_in_ += result.bytes_in;
  bytes_out_ += result.bytes_out;
  seconds_ += result.seconds;
  if (!result.losses.empty()) lossy_.push_back({result.input, result.losses});
  if (!result.notes.empty()) noted_.push_back({result.input, result.notes});
  if (result.outcome == Outcome::unrecognised) {
    unrecognised_.push_back(result.input);
    return;
  }
  OfFormat& format = formats_[result.format];
  ++format.files;
  format.bytes_in += result.bytes_in;
  format.bytes_out += result.bytes_out;
  format.seconds += result.seconds;
  if (result.outcome == Outcome::failed) {
    ++format.failed;
    failed_.push_back({result.input, result.error});
  }
  if (result.outcome == Outcome::unsuitable) unsuitable_.push_back({result.input, result.error});
  for (const FindingCount& each : result.findings) {
    OfFinding& finding = findings_[{each.kind->severity, each.kind->code}];
    ++finding.files;
    finding.count += each.count;
    if (finding.first.size() < kFirstFiles) finding.first.push_back(result.input);
  }
  if (result.outcome != Outcome::converted) return;
  const Measured measured{result.input, result.seconds, result.bytes_in, result.bytes_out};
  keep_largest(slowest_, measured, seconds_of);
  keep_largest(grown_, measured, growth_of);
}

std::size_t Report::files() const {
  return std::accumulate(outcomes_.begin(), outcomes_.end(), std::size_t(0));
}

std::string Report::verdict() const {
  constexpr std::pair<Outcome, std::string_view> kWords[] = {
      {Outcome::converted, "converted"},        {Outcome::kept, "up to date"},
      {Outcome::planned, "to be converted"},    {Outcome::failed, "failed"},
      {Outcome::unsuitable, "not convertible"}, {Outcome::unrecognised, "not recognised"},
  };
  std::string text = fmt::format("{} file{}", with_commas(files()), files() == 1 ? "" : "s");
  std::string_view separator = ": ";
  for (const auto& [outcome, word] : kWords) {
    if (count(outcome) == 0) continue;
    text += fmt::format("{}{} {}", separator, with_commas(count(outcome)), word);
    separator = ", ";
  }
  return text;
}

Result<void> check_report(const std::string& path, bool force) {
  const std::string extension = extension_of(path);
  if (extension != ".html" && extension != ".json")
    return fail({.message = "a report is called .html or .json"});
  const auto earlier = InputFile::open(path);
  const bool replaces = force || !earlier || is_report(text_of(earlier->bytes()));
  std::error_code ignored;
  if (const auto folder = std::filesystem::path(path).parent_path();
      !folder.empty() && !std::filesystem::is_directory(folder, ignored))
    return fail({.message = "there is no such folder for the report"});
  const auto format = recognise_file(path);
  if (earlier && (!format || *format != nullptr))
    return fail({.message = "is a file to convert, which a report does not replace"});
  if (replaces) return {};
  return fail({.message = "exists already and is no report", .advice = "; --force replaces it"});
}

Result<void> Report::write(const std::string& path, std::string_view title, bool force) const {
  // An output may have appeared there meanwhile.
  if (const auto free = check_report(path, force); !free) return free;
  const std::string text = extension_of(path) == ".html" ? as_html(title) : as_json();
  return write_file(path, bytes_of(text), {.force = true});
}

}  // namespace mw::batch
