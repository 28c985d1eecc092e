#include <fmt/format.h>
#include <meshwright/core/field_value.h>
#include <meshwright/formats/diff.h>
#include <meshwright/formats/registry.h>

#include <algorithm>

namespace mw {
namespace {

/// One field, kept: a trace shows its bytes for a moment only.
struct Field {
  std::string path;
  std::uint64_t offset;
  FieldType type;
  std::string bytes;

  std::string text() const { return field_value_text({offset, bytes_of(bytes), path, type}); }
};

/// Every field of a document, sorted by its path.
Result<std::vector<Field>> fields_of(const Document& document) {
  std::vector<Field> fields;
  const auto collect = [&](std::string_view prefix) {
    return Trace([&fields, prefix](const TracedField& field) {
      fields.push_back(
          {std::string(prefix) + field.path, field.offset, field.type, std::string(text_of(field.bytes))});
    });
  };
  const Trace file = collect("");
  const Trace companion = collect("companion.");
  const auto traced = trace(document, {&file, &companion});
  if (!traced) return fail(traced.error());
  std::ranges::stable_sort(fields, {}, &Field::path);
  return fields;
}

/// Walks two sorted lists side by side.
std::vector<scene::Difference> compare(const std::vector<Field>& a, const std::vector<Field>& b) {
  std::vector<std::pair<std::uint64_t, scene::Difference>> found;
  auto in_a = a.begin();
  auto in_b = b.begin();
  while (in_a != a.end() || in_b != b.end()) {
    if (in_b == b.end() || (in_a != a.end() && in_a->path < in_b->path)) {
      found.push_back({in_a->offset, {in_a->path, in_a->text(), "missing"}});
      ++in_a;
    } else if (in_a == a.end() || in_b->path < in_a->path) {
      found.push_back({in_b->offset, {in_b->path, "missing", in_b->text()}});
      ++in_b;
    } else {
      if (in_a->bytes != in_b->bytes)
        found.push_back({in_a->offset, {in_a->path, in_a->text(), in_b->text()}});
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

}  // namespace

Result<std::vector<scene::Difference>> diff(const Document& a, const Document& b) {
  if (&a.format() == &b.format() && a.format().trace != nullptr) {
    const auto in_a = fields_of(a);
    if (!in_a) return fail(in_a.error());
    const auto in_b = fields_of(b);
    if (!in_b) return fail(in_b.error());
    return compare(*in_a, *in_b);
  }
  const auto in_a = to_scene(a);
  if (!in_a) return fail(in_a.error());
  const auto in_b = to_scene(b);
  if (!in_b) return fail(in_b.error());
  return scene::diff(*in_a, *in_b);
}

}  // namespace mw
