#include <gtest/gtest.h>
#include <initializer_list>
#include <ostream>
#include <tuple>

#include "support/losses.h"
#include "text_fixtures.h"

namespace mw::kotor::mdl {

namespace source {

/// All of a note but where it was read.
static bool operator==(const Note& a, const Note& b) {
  const auto all = [](const Note& note) {
    return std::tuple(note.kind, note.place, note.path(), note.type.scalar, note.type.count, note.first);
  };
  return all(a) == all(b) && a.bytes == b.bytes;
}

static void PrintTo(const Note& note, std::ostream* out) {
  *out << note.path() << ' ' << int(note.kind) << ' ' << note.first << ' ' << to_string(note.type) << ' '
       << note.bytes.size();
}

}  // namespace source

namespace {

using source::Note;

Bytes bytes(std::initializer_list<int> values) {
  Bytes made;
  for (const int value : values) made.push_back(std::byte(value));
  return made;
}

std::string plate_and(std::string_view notes) {
  return replaced(std::string(kPlate), "  bitmap wood\n", "  bitmap wood\n" + std::string(notes));
}

void expect_same_guarded(const Boxed<source::GuardedNotes>& a, const Boxed<source::GuardedNotes>& b) {
  ASSERT_EQ(bool(a), bool(b));
  if (!a) return;
  EXPECT_EQ(a->hash, b->hash);
  EXPECT_EQ(a->missing, b->missing);
  EXPECT_EQ(a->notes, b->notes);
}

void expect_same_residual(const source::Residual& a, const source::Residual& b) {
  EXPECT_EQ(a.parent, b.parent);
  EXPECT_EQ(a.type, b.type);
  EXPECT_EQ(a.notes, b.notes);
  expect_same_guarded(a.geometry, b.geometry);
  expect_same_guarded(a.keys, b.keys);
}

/// What decompiling has in memory is what reading its text has: there is no second language between them.
TEST(MdlNotes, ATextHasAllThatIsInMemory) {
  for (const Variant variant : kVariants) {
    SCOPED_TRACE(to_string(variant));
    File file = sample(variant);
    for (Node& node : file.nodes) node.header.number += 40;
    file.nodes[kHip].header.type = 0x101;
    file.unreferenced = {{std::uint64_t(file.header.mdl_size), Bytes(150, std::byte(7))}};
    const source::Model made = decompile(file, {}).model;
    const source::Model read = read_text(ascii::write(made));
    EXPECT_EQ(made.residual.variant, read.residual.variant);
    EXPECT_EQ(made.residual.tree.value().hash, read.residual.tree.value().hash);
    EXPECT_EQ(made.residual.tree.value().nodes, read.residual.tree.value().nodes);
    EXPECT_EQ(made.residual.layout.value().mdl_size, read.residual.layout.value().mdl_size);
    EXPECT_EQ(made.residual.layout.value().mdx_size, read.residual.layout.value().mdx_size);
    EXPECT_EQ(made.residual.notes, read.residual.notes);
    ASSERT_EQ(made.nodes.size(), read.nodes.size());
    for (std::size_t i = 0; i < made.nodes.size(); ++i) {
      SCOPED_TRACE(made.nodes[i].name);
      expect_same_residual(made.nodes[i].residual, read.nodes[i].residual);
    }
    ASSERT_EQ(made.animations.size(), read.animations.size());
    for (std::size_t i = 0; i < made.animations.size(); ++i) {
      expect_same_residual(made.animations[i].residual, read.animations[i].residual);
      for (std::size_t k = 0; k < made.animations[i].nodes.size(); ++k)
        expect_same_residual(made.animations[i].nodes[k].residual, read.animations[i].nodes[k].residual);
    }
  }
}

/// Every kind of note, with blanks that do not matter.
TEST(MdlNotes, ReadsEveryKind) {
  const source::Model model =
      read_text(plate_and("  #mw tree_parent 0\n"
                          "  #mw tree_type 33\n"
                          "  #mw  padding \t 513\n"
                          "  #mw tail mesh.texture_1 \\x00a\n"
                          "  #mw reserved mesh.faces 7\n"
                          "  #mw at mesh.faces 4660\n"
                          "  #mw mesh.vertices size 4\n"
                          "  #mw mesh.index_lists.0 1 0300\n"
                          "  #mw geometry 00000000000000ff 1\n"
                          "  #mw mesh.average 0 0.5 1\n"
                          "  #mw keys 0000000000000100 3\n"
                          "  #mw controllers size 2\n"));
  const source::Residual& residual = model.nodes[1].residual;
  EXPECT_EQ(residual.parent, 0U);
  EXPECT_EQ(residual.type, 33);
  const std::vector<Note> expected = {
      {.name = "padding", .type = {Scalar::u16, 1}, .bytes = bytes({0x01, 0x02})},
      {.kind = Note::Kind::tail,
       .part = "mesh",
       .name = "texture_1",
       .type = {Scalar::text, 32},
       .bytes = bytes({0x00, 0x61})},
      {.kind = Note::Kind::reserved,
       .part = "mesh",
       .name = "faces",
       .type = {Scalar::u32, 1},
       .bytes = bytes({0x07, 0x00, 0x00, 0x00})},
      {.place = true,
       .part = "mesh",
       .name = "faces",
       .type = {Scalar::u32, 1},
       .bytes = bytes({0x34, 0x12, 0x00, 0x00})},
      {.kind = Note::Kind::size, .part = "mesh", .name = "vertices", .type = {Scalar::u32, 1}, .first = 4},
      {.kind = Note::Kind::rows,
       .index = 0,
       .part = "mesh",
       .name = "index_lists",
       .type = {Scalar::bytes, 2},
       .first = 1,
       .bytes = bytes({0x03, 0x00})},
  };
  EXPECT_EQ(residual.notes, expected);
  ASSERT_TRUE(residual.geometry);
  EXPECT_EQ(residual.geometry->hash, 0xFFU);
  EXPECT_EQ(residual.geometry->missing, 0U);
  ASSERT_EQ(residual.geometry->notes.size(), 1U);
  EXPECT_EQ(residual.geometry->notes[0].bytes,
            bytes({0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x3f, 0x00, 0x00, 0x80, 0x3f}));
  ASSERT_TRUE(residual.keys);
  EXPECT_EQ(residual.keys->hash, 0x100U);
  EXPECT_EQ(residual.keys->missing, 2U);
  EXPECT_FALSE(residual.keys->hold(0x100));
  EXPECT_TRUE(residual.geometry->hold(0xFF));
  EXPECT_FALSE(residual.geometry->hold(0));
}

/// Rows that take several lines are one note, and an error is at the line that it is in.
TEST(MdlNotes, RowsOfSeveralLinesAreOne) {
  const std::string lines =
      "  #mw mesh.index_lists.0 0 00000100\n"
      "  #mw mesh.index_lists.0 2 02000300\n"
      "  #mw mesh.index_lists.0 4 00000100\n";
  const source::Model model = read_text(plate_and(lines));
  ASSERT_EQ(model.nodes[1].residual.notes.size(), 1U);
  EXPECT_EQ(model.nodes[1].residual.notes[0].bytes,
            bytes({0x00, 0x00, 0x01, 0x00, 0x02, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00}));
  EXPECT_EQ(error_of_compiling(plate_and(lines)), test::kNoError);
  const auto message = [](int line) {
    return "line " + std::to_string(line) +
           ", column 1: nodes[1]: the note \"mesh.index_lists.0\" makes no sense here";
  };
  EXPECT_EQ(error_of_compiling(plate_and(lines + "  #mw mesh.index_lists.0 6 0000\n")), message(33));
  EXPECT_EQ(error_of_compiling(plate_and(lines + "  #mw mesh.index_lists.0 5 00000000\n")), message(33));
  EXPECT_EQ(error_of_compiling(plate_and("  #mw mesh.index_lists.0 7 0000\n")), message(30));
  // A gap or another width begins another.
  const std::string apart =
      "  #mw mesh.index_lists.0 0 0000\n"
      "  #mw mesh.index_lists.0 2 0200\n"
      "  #mw mesh.index_lists.0 3 03000000\n";
  EXPECT_EQ(read_text(plate_and(apart)).nodes[1].residual.notes.size(), 3U);
}

/// What nobody understands is somebody's: it is written as it stood.
TEST(MdlNotes, LinesThatMakeNoSenseAreKept) {
  const std::string lines =
      "  #mw what  ever 1\n"
      "  #mw padding x\n"
      "  #mw tree_parent 0\n"
      "  #mw geometry ? 2\n"
      "  #mw mesh.average 1\n";
  const std::string text = ascii::write(read_text(plate_and(lines)));
  EXPECT_NE(text.find(lines), text.npos) << text;
  const std::string head = "headlink 0\n#mw variant k3-pc\n#mw mdx 1\n#mw at tree 1\n#mw \n";
  const std::string whole = ascii::write(read_text(replaced(std::string(kPlate), "headlink 0\n", head)));
  EXPECT_NE(whole.find(head.substr(head.find('#'))), whole.npos) << whole;
}

/// A note that somebody removed is missing in the next text too.
TEST(MdlNotes, WhatIsMissingStaysMissing) {
  File file = sample({});
  for (Vec3& normal : file.nodes[kTail].mesh->mdx->rows.normals) normal = {0, 1, 0};
  std::string text = sample_text(file);
  const std::size_t at = text.find("  #mw mesh.rows.normals ", text.find("node danglymesh"));
  ASSERT_NE(at, text.npos);
  text.erase(at, text.find('\n', at) + 1 - at);
  const source::Model model = read_text(text);
  EXPECT_EQ(model.nodes[kTail].residual.geometry->missing, 1U);
  EXPECT_EQ(ascii::write(model), text);
}

/// Of two guards each must be that of the lists, and the last says how many notes there are.
TEST(MdlNotes, GuardsOfOneKindAreOne) {
  const auto geometry_of = [](std::string_view notes) {
    return *read_text(plate_and(notes)).nodes[1].residual.geometry;
  };
  const source::GuardedNotes same = geometry_of(
      "  #mw geometry 00000000000000ff 1\n  #mw padding 1\n"
      "  #mw geometry 00000000000000ff 3\n  #mw padding 2\n");
  EXPECT_EQ(same.hash, 0xFFU);
  EXPECT_EQ(same.notes.size(), 2U);
  EXPECT_EQ(same.missing, 1U);
  EXPECT_EQ(geometry_of("  #mw geometry 00000000000000ff 0\n  #mw geometry 00000000000000fe 0\n").hash,
            std::nullopt);
}

}  // namespace
}  // namespace mw::kotor::mdl
