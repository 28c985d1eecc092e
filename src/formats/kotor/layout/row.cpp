#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/geometry/detail/box.h>
#include <meshwright/kotor/detail/area.h>
#include <meshwright/kotor/detail/area_findings.h>
#include <meshwright/kotor/layout.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_source.h>
#include <meshwright/scene/axes.h>
#include <meshwright/scene/detail/graft.h>
#include <meshwright/scene/detail/losses.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

#include "formats/kotor/walkmesh/row.h"
#include "library/common_options.h"
#include "library/verbs.h"

namespace mw::rows {
namespace kotor_layout {
namespace {

using kotor::Layout;

constexpr std::string_view kExtensions[] = {".lyt"};
constexpr OptionKind kOptions[] = {kHidden, kCollision, kRawAxes};

// Rooms are files of the same folder, called by the names of the rooms.
constexpr NeighbourKind kRoom = {.name = "room", .operand = {}, .help = {}, .search = Search::linked};
constexpr NeighbourUse kNeighbours[] = {
    {kSurfacesKind, Use::validate},
    {kRoom, Use::validate | Use::to_scene},
};

Result<Document> read(const Source& source, const FileTraces& traces) {
  if (traces.file != nullptr) kotor::mdl::ascii::trace(source.blob.bytes(), *traces.file);
  return kotor::read_layout(text_of(source.blob.bytes())).map([&](Layout layout) {
    return Document(kKotorLayout, std::move(layout), source);
  });
}

Result<Info> info(const Document& document) {
  const Layout& layout = mirror<Layout>(document);
  Info info;
  info.variant = "lyt";
  info.counts = {{"rooms", layout.rooms.size()},
                 {"tracks", layout.tracks.size()},
                 {"obstacles", layout.obstacles.size()},
                 {"door_hooks", layout.door_hooks.size()}};
  JsonArray names;
  for (const Layout::Item& room : layout.rooms) {
    names.emplace_back(room.name);
    geometry::extend(info.bounds, room.position);
  }
  info.details = {{"names", std::move(names)}};
  return info;
}

Totals totals(const Document& /*document*/) {
  return {};
}

/// The MDX of a room's model lies beside the layout, as the model does; nothing else is looked for.
class RoomNeighbours : public Neighbours {
 public:
  RoomNeighbours(std::shared_ptr<Neighbours> area, std::string stem)
      : area_(std::move(area)), stem_(std::move(stem)) {}

  /// One that cannot be opened is as good as missing.
  Result<std::optional<Neighbour>> find(const NeighbourKind& kind, const std::string& /*name*/) override {
    if (kind.search != Search::beside) return std::nullopt;
    auto loaded = find_and_load(area_.get(), kRoom, stem_ + std::string(kind.extensions.front()));
    if (!loaded || !*loaded) return std::nullopt;
    return Neighbour{.file = (*loaded)->file, .load = [blob = (*loaded)->blob] { return blob; }};
  }
  std::string place(const NeighbourKind& kind) const override {
    return kind.search == Search::beside ? area_->place(kRoom) : std::string();
  }

 private:
  std::shared_ptr<Neighbours> area_;
  std::string stem_;
};

/// A room's file, if there is one, with what is beside it; one that cannot be read is told in the room.
std::optional<Document> find_file(const Document& layout, const std::string& name, const Format& format,
                                  kotor::AreaRoom& room, std::shared_ptr<Neighbours> beside = {}) {
  const auto loaded = find_and_load(layout.source().neighbours.get(), kRoom, name);
  // One that cannot be opened is as good as missing.
  if (!loaded || !*loaded) return std::nullopt;
  auto file = open_neighbour(kRoom, **loaded, format, std::move(beside));
  if (file) return *std::move(file);
  room.unreadable.push_back(to_string(file.error()));
  return std::nullopt;
}

kotor::AreaRoom found_room(const Document& document, const Layout::Item& item) {
  kotor::AreaRoom room{.name = item.name, .position = item.position};
  if (room.is_taken_out()) return room;
  const std::string stem = lower_case(item.name);
  if (const auto wok = find_file(document, stem + ".wok", kKotorWalkmesh, room)) room.wok = file_of(*wok);
  if (const auto model = find_file(document, stem + ".mdl", kKotorMdl, room))
    room.model = mirror<kotor::mdl::File>(*model);
  return room;
}

Result<void> validate(const Document& document, Findings& findings) {
  const auto surfaces = surfaces_beside(document.source().neighbours.get());
  if (!surfaces) return fail(surfaces.error());
  std::vector<kotor::AreaRoom> rooms;
  for (const Layout::Item& item : mirror<Layout>(document).rooms) rooms.push_back(found_room(document, item));
  kotor::validate_area(rooms, findings, *surfaces);
  return {};
}

Result<void> trace(const Document& document, const FileTraces& traces) {
  const std::string made = kotor::sample_layout();
  const ByteSpan bytes = document.source().blob.bytes();
  if (traces.file != nullptr) kotor::mdl::ascii::trace(bytes.empty() ? bytes_of(made) : bytes, *traces.file);
  return {};
}

/// Documents without a text of their own are samples.
Result<Output> write(const Document& document, const WriteRequest& /*request*/) {
  const std::string made = kotor::sample_layout();
  const ByteSpan bytes = document.source().blob.bytes();
  const ByteSpan text = bytes.empty() ? bytes_of(made) : bytes;
  Output output;
  output.bytes.assign(text.begin(), text.end());
  return output;
}

Result<Document> sample(std::string_view /*name*/, const OptionValues& /*options*/) {
  return Document(kKotorLayout, *kotor::read_layout(kotor::sample_layout()));
}

/// The real part comes first: only so do all 49 hooks of 6 real files turn about the upright axis. None for
/// numbers that are no rotation.
Quat rotation_of(const Vec4& orientation) {
  const float length = glm::length(orientation);
  if (!std::isfinite(length) || length == 0) return scene::Transform().rotation;
  const Vec4 unit = orientation / length;
  return {unit.x, unit.y, unit.z, unit.w};
}

/// What the rooms of a layout lack, each thing once with the rooms that lack it.
class RoomLosses {
 public:
  void add(const std::string& room, Loss loss) {
    const auto [row, is_new] = rows_.emplace(std::pair(loss.kind, loss.message), lines_.size());
    if (is_new) lines_.emplace_back(std::move(loss), std::vector<std::string>());
    lines_[row->second].second.push_back(room);
  }
  void add_missing(const std::string& room) { missing_.push_back(room); }
  void add_failed(const std::string& room, std::string error) {
    if (failed_.empty()) first_error_ = std::move(error);
    failed_.push_back(room);
  }

  Losses take() {
    Losses losses;
    if (!missing_.empty())
      losses.add(kotor::area_loss::MODEL_NOT_FOUND, missing_.size() == 1 ? missing_[0] : "",
                 mw::counted(missing_.size(), "room has", "rooms have"), listed(missing_));
    if (failed_.size() == 1)
      losses.add(kotor::area_loss::ROOM_LEFT_OUT, failed_[0],
                 fmt::format("room {} is", escape_text(failed_[0])), first_error_);
    else if (!failed_.empty())
      losses.add(kotor::area_loss::ROOM_LEFT_OUT, "", fmt::format("{} rooms are", failed_.size()),
                 fmt::format("{}; the first: {}", listed(failed_), first_error_));
    for (auto& [loss, rooms] : lines_) {
      const std::string who = rooms.size() == 1 ? "room " + escape_text(rooms[0])
                                                : fmt::format("{} rooms ({})", rooms.size(), listed(rooms));
      if (rooms.size() == 1) loss.subject = rooms[0];
      if (loss.kind == &scene::loss::MESHES_LEFT_OUT) {
        loss.message += " in " + who;
      } else {
        loss.message = fmt::format("{}: {}", who, loss.message);
        loss.advice.clear();  // there is no naming the MDX of one of many
      }
      losses.push_back(std::move(loss));
    }
    return losses;
  }

 private:
  std::vector<std::string> missing_;
  std::vector<std::string> failed_;
  std::string first_error_;
  std::vector<std::pair<Loss, std::vector<std::string>>> lines_;
  std::map<std::pair<const FindingKind*, std::string>, std::size_t> rows_;  // of the lines
};

/// The scene of a room's model; nothing where it cannot be shown, which is told.
std::optional<scene::Scene> scene_of_room(const Document& document, const Layout::Item& item,
                                          const OptionValues& options, RoomLosses& losses) {
  kotor::AreaRoom room{.name = item.name, .position = item.position};
  const std::string stem = lower_case(room.name);
  const auto beside = std::make_shared<RoomNeighbours>(document.source().neighbours, stem);
  const auto model = find_file(document, stem + ".mdl", kKotorMdl, room, beside);
  if (!model && room.unreadable.empty()) losses.add_missing(room.name);
  if (!model && !room.unreadable.empty()) losses.add_failed(room.name, room.unreadable.front());
  if (!model) return std::nullopt;
  auto part = kKotorMdl.to_scene(*model, {options});
  if (!part) {
    losses.add_failed(room.name, to_string(part.error()));
    return std::nullopt;
  }
  for (Loss& loss : part->losses) losses.add(room.name, std::move(loss));
  return *std::move(part);
}

/// The models of rooms that lie beside the layout, below the rooms' nodes.
void add_rooms(const Document& document, const OptionValues& options, scene::Scene& scene) {
  const std::vector<Layout::Item>& rooms = mirror<Layout>(document).rooms;
  RoomLosses losses;
  std::size_t animated = 0;
  for (std::size_t row = 0; row < rooms.size(); ++row) {
    if (kotor::AreaRoom{.name = rooms[row].name, .position = {}}.is_taken_out()) continue;
    auto part = scene_of_room(document, rooms[row], options, losses);
    if (!part) continue;
    animated += part->animations.empty() ? 0 : 1;
    scene::graft(*std::move(part), scene::Index(row), scene);
  }
  scene.losses = losses.take();
  if (animated > 0)
    scene.losses.add(kotor::area_loss::ROOM_ANIMATIONS_DROPPED, "",
                     mw::counted(animated, "room has", "rooms have"));
}

/// Where things are, and the rooms that are beside it.
Result<scene::Scene> to_scene(const Document& document, const SceneWishes& wishes) {
  const OptionValues& options = wishes.options;
  const scene::Axes axes = options.has("raw-axes") ? scene::Axes::same() : scene::Axes::z_up();
  scene::Scene scene;
  const auto add = [&](const auto& item, scene::Extras extras) -> scene::Node& {
    scene::Node node{.name = item.name, .role = scene::Role::helper, .extras = std::move(extras)};
    node.transform.translation = axes.point(item.position);
    return scene.nodes[add_node(scene, std::move(node))];
  };
  const Layout& layout = mirror<Layout>(document);
  for (const Layout::Item& room : layout.rooms) add(room, {{"kind", "room"}});
  for (const Layout::Item& track : layout.tracks) add(track, {{"kind", "track"}});
  for (const Layout::Item& obstacle : layout.obstacles) add(obstacle, {{"kind", "obstacle"}});
  for (const Layout::DoorHook& hook : layout.door_hooks)
    add(hook, {{"kind", "door_hook"}, {"room", hook.room}}).transform.rotation =
        axes.rotation(rotation_of(hook.orientation));
  add_rooms(document, options, scene);
  return scene;
}

}  // namespace

// It is read only: a layout is written by hand or by the editor that places rooms.
const Format kKotorLayout = {
    .id = "kotor-layout",
    .name = "Knights of the Old Republic area layout",
    .extensions = kExtensions,
    .options = kOptions,
    .neighbours = kNeighbours,
    .keeps_bytes = false,
    .lists_rooms = true,
    .axes = scene::Axes::z_up(),
    .sniff = [](ByteSpan bytes) { return kotor::is_layout(text_of(bytes)); },
    .read = read,
    .sample = sample,
    .info = info,
    .totals = totals,
    .validate = validate,
    .trace = trace,
    .write = write,
    .to_scene = to_scene,
    .finding_kinds = kotor::area_finding_kinds,
};

}  // namespace kotor_layout
}  // namespace mw::rows
