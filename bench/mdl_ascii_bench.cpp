#include <fmt/format.h>
#include <meshwright/kotor/mdl_ascii.h>
#include <meshwright/kotor/mdl_compile.h>

#include "bench.h"
#include "models.h"

namespace mw::bench {

namespace mdl = kotor::mdl;

namespace {

void add_rows(std::vector<Row>& rows, std::string_view what, const mdl::Pair& pair) {
  const auto read = [&] { keep(mdl::read(pair.mdl, *pair.mdx)); };
  const mdl::File file = mdl::read(pair.mdl, *pair.mdx).value();
  const std::string text = mdl::ascii::write(mdl::decompile(file, {}));
  const double megabytes = double(pair.mdl.size() + pair.mdx->size()) / 1e6;
  const auto decompile = [&] { keep(mdl::ascii::write(mdl::decompile(file, {}))); };
  const auto compile = [&] { keep(mdl::compile(*mdl::ascii::read(bytes_of(text)), {})); };
  const Times down = measure(decompile, read, 10);
  rows.push_back({"P19", fmt::format("decompile {} of {:.1f} MB to text / reading it", what, megabytes),
                  down.first / down.second, 20});
  const Times up = measure(compile, read, 10);
  rows.push_back({"P19",
                  fmt::format("compile {} of {:.1f} MB from text / reading the binary", what, megabytes),
                  up.first / up.second, 20});
}

}  // namespace

void mdl_ascii(std::vector<Row>& rows) {
  add_rows(rows, "a room", room(40));
  add_rows(rows, "a creature with 20 animations", creature(20));
  const mdl::Pair half = room(20);
  const mdl::Pair whole = room(40);
  const auto text_of = [](const mdl::Pair& pair) {
    return mdl::ascii::write(mdl::decompile(mdl::read(pair.mdl, *pair.mdx).value(), {.plain = true}));
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
