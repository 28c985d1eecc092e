#include <fmt/format.h>
#include <meshwright/kotor/mdl_source.h>

#include <algorithm>

#include "support/bench.h"
#include "support/models.h"
#include "support/real_files.h"

namespace mw::bench {

namespace mdl = kotor::mdl;

namespace {

constexpr std::string_view kWhyDecompile =
    "Decompiling: three fifths of a creature's go into the model's description, most of that into the "
    "shortest number "
    "that gives each key of an animation again, which is printed, read back and compared; two fifths print "
    "it. A "
    "quarter of all is the shortest text of floats.";
constexpr std::string_view kWhyCompile =
    "Compiling: five sixths are reading the text, half of all the numbers in its lines (three tenths the "
    "conversion of decimal digits alone), where a binary file has them ready to be copied.";
constexpr std::string_view kWhyBoth = "There and back: see decompiling and compiling.";

void add_rows(std::vector<Row>& rows, std::string_view what, const mdl::Pair& pair) {
  const auto read = [&] { keep(mdl::read(pair.mdl, *pair.mdx)); };
  const mdl::File file = mdl::read(pair.mdl, *pair.mdx).value();
  const std::string text = mdl::ascii::write(mdl::decompile(file, {}).model);
  const double megabytes = double(pair.mdl.size() + pair.mdx->size()) / 1e6;
  const auto decompile = [&] { keep(mdl::ascii::write(mdl::decompile(file, {}).model)); };
  const auto compile = [&] { keep(mdl::compile(*mdl::ascii::read(bytes_of(text)), {})); };
  const Times down = measure(decompile, read, 10);
  rows.push_back({"P19", fmt::format("decompile {} of {:.1f} MB to text / reading it", what, megabytes),
                  down.first / down.second, 20, kWhyDecompile});
  const Times up = measure(compile, read, 10);
  rows.push_back({"P19",
                  fmt::format("compile {} of {:.1f} MB from text / reading the binary", what, megabytes),
                  up.first / up.second, 20, kWhyCompile});
}

void add_real_models(std::vector<Row>& rows) {
  std::vector<mdl::Pair> pairs;
  for (RealModel& model : every_real_model()) pairs.push_back(std::move(model.pair));
  if (pairs.empty()) return;
  const auto read = [](const mdl::Pair& pair) {
    return mdl::read(pair.mdl, pair.mdx ? std::optional<ByteSpan>(*pair.mdx) : std::nullopt);
  };
  const auto there_and_back = [&] {
    for (const mdl::Pair& pair : pairs) {
      const std::string text = mdl::ascii::write(mdl::decompile(read(pair).value(), {}).model);
      keep(mdl::compile(*mdl::ascii::read(bytes_of(text)), {}));
    }
  };
  const auto only_read = [&] {
    for (const mdl::Pair& pair : pairs) keep(read(pair));
  };
  const Times times = measure(there_and_back, only_read, 3);
  constexpr double kEachWay = 20;
  rows.push_back({"P19", fmt::format("{} real models read, to text and back / reading them", pairs.size()),
                  times.first / times.second, 1 + 2 * kEachWay, kWhyBoth});
  const auto largest = std::ranges::max_element(
      pairs, {}, [](const mdl::Pair& pair) { return pair.mdx ? pair.mdl.size() + pair.mdx->size() : 0; });
  add_rows(rows, "the largest real model", *largest);
}

}  // namespace

void mdl_ascii(std::vector<Row>& rows) {
  add_rows(rows, "a room", room(40));
  add_rows(rows, "a creature with 20 animations", creature(20));
  add_real_models(rows);
  const mdl::Pair half = room(20);
  const mdl::Pair whole = room(40);
  const auto text_of = [](const mdl::Pair& pair) {
    return mdl::ascii::write(mdl::decompile(mdl::read(pair.mdl, *pair.mdx).value(), {.plain = true}).model);
  };
  const std::string small = text_of(half);
  const std::string large = text_of(whole);
  const auto compile = [](const std::string& text) {
    keep(mdl::compile(*mdl::ascii::read(bytes_of(text)), {}));
  };
  const Times grown = measure([&] { compile(large); }, [&] { compile(small); }, 10);
  rows.push_back({"time", "compile a plain text of 40 meshes / of 20", grown.first / grown.second, 2.5});
}

}  // namespace mw::bench
