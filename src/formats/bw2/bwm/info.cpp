#include <fmt/format.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/detail/bwm_build.h>
#include <meshwright/bw2/detail/bwm_findings.h>
#include <meshwright/core/detail/text.h>
#include <algorithm>
#include <utility>

namespace mw::bw2::bwm {
namespace {

bool has_garbage(const Stride& stride) {
  return std::ranges::any_of(stride.garbage, [](std::byte byte) { return byte != std::byte(0); });
}

bool is_zero(const Header& header) {
  return header.box_min == Vec3(0) && header.box_max == Vec3(0) && header.sphere.radius == 0;
}

bool has_other_texture(const Material& material) {
  return std::ranges::any_of(textures_of(material),
                             [](const TextureUse& use) { return !lower_case(use.file).ends_with(".dds"); });
}

/// As Blender tells apart what has one name: "Circle.012".
bool is_numbered(std::string_view name) {
  constexpr std::size_t kTail = 4;
  if (name.size() <= kTail) return false;
  const std::string_view tail = name.substr(name.size() - kTail);
  return tail[0] == '.' && std::ranges::all_of(tail.substr(1), [](char c) { return c >= '0' && c <= '9'; });
}

/// What the game's own exporter does not do; empty when there is nothing of the kind.
std::string_view mark_of_another_tool(const File& file) {
  if (std::ranges::any_of(file.materials, has_other_texture))
    return "another tool (a texture that is no .dds)";
  const auto numbered = [](const auto& row) { return is_numbered(row.name.view()); };
  if (std::ranges::any_of(file.meshes, numbered) || std::ranges::any_of(file.materials, numbered))
    return "another tool (names as Blender numbers them)";
  if (file.header.vertex_count > 0 && is_zero(file.header)) return "another tool (bounds left at zero)";
  return {};
}

}  // namespace

std::string_view likely_writer(const File& file) {
  if (const std::string_view mark = mark_of_another_tool(file); !mark.empty()) return mark;
  if (std::ranges::any_of(file.strides, has_garbage))
    return "the game's own exporter (memory left in a declaration)";
  const auto no_mask = [](const MaterialRef& ref) { return ref.mask == 0; };
  if (file.material_refs.empty()) return "unknown (no references to tell by)";
  if (std::ranges::all_of(file.material_refs, no_mask)) return "another tool (masks left at zero)";
  return "a tool that follows the original's rules";
}

std::string_view kind_of(const File& file) {
  switch (Type(file.header.type)) {
    case Type::list:
      return "static model (triangle lists)";
    case Type::strip:
      return "skin (triangle strips)";
  }
  return "unknown";
}

Info info(const File& file) {
  return {kind_of(file),        file.header.vertex_count,
          triangle_count(file), find_attributes(file, Usage::uv).size(),
          bounds(file),         likely_writer(file)};
}

std::vector<TextureUse> textures_of(const Material& material) {
  std::vector<TextureUse> uses;
  for_each_texture(material, [&](std::string_view role, const FixedText<64>& texture) {
    if (!texture.view().empty()) uses.push_back({role, texture.view()});
  });
  return uses;
}

Result<Losses> set_version(File& file, std::uint32_t version) {
  Losses losses;
  if (version != kVersion5 && version != kVersion6)
    return fail({.field = "version", .message = fmt::format("{} is neither 5 nor 6", version)});
  if (file.header.version != kVersion5 && file.header.version != kVersion6)
    return fail({.field = "version", .message = fmt::format("{} cannot be converted", file.header.version)});
  if (!decodes(file))
    return fail({.field = "strides", .message = "a format that is not known hides where the cleaves are"});
  if (file.header.version == version) return losses;
  if (version == kVersion5) {
    if (!file.cleaves.empty()) losses.add(loss::CLEAVES_DROPPED, "", file.cleaves.size());
    file.cleaves.clear();
  } else {
    const std::vector<Attribute> normals = find_attributes(file, Usage::normal);
    file.cleaves = derive_cleaves(positions(file),
                                  normals.empty() ? std::vector<Vec3>() : read_vectors(file, normals[0]));
    losses.add(loss::CLEAVES_DERIVED, "", file.cleaves.size(), kCleaveLength);
  }
  file.header.version = version;
  for (const Unreferenced& gap : std::exchange(file.unreferenced, {}))
    losses.add(loss::BYTES_DROPPED, "", gap.bytes.size());
  update_sizes(file);
  return losses;
}

}  // namespace mw::bw2::bwm
