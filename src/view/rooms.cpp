#include "rooms.h"

#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/convert.h>
#include <meshwright/formats/registry.h>
#include <meshwright/formats/surface.h>
#include <meshwright/kotor/layout.h>
#include <algorithm>
#include <iterator>
#include <set>

#include "answers.h"
#include "state.h"

namespace mw::view {
namespace {

struct Candidate {
  const DroppedFiles::File* file = nullptr;
  const Format* format = nullptr;
};

/// The files called as a room is that a game would draw there: not what they were exported to, nor the text
/// of one that is there itself.
std::vector<Candidate> files_of_room(const DroppedFiles& files, const std::string& name) {
  std::vector<Candidate> found;
  for (const DroppedFiles::File* file : files.with_stem(name)) {
    const auto blob = file->blob();
    if (!blob) continue;
    const auto format = recognise(blob->bytes(), file->path);
    if (format && (*format)->records_rows) found.push_back({file, *format});
  }
  std::set<const Format*> texts;
  for (const Candidate& candidate : found) texts.insert(candidate.format->text);
  std::erase_if(found, [&](const Candidate& candidate) { return texts.contains(candidate.format); });
  return found;
}

/// Rooms as a layout has them.
class AreaMaker {
 public:
  explicit AreaMaker(std::shared_ptr<const DroppedFiles> files) : files_(std::move(files)) {}

  void add(const kotor::Layout::Item& item) {
    for (const Candidate& candidate : files_of_room(*files_, item.name)) {
      Room room{.path = candidate.file->path, .position = item.position};
      if (candidate.format->surface == nullptr || add_floor(room)) area_.rooms.push_back(std::move(room));
    }
  }

  Area take() {
    area_.surface = join_parts(parts_, positions_);
    for (Room& room : area_.rooms)
      if (room.is_floor && !area_.surface.moved) room.position = Vec3(0);
    return std::move(area_);
  }

 private:
  /// False for a walkmesh that cannot be read.
  bool add_floor(Room& room) {
    auto document = open_dropped(files_, room.path);
    if (!document) return false;
    auto part = room_part(*document);
    if (!part) {
      room.no_floor = failure_of(part.error()).text;
      return true;
    }
    room.is_floor = true;
    parts_.push_back(*std::move(part));
    positions_.push_back(room.position);
    area_.floors.push_back({room.path, *std::move(document)});
    return true;
  }

  std::shared_ptr<const DroppedFiles> files_;
  Area area_;
  std::vector<SurfacePart> parts_;
  std::vector<Vec3> positions_;
};

}  // namespace

std::vector<std::string> rooms_among(const Document& layout, const std::vector<std::string>& paths) {
  std::set<std::string> names;
  if (const auto* listed = layout.as<kotor::Layout>(); listed != nullptr)
    for (const kotor::Layout::Item& item : listed->rooms) names.insert(lower_case(item.name));
  std::vector<std::string> found;
  std::ranges::copy_if(paths, std::back_inserter(found), [&](const std::string& path) {
    const Format* format = find_by_name(path);
    return format != nullptr && format->records_rows && names.contains(lower_case(stem_of(path)));
  });
  return found;
}

Area area_of(const Document& layout, const std::shared_ptr<const DroppedFiles>& files) {
  AreaMaker maker(files);
  std::set<std::string> taken;
  if (const auto* listed = layout.as<kotor::Layout>(); listed != nullptr)
    for (const kotor::Layout::Item& item : listed->rooms)
      if (taken.insert(lower_case(item.name)).second) maker.add(item);
  return maker.take();
}

}  // namespace mw::view
