#include <fmt/format.h>
#include <meshwright/core/json_text.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/walkmesh.h>
#include <rapidjson/document.h>
#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "support/bench.h"
#include "support/landscape.h"
#include "support/models.h"
#include "support/peak_memory.h"

namespace mw::bench {
namespace {

namespace mdl = kotor::mdl;
namespace walkmesh = kotor::walkmesh;

constexpr std::string_view kWhyIn =
    "Three fifths is the pass itself, RapidJSON's with a tape of what it sees; the rest fills the records, "
    "which the peer "
    "does not: in a creature five sixths of that are the small nodes of its animations, asked for members "
    "that may be "
    "missing. Less would need records that are filled while the text is parsed.";

std::string megabytes(std::size_t size) {
  return fmt::format("{:.1f} MB", double(size) / 1e6);
}

/// Takes all events and does nothing with them; but the doubles are made, which the optimiser would drop.
struct Ignore : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Ignore> {
  bool Double(double value) {
    keep(value);
    return true;
  }
};

void sax_pass(const std::string& text) {
  rapidjson::Reader reader;
  rapidjson::StringStream stream(text.c_str());
  Ignore handler;
  if (!reader.Parse(stream, handler)) fmt::print(stderr, "RapidJSON cannot read this\n");
  keep(handler);
}

/// A file that went through JSON: both ways against RapidJSON, which only looks or only writes.
void both_ways(std::vector<Row>& rows, const std::string& what, const auto& file, const auto& from_text) {
  const std::string text = to_json(file);
  const std::string name = fmt::format("{}, {} of JSON", what, megabytes(text.size()));
  const Times in = measure([&] { keep(from_text(text)); }, [&] { sax_pass(text); });
  rows.push_back({"P16", "read " + name + " / a SAX pass of RapidJSON", in.first / in.second, 1.5, kWhyIn});
  rapidjson::Document document;
  document.Parse(text.c_str());
  const auto by_writer = [&] {
    rapidjson::StringBuffer out;
    rapidjson::Writer<rapidjson::StringBuffer> writer(out);
    document.Accept(writer);
    keep(out);
  };
  const Times out = measure([&] { keep(to_json(file)); }, by_writer);
  rows.push_back({"P16", "write " + name + " / RapidJSON's Writer", out.first / out.second, 1.5});
}

/// The most memory that reading takes beside the text itself.
void memory_row(std::vector<Row>& rows, const std::string& what, const std::string& text,
                const auto& from_text) {
  const auto used = double(peak_memory([&] { keep(from_text(text)); }));
  rows.push_back({"P13", fmt::format("read {}, {} of JSON: peak / the text", what, megabytes(text.size())),
                  used / double(text.size()), 3});
}

const auto kWalkmesh = [](const std::string& text) {
  return JsonText::parse(text).and_then(walkmesh::from_json);
};
const auto kModel = [](const std::string& text) { return JsonText::parse(text).and_then(mdl::from_json); };

mdl::File read_model(const mdl::Pair& pair) {
  return mdl::read(pair.mdl, *pair.mdx).value();
}

}  // namespace

void json(std::vector<Row>& rows) {
  both_ways(rows, "a WOK", walkmesh::read(landscape(4)).value(), kWalkmesh);
  both_ways(rows, "a room", read_model(room(10)), kModel);
  both_ways(rows, "a creature with 20 animations", read_model(creature(20)), kModel);
}

void json_memory(std::vector<Row>& rows) {
  memory_row(rows, "a WOK", to_json(walkmesh::read(landscape(4)).value()), kWalkmesh);
  memory_row(rows, "a room", to_json(read_model(room(10))), kModel);
  memory_row(rows, "a creature with 20 animations", to_json(read_model(creature(20))), kModel);
}

}  // namespace mw::bench
