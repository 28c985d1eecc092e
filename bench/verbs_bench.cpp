#include <fcntl.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/files/output.h>
#include <meshwright/wows/geometry.h>
#include <unistd.h>

#include <cstdio>

#include "cli/verbs/verbs.h"
#include "support/bench.h"
#include "support/real_files.h"
#include "support/worst.h"

/// Verbs that look at a whole file, against reading it.
namespace mw::bench {
namespace {

namespace bwm = bw2::bwm;
namespace fs = std::filesystem;
namespace geometry = wows::geometry;
namespace mdl = kotor::mdl;

/// Nothing that is printed is seen.
class NoStdout {
 public:
  NoStdout() {
    std::fflush(stdout);
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, STDOUT_FILENO);
    ::close(nowhere);
  }
  ~NoStdout() {
    ::dup2(real_, STDOUT_FILENO);
    ::close(real_);
  }
  NoStdout(const NoStdout&) = delete;
  NoStdout& operator=(const NoStdout&) = delete;

 private:
  int real_ = ::dup(STDOUT_FILENO);
};

/// A folder for files to dump, gone at the end.
class Folder {
 public:
  Folder() { fs::create_directories(path_); }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string put(const std::string& name, ByteSpan bytes) const {
    const std::string path = (path_ / name).string();
    if (!write_file(path, bytes, {.force = true, .flush = false})) std::abort();
    return path;
  }

 private:
  fs::path path_ = folder_in_memory() / fmt::format("meshwright-bench-verbs-{}", ::getpid());
};

/// All that the verb does, from opening the file to the last line, but nobody reads the lines.
void dump(const std::string& path) {
  cli::Session session(false, cli::Colour::never);
  cli::Arguments arguments;
  arguments.verb = "dump";
  arguments.files = {path};
  if (run_dump(arguments, session) != cli::Answer::yes) std::abort();
  session.flush();
}

/// The worst of what is validated and dumped.
struct Verbs {
  Worst validated, dumped;

  void take(const std::string& name, std::size_t size, const std::string& path, const auto& file,
            const auto& read) {
    const auto validated_once = [&] {
      Findings findings;
      validate(file, findings);
      keep(findings);
    };
    validated.take(name, ratio_of(measure(validated_once, read, rounds_for(size) / 3)));
    const NoStdout quiet;
    dumped.take(name, ratio_of(measure([&] { dump(path); }, read, rounds_for(size) / 5)));
  }

  void add_rows(std::vector<Row>& rows, const std::string& what, std::string_view why_validated,
                std::string_view why_dumped) const {
    validated.add_row(rows, "P18", "validate " + what + " / reading them", 4, why_validated);
    dumped.add_row(rows, "P18", "dump " + what + " with the verb / reading them", 25, why_dumped);
  }
};

constexpr std::string_view kWhyDumped =
    "Dumping: each field becomes a line of text, where reading copies a table whole; a model of 340 KB has "
    "64,000 "
    "lines. A fifth is the field's path, a fifth its value, a seventh offset and length, a ninth the padding "
    "of "
    "columns, an eighth the allocator.";
constexpr std::string_view kWhyModels =
    "Validating models: four fifths look at each vertex and face of the meshes, that indices exist, bounds "
    "and "
    "areas are those of the vertices, rows agree; a tenth at the controllers. Reading copies these tables "
    "without a look.";
constexpr std::string_view kWhyGeometry =
    "Validating .geometry: two fifths look at each number of each vertex, as much again is which vertices "
    "belong to "
    "which indices, for which all vertices are unpacked once more; a tenth decodes, a tenth is the armour. "
    "Less would need "
    "one unpacking for all rules.";
constexpr std::string_view kWhyBwm =
    "Validating .bwm: reading is a plain copy of the vertices. Nearly two thirds derive the bounds of each "
    "mesh and of "
    "the whole model from them, a quarter of all the sphere, a sixth the cylinder, an eighth the hull; three "
    "tenths "
    "look at each vertex.";

void model_verbs(std::vector<Row>& rows) {
  const Folder folder;
  Verbs verbs;
  for (const RealModel& model : real_models()) {
    const auto& [bytes, mdx] = model.pair;
    const std::string path = folder.put("a.mdl", bytes);
    folder.put("a.mdx", *mdx);
    verbs.take(model.name, model.size(), path, mdl::read(bytes, *mdx).value(),
               [&] { keep(mdl::read(bytes, *mdx)); });
  }
  verbs.add_rows(rows, "models over 40 KB", kWhyModels, kWhyDumped);
}

constexpr std::size_t kSmallest = 40'000;  // bytes; below, other things than the content are measured

void geometry_verbs(std::vector<Row>& rows) {
  const Folder folder;
  Verbs verbs;
  for (const RealFile& file : real_geometries()) {
    const auto read = geometry::read(file.bytes);
    if (!read || file.bytes.size() < kSmallest) continue;
    verbs.take(file.name, file.bytes.size(), folder.put("a.geometry", file.bytes), *read, [&] {
      const auto again = geometry::read(file.bytes).value();
      keep(geometry::decode(again));
    });
  }
  verbs.add_rows(rows, ".geometry over 40 KB", kWhyGeometry, kWhyDumped);
}

void bwm_verbs(std::vector<Row>& rows) {
  const Folder folder;
  Verbs verbs;
  for (const RealFile& file : real_bwms()) {
    if (file.bytes.size() < kSmallest) continue;
    verbs.take(file.name, file.bytes.size(), folder.put("a.bwm", file.bytes), bwm::read(file.bytes).value(),
               [&] { keep(bwm::read(file.bytes)); });
  }
  verbs.add_rows(rows, ".bwm over 40 KB", kWhyBwm, kWhyDumped);
}

}  // namespace

void verbs(std::vector<Row>& rows) {
  model_verbs(rows);
  geometry_verbs(rows);
  bwm_verbs(rows);
}

}  // namespace mw::bench
