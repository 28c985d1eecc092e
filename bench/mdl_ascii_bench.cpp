#include <fmt/format.h>
#include <meshwright/kotor/mdl_ascii.h>
#include <meshwright/kotor/mdl_compile.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "bench.h"
#include "models.h"

namespace mw::bench {

namespace mdl = kotor::mdl;

namespace {

void add_rows(std::vector<Row>& rows, std::string_view what, const mdl::Pair& pair) {
  const auto read = [&] { keep(mdl::read(pair.mdl, *pair.mdx)); };
  const mdl::File file = mdl::read(pair.mdl, *pair.mdx).value();
  const std::string text = mdl::ascii::write(mdl::decompile(file, {}).model);
  const double megabytes = double(pair.mdl.size() + pair.mdx->size()) / 1e6;
  const auto decompile = [&] { keep(mdl::ascii::write(mdl::decompile(file, {}).model)); };
  const auto compile = [&] { keep(mdl::compile(*mdl::ascii::read(bytes_of(text)), {})); };
  const Times down = measure(decompile, read, 10);
  rows.push_back({"P19", fmt::format("decompile {} of {:.1f} MB to text / reading it", what, megabytes),
                  down.first / down.second, 20});
  const Times up = measure(compile, read, 10);
  rows.push_back({"P19",
                  fmt::format("compile {} of {:.1f} MB from text / reading the binary", what, megabytes),
                  up.first / up.second, 20});
}

Bytes content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const ByteSpan bytes = bytes_of(text);
  return {bytes.begin(), bytes.end()};
}

/// Every model of the real files, where there are any, with its MDX or without.
std::vector<mdl::Pair> real_models() {
  std::vector<mdl::Pair> pairs;
  const char* corpus = std::getenv("MESHWRIGHT_CORPUS");
  if (corpus == nullptr || *corpus == '\0') return pairs;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(corpus) / "kotor")) {
    if (entry.path().extension() != ".mdl") continue;
    std::filesystem::path mdx = entry.path();
    mdx.replace_extension(".mdx");
    pairs.push_back({.mdl = content(entry.path()), .mdx = {}});
    if (std::filesystem::exists(mdx)) pairs.back().mdx = content(mdx);
  }
  return pairs;
}

void add_real_models(std::vector<Row>& rows) {
  const std::vector<mdl::Pair> pairs = real_models();
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
  rows.push_back({"P19", fmt::format("{} real models read, to text and back / reading them", pairs.size()),
                  times.first / times.second, 41});
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
