#pragma once

#include <gtest/gtest.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_source.h>

#include <string>
#include <string_view>

#include "kotor/mdl/fixtures.h"
#include "support/bytes.h"
#include "support/cases/text_cases.h"

namespace mw::kotor::mdl {

using test::replaced;

inline source::Model read_text(std::string_view text) {
  auto model = ascii::read(bytes_of(text));
  EXPECT_EQ(test::message_of(model), test::kNoError);
  return model ? *std::move(model) : source::Model{};
}

inline std::string error_of_text(std::string_view text) {
  return test::message_of(ascii::read(bytes_of(text)));
}

inline File compile_text(std::string_view text, const CompileOptions& options = {}) {
  auto made = compile(read_text(text), options);
  EXPECT_EQ(test::message_of(made), test::kNoError);
  return made ? std::move(made->file) : File{};
}

inline std::string error_of_compiling(std::string_view text, const CompileOptions& options = {}) {
  return test::message_of(compile(read_text(text), options));
}

/// A model as a text, with all its bits unless it is plain.
inline std::string sample_text(const File& file, bool plain = false) {
  const Decompiled described = decompile(file, {.plain = plain});
  EXPECT_TRUE(plain || described.losses.empty()) << described.losses.front();
  return ascii::write(described.model);
}

/// Through the text and back: the same two files.
inline void expect_same_through_text(const File& file) {
  EXPECT_EQ(first_difference(written(compile_text(sample_text(file))), written(file)), "");
}

/// A square of two faces with a texture, as other programs write it.
inline constexpr std::string_view kPlate = R"(# Exported by hand
# MODEL ASCII
newmodel plate
setsupermodel plate NULL
classification character
classification_unk1 0
ignorefog 1
setanimationscale 1.0
compress_quaternions 0
headlink 0

# GEOM ASCII
beginmodelgeom plate
  bmin -5.0 -5.0 -1.0
  bmax 5.0 5.0 10.0
  radius 7.0
node dummy plate
  parent NULL
endnode
node trimesh top
  parent plate
  position 1.0 2.0 3.0
  orientation 0.0 0.0 1.0 1.5707963267948966
  diffuse 1.0 0.5 0.25
  ambient 0.2 0.2 0.2
  render 1
  shadow 0
  tangentspace 1
  bitmap wood
  verts 4
    0.0 0.0 0.0
    1.0 0.0 0.0
    1.0 1.0 0.0
    0.0 1.0 0.0
  faces 2
    0 1 2  1  0 1 2  7
    0 2 3  1  0 2 3  7
  tverts 4
    0.0 0.0 0.0
    1.0 0.0 0.0
    1.0 1.0 0.0
    0.0 1.0 0.0
endnode
endmodelgeom plate

newanim turn plate
  length 1.0
  transtime 0.25
  animroot plate
  event 0.5 snd_step
    node dummy plate
      parent NULL
    endnode
    node dummy top
      parent plate
      positionkey
        0.0 1.0 2.0 3.0
        1.0 1.0 2.0 4.5
      endlist
      orientationkey 2
        0.0 0.0 0.0 1.0 0.0
        1.0 0.0 0.0 1.0 3.141592653589793
    endnode
doneanim turn plate

donemodel plate
)";

}  // namespace mw::kotor::mdl
