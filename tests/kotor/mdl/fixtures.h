#pragma once

#include <meshwright/core/json_text.h>
#include <meshwright/kotor/mdl.h>

#include "support/cases/format_cases.h"

namespace mw::kotor::mdl {

inline constexpr Variant kVariants[] = {{Game::k1, Platform::pc},
                                        {Game::k2, Platform::pc},
                                        {Game::k1, Platform::xbox},
                                        {Game::k2, Platform::xbox}};

/// Rows of the sample's nodes.
enum SampleRow : std::size_t { kRoot, kHip, kNeck, kLamp, kSparks, kHand, kTail, kBody, kFloor };

inline Mesh& tail(File& file) {
  return *file.nodes[kTail].mesh;
}
inline Mesh& body(File& file) {
  return *file.nodes[kBody].mesh;
}
inline Mesh& floor(File& file) {
  return *file.nodes[kFloor].mesh;
}

/// A root and nothing else: no meshes, so no MDX is needed.
inline File one_node() {
  File file;
  file.geometry.functions = {4273776, 4216096};
  file.geometry.name = FixedText<32>("dot");
  file.geometry.type = std::uint8_t(GeometryType::model);
  file.geometry.node_count = 1;
  file.model.supermodel = FixedText<32>("NULL");
  file.names = {{0, "dot"}};
  file.nodes.resize(1);
  lay_out(file, Family::original);
  return file;
}

/// A chain of so many nodes, each the only child of the one before it.
inline File chain(std::uint32_t length) {
  File file = one_node();
  file.nodes.assign(length, Node{});
  for (std::uint32_t row = 0; row < length; ++row) {
    file.nodes[row].header.number = std::uint16_t(row);
    if (row + 1 < length) file.nodes[row].children = {row + 1};
  }
  lay_out(file, Family::original);
  return file;
}

/// Appends a controller and its data.
inline void add_keys(Node& node, std::uint32_t type, std::uint8_t columns, const std::vector<float>& times,
                     const std::vector<float>& values) {
  Controller controller;
  controller.type = type;
  controller.columns = columns;
  controller.rows = std::uint16_t(times.size());
  controller.time_index = std::uint16_t(node.data.size());
  controller.data_index = std::uint16_t(node.data.size() + times.size());
  node.data.insert(node.data.end(), times.begin(), times.end());
  node.data.insert(node.data.end(), values.begin(), values.end());
  node.controllers.push_back(controller);
}

/// The sample without animations, as one that has them from a supermodel: other numbers, a name in another
/// case. It has no textures either, so that converting it loses none.
inline File heir(std::string_view supermodel, std::string_view name = "mw_heir") {
  File file = sample({});
  file.animations.clear();
  file.geometry.name = FixedText<32>(name);
  file.names[0].text = name;
  file.names[kNeck].text = "NECK_G";
  file.model.supermodel = FixedText<32>(supermodel);
  for (std::size_t row = 1; row < file.nodes.size(); ++row) {
    Node& node = file.nodes[row];
    node.header.number = std::uint16_t(row + 40);
    if (node.mesh) node.mesh->header.texture_1 = FixedText<32>("NULL");
  }
  return file;
}

inline File laid_out(File file) {
  lay_out(file, Family::original);
  return file;
}

inline Pair written(const File& file) {
  return write(file).value();
}

inline std::optional<ByteSpan> mdx_of(const Pair& pair) {
  return pair.mdx ? std::optional<ByteSpan>(*pair.mdx) : std::nullopt;
}

inline Result<File> read_pair(const Pair& pair) {
  return read(pair.mdl, mdx_of(pair));
}

/// Empty for the same bytes.
inline std::string first_difference(const Pair& is, const Pair& expected) {
  const std::string mdl = test::first_difference(is.mdl, expected.mdl);
  if (!mdl.empty()) return "mdl " + mdl;
  if (is.mdx.has_value() != expected.mdx.has_value())
    return is.mdx ? "mdx is not expected" : "mdx is lacking";
  const std::string mdx = is.mdx ? test::first_difference(*is.mdx, *expected.mdx) : "";
  return mdx.empty() ? "" : "mdx " + mdx;
}

inline void put(Pair& pair, std::size_t offset, std::uint32_t value) {
  test::put(pair.mdl, offset, value);
}

/// For the tests that every format has.
struct Mdl {
  using Whole = Pair;
  /// An .mdl with the .mdx beside it, if there is one.
  static Pair load(std::filesystem::path path) {
    Pair pair{test::read_bytes(path), std::nullopt};
    if (std::filesystem::exists(path.replace_extension(".mdx"))) pair.mdx = test::read_bytes(path);
    return pair;
  }
  static Result<File> read(const Pair& pair) { return read_pair(pair); }
  static Result<File> traced(const Pair& pair, test::Names& names) {
    return mdl::read(pair.mdl, mdx_of(pair),
                     {names.trace_of(pair.mdl), pair.mdx ? names.trace_of(*pair.mdx, "mdx.") : nullptr});
  }
  static Result<File> from_json(const JsonText& json) { return mdl::from_json(json); }
  static Result<File> read_told(const Pair& pair, test::Account& account) {
    return mdl::read(pair.mdl, mdx_of(pair), {account.file(), account.companion()});
  }
  static void write_told(const File& file, test::Account& account) {
    EXPECT_EQ(test::message_of(mdl::write(file, {account.file(), account.companion()})), test::kNoError);
  }
};

}  // namespace mw::kotor::mdl
