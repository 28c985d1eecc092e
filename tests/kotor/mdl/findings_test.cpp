#include <gtest/gtest.h>
#include <meshwright/kotor/mdl.h>

#include <algorithm>
#include <cmath>

#include "fixtures.h"
#include "mesh_cases.h"
#include "support/cases/finding_cases.h"

/// What findings say together: how many one cause makes, and how they call other nodes.
namespace mw::kotor::mdl {
namespace {

/// Names come out of files: what a message says of another node cannot reach a terminal's controls.
TEST(MdlFindings, NamesInMessagesAreEscaped) {
  File file = sample({});
  file.names[kHip].text = "hip\x1b[2J";
  file.nodes[kNeck].header.number = kHip;
  EXPECT_EQ(test::findings_of(file, "MDL_NODE_NUMBER_REPEATED"),
            (std::vector<std::string>{
                "nodes[2].number 0x000005ef: number 1 is also that of nodes[1] \"hip\\x1b[2J\""}));
}

/// Fills rows of the skin, from one on, with what another mesh might have there.
void damage_rows(Mesh& mesh, std::size_t from) {
  VertexRows& rows = mesh.mdx->rows;
  for (std::size_t vertex = from; vertex < rows.positions.size(); ++vertex) {
    rows.positions[vertex] = Vec3(1e30F);
    rows.normals[vertex] = Vec3(7);
    rows.weights[vertex] = {3, 3, 3, 3};
    rows.bones[vertex] = {77, 78, 79, 80};
    for (std::size_t i = 0; i < 3; ++i) rows.tangents[0][vertex][i] *= -1;
  }
  mesh.mdx->sentinel->positions[0] = Vec3(5);
}

/// One cause, one finding: whatever else is in a row that is not this vertex's is not looked into.
TEST(MdlFindings, RowsOfAnotherVertexAreToldOnce) {
  File file = sample({});
  damage_rows(body(file), 8);
  // Measured by what is drawn, the box, the radius and what follows from the corners are wrong as well.
  const std::vector<std::string_view> codes = test::codes_of(file);
  EXPECT_TRUE(std::ranges::count(codes, "MDL_VERTEX_MISMATCH") == 1);
  for (const char* code : {"MDL_NORMAL_NOT_UNIT", "MDL_TANGENT_MIRRORED", "MDL_SENTINEL_UNKNOWN",
                           "MDL_WEIGHT_SUM_MISMATCH", "MDL_BONE_SLOT_UNKNOWN", "MDL_BONE_UNUSED"})
    EXPECT_EQ(std::ranges::count(codes, code), 0) << code;
}

TEST(MdlFindings, ADamagedMdxIsNotBlamedOnTheMdl) {
  File file = sample({});
  file.mdx_bytes -= 1;
  for (std::size_t from : {0U, 8U}) {
    damage_rows(body(file), from);
    EXPECT_EQ(test::codes_of(file),
              (std::vector<std::string_view>{"MDL_MDX_SIZE_MISMATCH", "MDL_VERTEX_MISMATCH"}));
  }
  body(file).mdx->sentinel.reset();
  EXPECT_EQ(test::codes_of(file),
            (std::vector<std::string_view>{"MDL_MDX_SIZE_MISMATCH", "MDL_VERTEX_MISMATCH"}));
}

/// On the Xbox there is no copy in the MDL.
TEST(MdlFindings, PositionsOfTheMdxAreFiniteToo) {
  File file = sample(kXbox);
  body(file).mdx->rows.positions[3].y = std::nanf("");
  EXPECT_EQ(test::findings_of(file, "MDL_VALUE_NOT_FINITE").size(), 1U);
  Findings findings;
  validate(file, findings);
  EXPECT_EQ(findings.all()[0].where, "mdx.nodes[7].rows[3].positions");
  EXPECT_EQ(test::codes_of(file), (std::vector<std::string_view>{"MDL_VALUE_NOT_FINITE"}));
}

/// On the PC the MDL's copy may be sound while what is drawn is not.
TEST(MdlFindings, PositionsOfTheMdxAreFiniteThoughTheCopyIs) {
  File file = sample({});
  body(file).mdx->rows.positions[3].y = std::nanf("");
  Findings findings;
  validate(file, findings);
  EXPECT_EQ(test::codes_of(file), (std::vector<std::string_view>{"MDL_VALUE_NOT_FINITE"}));
  EXPECT_EQ(findings.all()[0].where, "mdx.nodes[7].rows[3].positions");
}

}  // namespace
}  // namespace mw::kotor::mdl
