#include "uv_sets.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace mw::exchange {
namespace {

constexpr std::size_t kSets = std::tuple_size_v<UvOrder>;

std::size_t count_uv_sets(const scene::Primitive& p) {
  return std::size_t(std::ranges::count_if(p.uvs, [](const auto& uvs) { return !uvs.empty(); }));
}

UvOrder without_gaps() {
  UvOrder order;
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

/// The order of a list: as many sets as given, ascending, and with a gap.
std::optional<UvOrder> told_order(const JsonValue& told, std::size_t count) {
  const auto* list = told.get_if<JsonArray>();
  if (list == nullptr || list->size() != count || count == 0) return std::nullopt;
  UvOrder order = without_gaps();
  std::array<bool, kSets> has = {};
  std::optional<std::uint64_t> last;
  for (const JsonValue& item : *list) {
    const auto* set = item.get_if<std::uint64_t>();
    if (set == nullptr || *set >= kSets || (last && *set <= *last)) return std::nullopt;
    has[*set] = true;
    last = *set;
  }
  if (*last + 1 == count) return std::nullopt;
  std::ranges::stable_partition(order, [&](std::uint32_t set) { return has[set]; });
  return order;
}

}  // namespace

UvOrder uv_order(const scene::Primitive& primitive) {
  UvOrder order = without_gaps();
  std::ranges::stable_partition(order, [&](std::uint32_t set) { return !primitive.uvs[set].empty(); });
  return order;
}

std::uint32_t uv_place(const UvOrder& order, std::uint32_t set) {
  const auto found = std::ranges::find(order, set);
  return found == order.end() ? set : std::uint32_t(found - order.begin());
}

scene::Extras uv_sets_in_extras(const scene::Primitive& primitive) {
  const std::size_t count = count_uv_sets(primitive);
  const UvOrder order = uv_order(primitive);
  if (count == 0 || order[count - 1] + 1 == count) return {};
  JsonArray sets;
  for (std::size_t i = 0; i < count; ++i) sets.emplace_back(std::uint64_t(order[i]));
  return {{"uv_sets", std::move(sets)}};
}

UvOrder restore_uv_sets(scene::Primitive& primitive) {
  const std::size_t count = count_uv_sets(primitive);
  const auto told = std::ranges::find(primitive.extras, "uv_sets", &JsonMember::first);
  if (told == primitive.extras.end() || uv_order(primitive) != without_gaps()) return without_gaps();
  const auto order = told_order(told->second, count);
  if (!order) return without_gaps();
  primitive.extras.erase(told);
  for (std::size_t place = count; place-- > 0;) {
    const std::uint32_t set = (*order)[place];
    if (set != place) primitive.uvs[set] = std::exchange(primitive.uvs[place], {});
  }
  return *order;
}

}  // namespace mw::exchange
