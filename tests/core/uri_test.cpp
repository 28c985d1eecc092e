#include <gtest/gtest.h>
#include <meshwright/core/detail/uri.h>

namespace mw {
namespace {

TEST(Uri, PathsAreEncodedAndComeBack) {
  EXPECT_EQ(percent_encoded("a/b-c_d.e~1.png"), "a/b-c_d.e~1.png");
  EXPECT_EQ(percent_encoded("../my rock.png"), "../my%20rock.png");
  EXPECT_EQ(percent_encoded("100%.png"), "100%25.png");
  EXPECT_EQ(percent_encoded("é#?:\xFF"), "%C3%A9%23%3F%3A%FF");
  for (const char* path : {"plain", "a b", "100%", "%20", "é/#?:\xFF\n", ""})
    EXPECT_EQ(percent_decoded(percent_encoded(path)), path);
}

TEST(Uri, APercentSignThatEncodesNothingStays) {
  EXPECT_EQ(percent_decoded("100%"), "100%");
  EXPECT_EQ(percent_decoded("%4"), "%4");
  EXPECT_EQ(percent_decoded("%zz%41%4a"), "%zzAJ");
}

}  // namespace
}  // namespace mw
