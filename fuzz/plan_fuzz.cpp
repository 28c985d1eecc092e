#include <meshwright/formats/plan.h>
#include <meshwright/formats/registry.h>

#include <cstdlib>

// Every walkmesh that reads can be drawn, alone and as two rooms with a way.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const mw::ByteSpan bytes = std::as_bytes(std::span(data, size));
  const auto room = mw::open({.blob = mw::Blob(mw::Bytes(bytes.begin(), bytes.end())), .name = "a.wok"});
  if (!room || room->format().surface == nullptr) return 0;
  const auto plan = mw::draw_plan({&*room, 1});
  if (plan && !plan->svg.ends_with("</svg>\n")) std::abort();
  const mw::Document rooms[] = {*room, *room};
  const mw::PlanOptions options{.way = mw::PlanOptions::Ends{{.at = mw::Vec3(1)}, {.at = mw::Vec3(9, 4, 0)}},
                                .how = {.partial = true}};
  const auto both = mw::draw_plan(rooms, options);
  if (both && !both->svg.ends_with("</svg>\n")) std::abort();
  return 0;
}
