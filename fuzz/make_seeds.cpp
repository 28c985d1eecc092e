// make_seeds NAME FOLDER: writes what the fuzz target NAME starts from: the built-in samples of a format
// (NAME is its id with _ for -), all samples as glTF or OBJ, or small files made by code.
#include <meshwright/files/output.h>
#include <meshwright/formats/convert.h>

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>

#include "exchange/image_fixtures.h"

namespace {

using mw::Bytes;

std::vector<Bytes> images() {
  std::vector<Bytes> all = mw::test::tga_samples();
  for (Bytes& sample : mw::test::dds_samples()) all.push_back(std::move(sample));
  return all;
}

std::vector<Bytes> tables() {
  constexpr std::string_view kBinary(
      "2DA V2.b\nlabel\tWalk\t\0\1\0\0\0"
      "0\t\0\0\2\0\4\0a\0"
      "1\0",
      37);
  constexpr std::string_view kText = "2DA V2.0\n\nlabel Walk\n0 \"a b\" 1\n1 **** 0\n";
  std::vector<Bytes> all;
  for (const std::string_view text : {kBinary, kText}) {
    const mw::ByteSpan bytes = mw::bytes_of(text);
    all.emplace_back(bytes.begin(), bytes.end());
  }
  return all;
}

std::vector<Bytes> json_texts() {
  constexpr std::string_view kText = R"({"a":[1,-2.5e-3,true,false,null],"b\u0041":{"c":"\ud83d\ude00\n"}})";
  const mw::ByteSpan bytes = mw::bytes_of(kText);
  return {Bytes(bytes.begin(), bytes.end())};
}

/// A square of two faces and a way across it, as nav_fuzz.cpp takes values off its input.
std::vector<Bytes> meshes() {
  Bytes bytes;
  const auto add = [&](std::initializer_list<int> values) {
    for (const int value : values) bytes.push_back(std::byte(value));
  };
  const auto add_point = [&](int x, int y, int z) { add({1, x, 1, y, 1, z}); };
  add({4});
  for (const auto& [x, y] : {std::pair(0, 0), std::pair(4, 0), std::pair(4, 4), std::pair(0, 4)})
    add_point(x, y, 0);
  add({2, 0, 1, 2, 1, 1, 1, 0, 2, 3, 1, 1, 1, 1});
  for (int way = 0; way < 4; ++way) {
    add_point(1, way, 1);
    add_point(3, 2, 1);
  }
  return {bytes};
}

/// A target takes one input: a file with a companion is its size in four bytes, the file and the companion.
Bytes joined(const mw::Output& sample) {
  if (!sample.companion) return sample.bytes;
  const auto size = std::uint32_t(sample.bytes.size());
  const auto prefix = std::as_bytes(std::span(&size, 1));
  Bytes bytes(prefix.begin(), prefix.end());
  bytes.insert(bytes.end(), sample.bytes.begin(), sample.bytes.end());
  bytes.insert(bytes.end(), sample.companion->begin(), sample.companion->end());
  return bytes;
}

std::vector<mw::Document> samples_of(const mw::Format& format) {
  std::vector<mw::Document> all;
  if (format.sample == nullptr) return all;
  for (const std::string_view extension : format.extensions)
    for (const char* name : {"sample", "skin"})
      if (auto sample = format.sample(name + std::string(extension), {})) all.push_back(*std::move(sample));
  return all;
}

std::vector<Bytes> samples(const mw::Format& format) {
  std::vector<Bytes> all;
  const mw::OptionValues none;
  for (const mw::Document& sample : samples_of(format))
    if (const auto file = mw::write(sample, {.options = none})) all.push_back(joined(*file));
  return all;
}

/// Every sample as a file of `target`.
std::vector<Bytes> converted(const mw::Format& target, const std::string& name) {
  std::vector<Bytes> all;
  const bool can_compress = !target.options.empty();
  for (const mw::Format* format : mw::formats()) {
    for (const mw::Document& sample : samples_of(*format)) {
      for (const bool compress : {false, true}) {
        mw::Target wanted{.format = &target, .name = name};
        if (compress && can_compress) wanted.options.set("compress");
        if (auto made = mw::convert(sample, wanted)) all.push_back(std::move(made->output.bytes));
      }
    }
  }
  return all;
}

/// Every sample as a GLB, behind the number of the file that it is put onto.
std::vector<Bytes> edits() {
  std::vector<Bytes> all = converted(*mw::find_format("gltf"), "a.glb");
  for (std::size_t i = 0; i < all.size(); ++i) all[i].insert(all[i].begin(), std::byte(i));
  return all;
}

/// Bytes of walkmeshes are as good as any: their floats and small numbers make faces that nobody would draw.
std::vector<Bytes> meshes_and_walkmeshes() {
  std::vector<Bytes> all = meshes();
  for (Bytes& sample : samples(*mw::find_format("kotor-walkmesh"))) all.push_back(std::move(sample));
  return all;
}

std::vector<Bytes> seeds(std::string name) {
  if (name == "image") return images();
  if (name == "json") return json_texts();
  if (name == "kotor_two_da") return tables();
  if (name == "nav") return meshes_and_walkmeshes();
  if (name == "kotor_new_model") return meshes();
  if (name == "plan") name = "kotor_walkmesh";
  if (name == "gltf") return converted(*mw::find_format(name), "a.glb");
  if (name == "onto") return edits();
  if (name == "obj") return converted(*mw::find_format(name), "a.obj");
  std::ranges::replace(name, '_', '-');
  const mw::Format* format = mw::find_format(name);
  return format == nullptr ? std::vector<Bytes>() : samples(*format);
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  const std::vector<Bytes> all = seeds(words[1]);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!mw::write_file(words[2] + ("/seed" + std::to_string(i)), all[i], {.force = true})) return 1;
  return all.empty() ? 2 : 0;
}
