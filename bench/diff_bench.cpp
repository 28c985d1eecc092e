#include <meshwright/formats/diff.h>
#include <meshwright/formats/registry.h>

#include "support/bench.h"
#include "support/peak_memory.h"
#include "support/real_files.h"
#include "support/worst.h"

namespace mw::bench {
namespace {

namespace mdl = kotor::mdl;

/// The model with every position moved, so that each row of its tables differs.
mdl::File moved(mdl::File file) {
  for (mdl::Node& node : file.nodes) {
    if (!node.mesh) continue;
    for (Vec3& vertex : node.mesh->vertices) vertex.x += 1;
    if (node.mesh->mdx)
      for (Vec3& position : node.mesh->mdx->rows.positions) position.x += 1;
  }
  return file;
}

}  // namespace

void diff_memory(std::vector<Row>& rows) {
  Worst fields;
  Worst scenes;
  for (const RealModel& model : real_models()) {
    const Format& format = *find_format("kotor-mdl");
    const mdl::File file = mdl::read(model.pair.mdl, *model.pair.mdx).value();
    const Document a(format, file);
    const Document b(format, moved(file));
    const auto peak = [&](bool scene) {
      const std::size_t used = peak_memory([&] { keep(diff(a, b, {.scene = scene}, {})); });
      return double(used) / double(model.size());
    };
    fields.take(model.name, peak(false));
    scenes.take(model.name, peak(true));
  }
  fields.add_row(rows, "P13", "diff of models over 40 KB: peak beside the two / the file", 8, {});
  scenes.add_row(rows, "P13", "diff of their scenes: peak beside the two / the file", 8, {});
}

}  // namespace mw::bench
