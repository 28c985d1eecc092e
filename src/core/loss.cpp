#include <fmt/format.h>
#include <meshwright/core/loss.h>

#include <algorithm>
#include <iterator>
#include <ranges>
#include <set>
#include <tuple>

namespace mw {

Loss::Loss(const FindingKind& kind, std::string subject, fmt::format_args args)
    : kind(&kind), subject(std::move(subject)), message(fmt::vformat(kind.message, args)) {}

Loss::Loss(const Finding& finding)
    : kind(finding.kind),
      subject(finding.name),
      message(fmt::format("{}{}: {}", finding.position ? to_string(*finding.position) + ": " : "",
                          finding.where, finding.message)) {}

Loss& Loss::advise(std::string text) {
  if (!text.empty()) advice.push_back({message.size(), std::move(text)});
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

namespace {

using Key = std::tuple<const FindingKind*, std::string_view, std::string_view>;

Key key_of(const Loss& loss) {
  return {loss.kind, loss.subject, loss.message};
}

}  // namespace

Losses Losses::without(const Losses& known) const {
  std::set<Key> keys;
  for (const Loss& loss : known) keys.insert(key_of(loss));
  Losses fresh;
  std::ranges::copy_if(*this, std::back_inserter(fresh),
                       [&](const Loss& loss) { return !keys.contains(key_of(loss)); });
  return fresh;
}

Losses Losses::distinct() const {
  std::set<Key> keys;
  Losses once;
  std::ranges::copy_if(*this, std::back_inserter(once),
                       [&](const Loss& loss) { return keys.insert(key_of(loss)).second; });
  return once;
}

}  // namespace mw
