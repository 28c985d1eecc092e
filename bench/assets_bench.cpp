#include <fcntl.h>
#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/files/input.h>
#include <meshwright/files/output.h>
#include <meshwright/wows/assets.h>
#include <meshwright/wows/detail/assets_paths.h>
#include <meshwright/wows/detail/name_hash.h>
#include <meshwright/wows/detail/path_hash.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <numeric>

#include "support/bench.h"
#include "support/peak_memory.h"

namespace mw::bench {
namespace {

namespace assets = wows::assets;

/// The known file: 170,699,420 bytes and 246,065 paths.
constexpr std::size_t kPaths = 246'065;
constexpr std::size_t kNodes = 25;
constexpr std::string_view kWanted = "content/gameplay/nation1/ship/class7/Ship_7777/Ship_7777.visual";

/// Folder after folder, as a walk through them lists them.
std::string folder_of(std::size_t ship) {
  return fmt::format("content/gameplay/nation{}/ship/class{}/Ship_{}/", ship / 7000, ship / 1000, ship);
}

assets::Visual visual_of(assets::Builder& builder, std::size_t ship) {
  assets::Visual visual;
  for (std::size_t node = 0; node < kNodes; ++node) {
    visual.names.items.push_back(builder.add_name(fmt::format("node_{}_{}", ship % 20'000, node)));
    visual.map_nodes.items.push_back(std::uint16_t(node));
    visual.matrices.items.push_back({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, float(node), 0, 0, 1});
    visual.parents.items.push_back(node == 0 ? assets::kNoParent : std::uint16_t(node - 1));
  }
  visual.map_names.items = visual.names.items;
  return visual;
}

/// A database of so many paths, most of its bytes in nodes as in the known file's visuals.
Bytes database_of(std::size_t paths) {
  assets::Builder builder;
  const std::size_t ships = paths * 9 / 32;
  const std::size_t extra = paths - 3 * ships;
  for (std::size_t ship = 0; ship < ships; ++ship) {
    const std::string name = fmt::format("{}Ship_{}", folder_of(ship), ship);
    assets::Visual visual = visual_of(builder, ship);
    visual.geometry = builder.add_path(name + ".geometry");
    builder.add(name + ".visual", std::move(visual));
  }
  for (std::size_t i = 0; builder.path_count() < paths && i < extra; ++i)
    builder.add_path(fmt::format("content/textures/{}.dds", i));
  return std::move(builder).build().value();
}

/// A file that is gone at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(ByteSpan bytes) {
    path_ = (std::filesystem::temp_directory_path() / fmt::format("meshwright-bench-{}.bin", ::getpid()))
                .string();
    if (!write_file(path_, bytes, {.force = true})) std::abort();
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// `found` is called while everything is still open.
void open_and_look_up(const std::string& path, const auto& found) {
  const auto file = InputFile::open(path).value();
  const auto database = assets::Database::open(Blob::borrowed(file.bytes())).value();
  keep(database.record(*database.find({wows::path_hash(kWanted)})).value());
  found();
}

/// The places that a lookup cannot do without: the header, a bucket, its value, the database's entry and
/// data, and the record with its arrays.
std::vector<std::uint64_t> needed_places(const assets::Database& database) {
  const std::uint64_t id = wows::path_hash(kWanted);
  const auto slot = id % database.resource_buckets().size();
  const auto location = *database.find({id});
  const auto view = database.database(location.database);
  const auto offset_of = [&](ByteSpan part) { return std::uint64_t(part.data() - database.bytes().data()); };
  std::int64_t names = 0;
  const std::uint64_t record = view.record_offset(location.record);
  std::memcpy(&names, database.bytes().data() + record + 0x18, sizeof names);
  return {0,
          offset_of(database.resource_buckets().bytes()) + slot * sizeof(assets::ResourceBucket),
          offset_of(database.resource_values().bytes()) + slot * 4,
          assets::kBodyBase + std::uint64_t(database.body().database_pointer),
          view.begin,
          record,
          record + std::uint64_t(names)};
}

void map_and_touch(const std::string& path, std::size_t size, const std::vector<std::uint64_t>& places,
                   const auto& touched) {
  const int descriptor = ::open(path.c_str(), O_RDONLY);
  auto* bytes = static_cast<const volatile unsigned char*>(
      ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0));
  ::close(descriptor);
  unsigned sum = 0;
  for (const std::uint64_t place : places) sum += bytes[place];
  keep(sum);
  touched();
  ::munmap(const_cast<unsigned char*>(bytes), size);
}

std::uint64_t sum_of(ByteSpan bytes) {
  std::uint64_t sum = 0;
  for (const std::byte byte : bytes) sum += std::to_integer<std::uint64_t>(byte);
  return sum;
}

/// The entries and the names behind them, which is all that a listing reads.
ByteSpan listed_bytes(const assets::Database& database) {
  const auto begin = std::size_t(database.path_offset(0));
  const auto end = std::size_t(assets::kBodyBase + std::uint64_t(database.body().database_pointer));
  return database.bytes().subspan(begin, end - begin);
}

std::size_t list(const assets::Database& database) {
  std::size_t length = 0;
  assets::for_each_path(database, [&](std::size_t, std::string_view path) { length += path.size(); });
  return length;
}

/// The file with its paths in the order of their ids: no row follows what it lies in.
Bytes in_order_of_ids(const assets::Database& database) {
  Bytes file(database.bytes().begin(), database.bytes().end());
  std::vector<std::size_t> order(database.paths().size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::ranges::sort(order, {}, [&](std::size_t row) { return database.paths()[row].id; });
  for (std::size_t row = 0; row < order.size(); ++row) {
    assets::PathEntry entry = database.paths()[order[row]];
    entry.name_pointer += std::int64_t(sizeof entry) * (std::int64_t(order[row]) - std::int64_t(row));
    std::memcpy(file.data() + database.path_offset(row), &entry, sizeof entry);
  }
  return file;
}

void list_in_order_of_ids(const assets::Database& database, std::vector<Row>& rows) {
  const Bytes file = in_order_of_ids(database);
  const auto mixed = assets::Database::open(Blob::borrowed(file)).value();
  const ByteSpan listed = listed_bytes(mixed);
  const Times paths = measure([&] { keep(list(mixed)); }, [&] { keep(sum_of(listed)); }, 5);
  rows.push_back({"list", "list them in the order of their ids / a plain pass", paths.first / paths.second});
}

}  // namespace

void assets_bench(std::vector<Row>& rows) {
  const TemporaryFile written(database_of(kPaths));
  const auto file = InputFile::open(written.path()).value();
  const auto database = assets::Database::open(Blob::borrowed(file.bytes())).value();
  const std::string size = fmt::format("{:.0f} MB", double(file.bytes().size()) / 1e6);
  const auto places = needed_places(database);
  const Times open = measure([&] { open_and_look_up(written.path(), [] {}); },
                             [&] { map_and_touch(written.path(), file.bytes().size(), places, [] {}); }, 200);
  rows.push_back({"P4", fmt::format("open an assets.bin of {} and look up a path / map and touch it", size),
                  open.first / open.second, 3});
  const Times hash = measure([&] { keep(assets::find_checksum(database)); },
                             [&] { keep(wows::name_hash(text_of(file.bytes().subspan(16)))); }, 5);
  rows.push_back({"P5", "verify its checksum / the bare hash", hash.first / hash.second, 1.2});
  // Both on a fresh mapping, as a command has it.
  const ByteSpan listed = listed_bytes(database);
  const auto begin = std::size_t(database.path_offset(0));
  const Times paths = measure(
      [&] {
        const auto fresh = InputFile::open(written.path()).value();
        keep(list(assets::Database::open(Blob::borrowed(fresh.bytes())).value()));
      },
      [&] {
        const auto fresh = InputFile::open(written.path()).value();
        keep(sum_of(fresh.bytes().subspan(begin, listed.size())));
      },
      50);
  rows.push_back({"list",
                  fmt::format("list its {} paths / a plain pass over the {:.0f} MB it reads",
                              database.paths().size(), double(listed.size()) / 1e6),
                  paths.first / paths.second});
  list_in_order_of_ids(database, rows);
}

void assets_memory(std::vector<Row>& rows) {
  constexpr double kMegabyte = 1e6;
  const TemporaryFile written(database_of(kPaths));
  const auto file = InputFile::open(written.path()).value();
  const double megabytes = double(file.bytes().size()) / kMegabyte;
  const auto heap = double(peak_memory([&] { open_and_look_up(written.path(), [] {}); }));
  // The system maps whole large pages of a file that it has in memory, for a bare touch too.
  std::size_t bare = 0;
  std::size_t ours = 0;
  const auto places = needed_places(assets::Database::open(Blob::borrowed(file.bytes())).value());
  map_and_touch(written.path(), file.bytes().size(), places, [&] { bare = resident_memory(); });
  open_and_look_up(written.path(), [&] { ours = resident_memory(); });
  const auto pages = double(ours - std::min(bare, ours));
  rows.push_back(
      {"P4",
       fmt::format("open an assets.bin of {:.0f} MB and look up a path: {:.3f} MB of heap, and {:.3f} MB "
                   "of pages more than a bare touch / 2 MB",
                   megabytes, heap / kMegabyte, pages / kMegabyte),
       (heap + pages) / (2 * kMegabyte), 1});
  const auto json = double(peak_memory([&] {
    const auto database = assets::Database::open(Blob::borrowed(file.bytes())).value();
    std::size_t length = 0;
    JsonWriter writer(JsonWriter::Style::pretty, [&](std::string_view piece) { length += piece.size(); });
    to_json(database, writer);
    writer.finish();
    keep(length);
  }));
  rows.push_back({"P13",
                  fmt::format("an assets.bin of {:.0f} MB as JSON: peak of {:.1f} MB / the file", megabytes,
                              json / kMegabyte),
                  json / double(file.bytes().size())});
}

}  // namespace mw::bench
