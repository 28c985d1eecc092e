#include <gtest/gtest.h>
#include <meshwright/kotor/detail/two_da.h>

#include "support/bytes.h"
#include "support/corpus.h"

namespace mw::kotor {
namespace {

TEST(TwoDaCorpus, RealTablesAreRead) {
  const auto files = test::corpus_files("kotor/2da", ".2da");
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    const auto table = read_two_da(test::read_bytes(path));
    ASSERT_TRUE(table) << to_string(table.error());
    EXPECT_GE(table->columns.size(), 3U);
    EXPECT_GE(table->rows.size(), 3U);
    for (const auto& row : table->rows) EXPECT_EQ(row.size(), table->columns.size());
    if (!path.string().ends_with("creaturespeed.2da")) continue;
    EXPECT_EQ(table->rows.size(), 12U);
    EXPECT_EQ(table->rows[2][table->find_column("walkrate").value()], "0.75");
  }
}

}  // namespace
}  // namespace mw::kotor
