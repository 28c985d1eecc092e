#include <gtest/gtest.h>
#include <meshwright/core/detail/sink.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/math.h>

#include <string>
#include <vector>

#include "support/allocations.h"

namespace mw {
namespace {

void write_table(JsonWriter& json, const std::vector<Vec3>& rows) {
  json.begin_object();
  json.table("rows", rows);
  json.end_object();
}

/// Follows a text that comes in pieces without keeping it.
class Follower {
 public:
  explicit Follower(std::string_view expected) : expected_(expected) {}

  TextSink sink() {
    return [this](std::string_view piece) {
      longest_ = std::max(longest_, piece.size());
      same_ = same_ && expected_.substr(at_, piece.size()) == piece;
      at_ += piece.size();
    };
  }
  bool saw_all() const { return same_ && at_ == expected_.size(); }
  std::size_t longest() const { return longest_; }

 private:
  std::string_view expected_;
  std::size_t at_ = 0;
  std::size_t longest_ = 0;
  bool same_ = true;
};

TEST(JsonSink, AMillionRowsPassThroughABufferOfTwoPieces) {
  const std::vector<Vec3> rows(1000000, Vec3(0.5F, -1, 1e-7F));
  for (const auto style : {JsonWriter::Style::pretty, JsonWriter::Style::compact}) {
    JsonWriter whole(style);
    write_table(whole, rows);
    Follower follower(whole.text());
    const test::AllocationCounter allocations;
    JsonWriter json(style, follower.sink());
    json.reserve(100 << 20);  // of use only where the text is collected
    write_table(json, rows);
    json.finish();
    EXPECT_LE(allocations.total(), 2 * JsonWriter::kPiece);
    EXPECT_TRUE(follower.saw_all());
    EXPECT_LE(follower.longest(), JsonWriter::kPiece + 100);
    EXPECT_EQ(json.text(), "");
  }
}

TEST(JsonSink, LongValuesAreHandedOnInOrder) {
  const std::string plain(300000, 'x');
  const std::string quotes(300000, '"');
  const Bytes bytes(300000, std::byte(0xAB));
  const auto write_all = [&](JsonWriter& json) {
    json.begin_object();
    json.member("plain", plain);
    json.member("quotes", quotes);
    json.field("bytes", bytes);
    json.key("raw");
    json.raw_value("[" + std::string(200000, ' ') + "]");
    json.member("last", 1);
    json.end_object();
  };
  JsonWriter whole(JsonWriter::Style::pretty);
  write_all(whole);
  Follower follower(whole.text());
  JsonWriter json(JsonWriter::Style::pretty, follower.sink());
  write_all(json);
  EXPECT_FALSE(follower.saw_all());  // the end waits for finish()
  json.finish();
  EXPECT_TRUE(follower.saw_all());
}

TEST(JsonSink, WithoutASinkTheTextIsCollected) {
  JsonWriter json(JsonWriter::Style::compact);
  write_table(json, std::vector<Vec3>(20000, Vec3(1)));
  json.finish();
  EXPECT_EQ(json.text().size(), std::string_view(R"({"rows":[]})").size() + 20000 * 8 - 1);
}

}  // namespace
}  // namespace mw
