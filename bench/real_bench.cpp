#include <assimp/scene.h>
#include <fmt/format.h>
#include <meshwright/core/field_value.h>
#include <meshwright/exchange/gltf.h>
#include <meshwright/kotor/mdl_scene.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/wows/geometry.h>
#include <meshwright/wows/geometry_scene.h>

#include <assimp/Importer.hpp>
#include <cstring>
#include <functional>

#include "bench.h"
#include "real_files.h"

/// What modders have: hundreds of files of some dozens of kilobytes, and a few large ones.
namespace mw::bench {
namespace {

namespace mdl = kotor::mdl;
namespace walkmesh = kotor::walkmesh;
namespace geometry = wows::geometry;

constexpr std::size_t kLarge = 2'000'000;

/// Copies bytes into memory that was touched before.
class WarmCopy {
 public:
  void add(ByteSpan bytes) {
    parts_.push_back(bytes);
    to_.resize(std::max(to_.size(), bytes.size()));
  }

  void operator()() {
    for (const ByteSpan part : parts_) {
      std::memcpy(to_.data(), part.data(), part.size());
      keep(to_);
    }
  }

 private:
  std::vector<ByteSpan> parts_;
  Bytes to_;
};

/// The larger of ratios of the same kind, and whose it is.
struct Worst {
  std::string name;
  double ratio = 0;
  std::size_t count = 0;

  void take(const std::string& which, double each) {
    ++count;
    if (each > ratio) {
      ratio = each;
      name = which;
    }
  }

  void add_row(std::vector<Row>& rows, const std::string& bar, const std::string& what, double limit) const {
    if (count > 0)
      rows.push_back({bar, fmt::format("{}, the slowest of {} {} ({})", what, count, kind_of_files(), name),
                      ratio, limit});
  }
};

int rounds_for(std::size_t size) {
  return size > kLarge ? 15 : 60;
}

double ratio_of(const Times& times) {
  return times.first / times.second;
}

void walkmesh_rows(std::vector<Row>& rows) {
  const std::vector<RealFile> files = real_walkmeshes();
  const auto all = [&](auto work) {
    return [&files, work] {
      for (const RealFile& file : files) work(file.bytes);
    };
  };
  const auto read = all([](const Bytes& bytes) { keep(walkmesh::read(bytes)); });
  WarmCopy copy;
  for (const RealFile& file : files) copy.add(file.bytes);
  const std::string what = fmt::format("{} {} WOKs one after another", files.size(), kind_of_files());
  rows.push_back({"P1", "read " + what + " / warm copy", ratio_of(measure(read, copy, 40)), 4});
  const auto view = all([](const Bytes& bytes) { keep(walkmesh::view(bytes)); });
  rows.push_back({"P1", "view " + what + " / warm copy", ratio_of(measure(view, copy, 40)), 2});
  std::vector<walkmesh::File> opened;
  for (const RealFile& file : files) opened.push_back(walkmesh::read(file.bytes).value());
  const auto validate = [&] {
    for (const walkmesh::File& file : opened) {
      Findings findings;
      walkmesh::validate(file, findings);
      keep(findings);
    }
  };
  rows.push_back({"P18", "validate " + what + " / reading them", ratio_of(measure(validate, read, 20)), 12});
}

struct ModelRows {
  Worst read_rooms, read_creatures, read_others;
  Worst glb_rooms, glb_creatures, glb_others;
  Worst validated, dumped;
};

bool is_creature(const mdl::File& file) {
  return file.animations.size() > 10;
}

void measure_model(ModelRows& found, const RealModel& model) {
  const Bytes& bytes = model.pair.mdl;
  const Bytes& mdx = *model.pair.mdx;
  const auto read = [&] { keep(mdl::read(bytes, mdx)); };
  const auto convert = [&] {
    return exchange::write_gltf(mdl::to_scene(mdl::read(bytes, mdx).value())).value().bytes;
  };
  const mdl::File file = mdl::read(bytes, mdx).value();
  const bool large = model.size() > kLarge;
  const int rounds = rounds_for(model.size());
  WarmCopy input;
  input.add(bytes);
  input.add(mdx);
  WarmCopy both = input;
  const Bytes glb = convert();
  both.add(glb);
  const auto which = [&](Worst& rooms, Worst& creatures, Worst& others) -> Worst& {
    return !large ? others : is_creature(file) ? creatures : rooms;
  };
  which(found.read_rooms, found.read_creatures, found.read_others)
      .take(model.name, ratio_of(measure(read, input, rounds)));
  which(found.glb_rooms, found.glb_creatures, found.glb_others)
      .take(model.name, ratio_of(measure([&] { keep(convert()); }, both, rounds)));
  const auto validate = [&] {
    Findings findings;
    mdl::validate(file, findings);
    keep(findings);
  };
  found.validated.take(model.name, ratio_of(measure(validate, read, rounds / 3)));
  std::size_t told = 0;
  const Trace trace = [&](const TracedField& field) {
    told += field.path.size() + field_value_text(field).size();
  };
  const auto dump = [&] { keep(mdl::read(bytes, mdx, {.mdl = &trace, .mdx = &trace})); };
  found.dumped.take(model.name, ratio_of(measure(dump, read, rounds / 5)));
}

void model_rows(std::vector<Row>& rows) {
  ModelRows found;
  for (const RealModel& model : real_models()) measure_model(found, model);
  found.read_rooms.add_row(rows, "P2", "read rooms over 2 MB / warm copy", 4);
  found.read_creatures.add_row(rows, "P2", "read creatures over 2 MB / warm copy", 8);
  found.read_others.add_row(rows, "P2", "read models over 40 KB / warm copy", 12);
  const std::string copied = " to GLB / warm copy of input and output";
  found.glb_rooms.add_row(rows, "P14", "rooms over 2 MB" + copied, 4);
  found.glb_creatures.add_row(rows, "P14", "creatures over 2 MB" + copied, 8);
  found.glb_others.add_row(rows, "P14", "models over 40 KB" + copied, 20);
  found.validated.add_row(rows, "P18", "validate models / reading them", 4);
  found.dumped.add_row(rows, "P18", "dump models / reading them", 25);
}

void geometry_rows(std::vector<Row>& rows) {
  double ours = 0;
  double theirs = 0;
  std::size_t count = 0;
  for (const RealFile& file : real_geometries()) {
    const auto convert = [&]() -> Result<Bytes> {
      return geometry::read(file.bytes)
          .and_then([](const geometry::File& read) {
            return geometry::to_scene(read, {}, wows::ShapeNames::built_in());
          })
          .and_then([](const scene::Scene& scene) { return exchange::write_gltf(scene); })
          .map([](exchange::GltfFile glb) { return std::move(glb.bytes); });
    };
    const auto glb = convert();
    if (!glb || glb->size() < 10'000) continue;
    const auto by_assimp = [&] {
      Assimp::Importer importer;
      keep(importer.ReadFileFromMemory(glb->data(), glb->size(), 0, "glb"));
    };
    const Times times = measure([&] { keep(convert()); }, by_assimp, 10);
    ours += times.first;
    theirs += times.second;
    ++count;
  }
  rows.push_back({"P15",
                  fmt::format("{} {} .geometry to GLB / assimp reading the GLBs", count, kind_of_files()),
                  ours / theirs, 0.5});
}

}  // namespace

void real_sizes(std::vector<Row>& rows) {
  walkmesh_rows(rows);
  model_rows(rows);
  geometry_rows(rows);
}

}  // namespace mw::bench
