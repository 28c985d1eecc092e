#include <fmt/format.h>
#include <meshwright/core/loss.h>

#include <algorithm>
#include <iterator>
#include <ranges>
#include <set>
#include <tuple>

namespace mw {

constexpr FindingKind Loss::kUncoded{"UNCODED", Severity::warning, "{}", ""};

Loss::Loss(const FindingKind& kind, std::string subject, fmt::format_args args)
    : kind(&kind), subject(std::move(subject)), message(fmt::vformat(kind.message, args)) {}

Loss& Loss::advise(std::string text) {
  advice.push_back({message.size(), std::move(text)});
  return *this;
}

std::string to_string(const Loss& loss) {
  std::string text = loss.message;
  for (const Advice& advice : std::views::reverse(loss.advice)) text.insert(advice.at, advice.text);
  return text;
}

void Losses::append(Losses more) {
  insert(end(), std::move_iterator(more.begin()), std::move_iterator(more.end()));
}

void Losses::prepend(Losses more) {
  insert(begin(), std::move_iterator(more.begin()), std::move_iterator(more.end()));
}

Losses Losses::without(const Losses& known) const {
  const auto key = [](const Loss& loss) {
    return std::tuple<const void*, std::string_view, std::string_view>(loss.kind, loss.subject, loss.message);
  };
  std::set<decltype(key(known[0]))> keys;
  for (const Loss& loss : known) keys.insert(key(loss));
  Losses fresh;
  std::ranges::copy_if(*this, std::back_inserter(fresh),
                       [&](const Loss& loss) { return !keys.contains(key(loss)); });
  return fresh;
}

}  // namespace mw
