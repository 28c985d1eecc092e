#include "journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <meshwright/core/detail/json_reader.h>
#include <meshwright/core/json_text.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/files/input.h>
#include <meshwright/files/output.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace mw::batch {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kName = ".meshwright-batch";

}  // namespace

void fields(auto& io, Like<FileContent> auto& self) {
  io.field("path", self.path);
  io.field("hash", self.hash);
}

void fields(auto& io, Like<Made> auto& self) {
  io.field("output", self.output);
  io.field("how", self.how);
  io.table("inputs", self.inputs);
  io.table("contents", self.contents);
}

namespace {

std::string line_of(const Made& made) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  fields(json, made);
  json.end_object();
  return json.take() + "\n";
}

std::optional<Made> parse_line(std::string_view line) {
  const auto json = JsonText::parse(line);
  if (!json) return std::nullopt;
  JsonReader reader(*json);
  Made made;
  fields(reader, made);
  reader.finish();
  if (!reader.ok()) return std::nullopt;
  return made;
}

std::string journal_name(const Shard& shard) {
  if (shard.count == 1) return std::string(kName);
  return fmt::format("{}-{}-of-{}", kName, shard.number, shard.count);
}

}  // namespace

Journal::~Journal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<std::unique_ptr<Journal>> Journal::open(const std::string& folder, const Shard& shard) {
  std::unique_ptr<Journal> journal(new Journal);
  journal->path_ = folder + "/" + journal_name(shard);
  std::error_code failed;
  std::vector<std::string> paths;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed))
    if (entry->path().filename().native().starts_with(kName)) paths.push_back(entry->path().string());
  std::ranges::sort(paths);
  for (const std::string& path : paths) journal->read(path);
  return journal;
}

void Journal::read(const std::string& path) {
  const auto file = InputFile::open(path);
  if (!file) return;
  std::string_view text = text_of(file->bytes());
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (auto made = parse_line(line)) {
      const std::string output = made->output;
      known_[output].push_back(*std::move(made));
    }
  }
}

std::span<const Made> Journal::find(const std::string& output) const {
  const auto found = known_.find(output);
  return found == known_.end() ? std::span<const Made>() : found->second;
}

Result<void> Journal::add(const Made& made) {
  const std::string line = line_of(made);
  const std::lock_guard lock(mutex_);
  if (descriptor_ < 0) descriptor_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  const int failure =
      descriptor_ < 0 ? errno : write_all(descriptor_, bytes_of((may_be_torn_ ? "\n" : "") + line));
  may_be_torn_ = failure != 0;
  if (failure == 0) return {};
  return fail({.field = path_, .message = std::generic_category().message(failure)});
}

}  // namespace mw::batch
