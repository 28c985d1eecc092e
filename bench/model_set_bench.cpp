#include <meshwright/formats/convert.h>

#include "support/bench.h"
#include "support/real_files.h"
#include "support/warm_copy.h"
#include "support/worst.h"

/// Models of real sizes: hundreds of files of some dozens of kilobytes, and a few large ones.
namespace mw::bench {
namespace {

namespace mdl = kotor::mdl;

constexpr std::string_view kWhyRooms =
    "Reading rooms: nine twentieths of the instructions take the rows of the MDX apart into one array per "
    "attribute, "
    "which no plain copy does; three tenths are the allocator's. Less would need tables that are views of "
    "the file.";
constexpr std::string_view kWhyNodes =
    "Reading small models and creatures: seven tenths are the nodes of trees, most of them of animations, "
    "each a header "
    "and some tables of a few dozen bytes; over a third of all is the allocator, an eighth the check that "
    "each table lies in the file. Less would need one piece of memory for a whole document.";
constexpr std::string_view kWhyConverted =
    "Converting models: of a room a sixth is reading, two fifths the scene (a quarter of all what only this "
    "format "
    "knows, and the bounds of meshes, which are derived to be compared), two fifths the GLB, most of it its "
    "JSON; of a "
    "creature a quarter is reading, a third the scene, most of it the keys of animations, a third the GLB. "
    "Nothing stands out any more; less would need attributes that go from the file to the GLB without being "
    "copied, and no JSON tree in between.";

/// Each kind has a bar of its own.
struct Kinds {
  Worst rooms, creatures, others;

  Worst& of(const RealModel& model, const mdl::File& file) {
    if (model.size() <= kLarge) return others;
    return file.animations.size() > 10 ? creatures : rooms;
  }
};

void measure_model(Kinds& read_in, Kinds& converted, const RealModel& model) {
  const Bytes& bytes = model.pair.mdl;
  const Bytes& mdx = *model.pair.mdx;
  const auto read = [&] { keep(mdl::read(bytes, mdx)); };
  const auto to_glb = [&] {
    const Document document(*find_format("kotor-mdl"), mdl::read(bytes, mdx).value());
    return convert(document, {.format = find_format("gltf")}).value().output.bytes;
  };
  const mdl::File file = mdl::read(bytes, mdx).value();
  const int rounds = rounds_for(model.size());
  read_in.of(model, file).take(model.name, ratio_of(measure(read, WarmCopy{bytes, mdx}, rounds)));
  const Bytes glb = to_glb();
  converted.of(model, file)
      .take(model.name, ratio_of(measure([&] { keep(to_glb()); }, WarmCopy{bytes, mdx, glb}, rounds)));
}

}  // namespace

void model_set(std::vector<Row>& rows) {
  Kinds read;
  Kinds converted;
  for (const RealModel& model : real_models()) measure_model(read, converted, model);
  read.rooms.add_row(rows, "P2", "read rooms over 2 MB / warm copy", 4, kWhyRooms);
  read.creatures.add_row(rows, "P2", "read creatures over 2 MB / warm copy", 8, kWhyNodes);
  read.others.add_row(rows, "P2", "read models over 40 KB / warm copy", 12, kWhyNodes);
  const std::string copied = " to GLB / warm copy of input and output";
  converted.rooms.add_row(rows, "P14", "rooms over 2 MB" + copied, 4, kWhyConverted);
  converted.creatures.add_row(rows, "P14", "creatures over 2 MB" + copied, 8, kWhyConverted);
  converted.others.add_row(rows, "P14", "models over 40 KB" + copied, 20, kWhyConverted);
}

}  // namespace mw::bench
