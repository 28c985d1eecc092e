#include <fmt/format.h>
#include <meshwright/batch/batch.h>
#include <meshwright/core/detail/text.h>
#include <algorithm>
#include <limits>
#include <thread>

/// The request and the progress of a batch, in words.
namespace mw::batch {

std::optional<Shard> parse_shard(std::string_view word) {
  const auto slash = word.find('/');
  if (slash == word.npos) return std::nullopt;
  const auto number = parse_integer(word.substr(0, slash));
  const auto count = parse_integer(word.substr(slash + 1));
  if (!number || !count || *number < 1 || *number > *count) return std::nullopt;
  if (*count > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return Shard{std::uint32_t(*number), std::uint32_t(*count)};
}

unsigned thread_count(unsigned asked) {
  return asked > 0 ? std::min(asked, 1024U) : std::max(std::thread::hardware_concurrency(), 1U);
}

std::string progress_bar(std::size_t full, std::size_t width) {
  return "[" + std::string(full, '#') + std::string(width - full, '.') + "] ";
}

std::string progress_text(const Progress& progress, double seconds, bool with_bar) {
  const double part = progress.bytes > 0   ? double(progress.bytes_done) / double(progress.bytes)
                      : progress.files > 0 ? double(progress.done) / double(progress.files)
                                           : 1;
  constexpr std::size_t kWidth = 24;
  std::string text = with_bar ? progress_bar(std::size_t(part * kWidth), kWidth) : "";
  text += fmt::format("{} of {} files", with_commas(progress.done), with_commas(progress.files));
  if (seconds > 0) text += fmt::format(", {:.1f} MB/s", double(progress.bytes_done) / 1e6 / seconds);
  if (part > 0 && progress.done < progress.files)
    text += fmt::format(", {:.0f} s left", seconds / part - seconds);
  return text;
}

}  // namespace mw::batch
