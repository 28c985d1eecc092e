#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/exchange/gltf.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/bytes.h"

/// Small files of other programs, made by hand.
namespace mw::exchange {

inline std::string base64(const std::vector<int>& bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto at = [&](std::size_t k) { return k < bytes.size() ? unsigned(bytes[k]) & 0xFFU : 0U; };
    const unsigned bits = at(i) << 16U | at(i + 1) << 8U | at(i + 2);
    for (int shift = 18; shift >= 0; shift -= 6) text += kDigits[bits >> unsigned(shift) & 63U];
  }
  for (std::size_t i = 0; i < (3 - bytes.size() % 3) % 3; ++i) text[text.size() - 1 - i] = '=';
  return text;
}

inline std::string data_uri(const std::vector<int>& bytes) {
  return "data:application/octet-stream;base64," + base64(bytes);
}

/// One mesh with one primitive; the bytes are one buffer with one view.
struct Foreign {
  std::vector<int> bytes = {};
  std::string accessors = {};
  std::string attributes = {};
  std::string primitive = {};  // more members of the primitive
  std::string view = {};       // more members of the view
  std::string more = {};       // more members of the document
};

inline std::string json_of(const Foreign& f) {
  return fmt::format(
      R"({{"asset":{{"version":"2.0"}},"nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{{"attributes":{{{}}}{}}}]}}],)"
      R"("accessors":[{}],"bufferViews":[{{"buffer":0,"byteLength":{}{}}}],)"
      R"("buffers":[{{"byteLength":{},"uri":"{}"}}]{}}})",
      f.attributes, f.primitive, f.accessors, f.bytes.size(), f.view, f.bytes.size(), data_uri(f.bytes),
      f.more);
}

inline scene::Scene read(const Foreign& f) {
  auto scene = read_gltf(bytes_of(json_of(f)));
  EXPECT_TRUE(scene) << to_string(scene.error()) << json_of(f);
  return scene ? *std::move(scene) : scene::Scene{.meshes = {{.primitives = {{}}}}};
}

inline scene::Primitive primitive(const Foreign& f) {
  return read(f).meshes[0].primitives[0];
}

inline std::string message(const std::string& json) {
  const auto scene = read_gltf(bytes_of(json));
  return scene ? "no error" : to_string(scene.error());
}

inline std::string accessor(int component, int count, std::string_view type, std::string_view more = {}) {
  return fmt::format(R"({{"bufferView":0,"componentType":{},"count":{},"type":"{}"{}}})", component, count,
                     type, more);
}

}  // namespace mw::exchange
