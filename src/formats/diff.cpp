#include <fmt/format.h>
#include <meshwright/core/field_value.h>
#include <meshwright/formats/diff.h>

#include <algorithm>
#include <map>

namespace mw {
namespace {

/// Every field of a file: its path and its bytes, in the order of reading.
using Fields = std::vector<std::pair<std::string, TracedField>>;

Result<Fields> fields_of(const Subject& subject) {
  Fields fields;
  const auto collect = [&](std::string_view prefix) {
    return [&fields, prefix](const TracedField& field) {
      fields.emplace_back(std::string(prefix) + field.path, field);
    };
  };
  const auto traced = subject.format->trace(subject.source, collect(""), collect("companion."));
  if (!traced) return fail(traced.error());
  std::ranges::stable_sort(fields, {}, &Fields::value_type::first);
  return fields;
}

/// Walks two sorted lists side by side.
std::vector<scene::Difference> compare(const Fields& a, const Fields& b) {
  std::vector<std::pair<std::uint64_t, scene::Difference>> found;
  const auto text = [](const TracedField& field) { return field_value_text(field); };
  auto in_a = a.begin();
  auto in_b = b.begin();
  while (in_a != a.end() || in_b != b.end()) {
    if (in_b == b.end() || (in_a != a.end() && in_a->first < in_b->first)) {
      found.push_back({in_a->second.offset, {in_a->first, text(in_a->second), "missing"}});
      ++in_a;
    } else if (in_a == a.end() || in_b->first < in_a->first) {
      found.push_back({in_b->second.offset, {in_b->first, "missing", text(in_b->second)}});
      ++in_b;
    } else {
      if (!std::ranges::equal(in_a->second.bytes, in_b->second.bytes))
        found.push_back({in_a->second.offset, {in_a->first, text(in_a->second), text(in_b->second)}});
      ++in_a;
      ++in_b;
    }
  }
  // In the order of the file rather than of the alphabet.
  std::ranges::stable_sort(found, {}, [](const auto& entry) { return entry.first; });
  std::vector<scene::Difference> differences;
  for (auto& entry : found) differences.push_back(std::move(entry.second));
  return differences;
}

Result<scene::Scene> scene_of(const Subject& subject) {
  if (subject.format->to_scene == nullptr)
    return fail({.message = fmt::format("a {} does not reach the common scene", subject.format->id)});
  return subject.format->to_scene(subject.source, {});
}

}  // namespace

Result<std::vector<scene::Difference>> diff(const Subject& a, const Subject& b) {
  if (a.format == b.format && a.format->trace != nullptr) {
    const auto in_a = fields_of(a);
    if (!in_a) return fail(in_a.error());
    const auto in_b = fields_of(b);
    if (!in_b) return fail(in_b.error());
    return compare(*in_a, *in_b);
  }
  const auto in_a = scene_of(a);
  if (!in_a) return fail(in_a.error());
  const auto in_b = scene_of(b);
  if (!in_b) return fail(in_b.error());
  return scene::diff(*in_a, *in_b);
}

}  // namespace mw
