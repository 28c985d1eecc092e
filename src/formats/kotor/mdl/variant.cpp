#include "variant.h"

#include <meshwright/core/detail/reader.h>
#include <meshwright/core/finding.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/mdl.h>
#include <cstring>
#include "other_game.h"

#include <algorithm>
#include "tables.h"

namespace mw::kotor::mdl {
namespace {

constexpr Variant kK1Pc = {Game::k1, Platform::pc};
constexpr Variant kK2Pc = {Game::k2, Platform::pc};
constexpr Variant kK1Xbox = {Game::k1, Platform::xbox};
constexpr Variant kK2Xbox = {Game::k2, Platform::xbox};

constexpr std::uint32_t kModelSecondK2 = 4216320;

// The second functions of the Xbox are not known; those of the PC stand in for them.
constexpr Functions kFunctions[] = {
    {kK1Pc, {4273776, 4216096}, {4273392, 4451552}},
    {kK2Pc, {4285200, kModelSecondK2}, {4284816, 4522928}},
    {kK1Xbox, {4254992, 4216096}, {4253536, 4451552}},
    {kK2Xbox, {4285872, kModelSecondK2}, {4285488, 4522928}},
};

struct VariantName {
  Variant variant;
  std::string_view text;
};

constexpr VariantName kVariantNames[] = {
    {kK1Pc, "k1-pc"}, {kK2Pc, "k2-pc"}, {kK1Xbox, "k1-xbox"}, {kK2Xbox, "k2-xbox"}};

}  // namespace

const Functions& functions_of(Variant variant) {
  return *std::ranges::find(kFunctions, variant, &Functions::variant);
}

std::array<std::uint32_t, 2> mesh_functions(Variant variant, std::uint16_t node_type) {
  const std::uint32_t shift = variant.game == Game::k2 ? 224 : 0;
  if ((node_type & kNodeSkin) != 0) return {4216592 + shift, 4216608 + shift};
  if ((node_type & kNodeDangly) != 0) return {4216640 + shift, 4216624 + shift};
  return {4216656 + shift, 4216672 + shift};
}

std::optional<Variant> known_variant(const GeometryHeader& geometry) {
  for (const Functions& functions : kFunctions)
    if (functions.model[0] == geometry.functions[0]) return functions.variant;
  return std::nullopt;
}

Variant variant_of(const GeometryHeader& geometry) {
  if (const auto known = known_variant(geometry)) return *known;
  return geometry.functions[1] == kModelSecondK2 ? kK2Pc : kK1Pc;
}

std::string_view to_string(Variant variant) {
  return std::ranges::find(kVariantNames, variant, &VariantName::variant)->text;
}

std::optional<Variant> parse_variant(std::string_view text) {
  const auto* name = std::ranges::find(kVariantNames, text, &VariantName::text);
  return name == std::end(kVariantNames) ? std::nullopt : std::optional(name->variant);
}

std::uint32_t node_size(const Node& node, Variant variant) {
  FieldFinder counter("");
  part_fields(counter, node, variant);
  return std::uint32_t(record_size<NodeHeader>() + counter.position());
}

std::optional<Variant> other_game_fits(ByteSpan mdl, std::optional<ByteSpan> mdx) {
  Reader reader(mdl);
  FileHeader header;
  GeometryHeader geometry;
  fields(reader, header);
  fields(reader, geometry);
  if (!reader.ok()) return std::nullopt;
  Variant other = variant_of(geometry);
  other.game = other.game == Game::k1 ? Game::k2 : Game::k1;
  const std::array<std::uint32_t, 2> functions = functions_of(other).model;
  Bytes bytes(mdl.begin(), mdl.end());
  std::memcpy(bytes.data() + kDataStart, functions.data(), sizeof(functions));
  const auto file = read(bytes, mdx);
  if (!file) return std::nullopt;
  bool fits = true;
  Findings findings([&](const Finding& finding) {
    const bool given = mdx || finding.kind != &finding::MDX_MISSING;
    fits = fits && !(given && finding.kind->severity == Severity::error);
  });
  validate(*file, findings);
  return fits ? std::optional(other) : std::nullopt;
}

}  // namespace mw::kotor::mdl
