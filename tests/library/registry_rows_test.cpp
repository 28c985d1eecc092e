#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <meshwright/formats/registry.h>

/// What each row declares, written out a second time: for what an option or a neighbour is accepted is what
/// the command line promises, and a use that is lost or added there shows nowhere else.
namespace mw {
namespace {

using Lines = std::vector<std::string>;

std::string names_of(Use uses) {
  constexpr std::pair<Use, std::string_view> kNames[] = {
      {Use::info, "info"},       {Use::validate, "validate"},   {Use::dump, "dump"},
      {Use::roundtrip, "trip"},  {Use::diff, "diff"},           {Use::sample, "sample"},
      {Use::rewrite, "rewrite"}, {Use::json, "json"},           {Use::to_scene, "to"},
      {Use::from_scene, "from"}, {Use::query, "query"},         {Use::assets, "assets"},
      {Use::compile, "compile"}, {Use::decompile, "decompile"}, {Use::rebuild, "rebuild"},
      {Use::plan, "plan"},
  };
  std::vector<std::string_view> names;
  for (const auto& [use, name] : kNames)
    if (overlap(uses, use)) names.push_back(name);
  return fmt::format("{}", fmt::join(names, " "));
}

/// "game k1|k2: rewrite json"
Lines options_of(const Format& format) {
  Lines lines;
  for (const OptionKind& kind : format.options)
    lines.push_back(fmt::format("{}{}{}: {}", kind.name, kind.values.empty() ? "" : " ",
                                fmt::join(kind.values, "|"), names_of(kind.uses)));
  return lines;
}

std::string_view name_of(Search search) {
  switch (search) {
    case Search::beside:
      return "beside";
    case Search::linked:
      return "linked";
    case Search::file:
      return "file";
    case Search::folder:
      return "folder";
    case Search::file_or_folder:
      return "file or folder";
    case Search::near_given:
      return "near the given";
    case Search::below:
      return "below";
  }
  return "unknown";
}

/// "mdx .mdx, beside: info validate"
Lines neighbours_of(const Format& format) {
  Lines lines;
  for (const NeighbourUse& use : format.neighbours)
    lines.push_back(fmt::format("{}{}{}, {}: {}{}", use.kind.name, use.kind.extensions.empty() ? "" : " ",
                                fmt::join(use.kind.extensions, " "), name_of(use.kind.search),
                                names_of(use.uses), use.for_textures ? ", for textures" : ""));
  return lines;
}

/// Everything else that is no function.
Lines facts_of(const Format& format) {
  Lines lines;
  const auto add = [&](bool is_so, std::string line) {
    if (is_so) lines.push_back(std::move(line));
  };
  lines.push_back(fmt::format("{}", fmt::join(format.extensions, " ")));
  add(!format.companion.empty(), "companion " + std::string(format.companion));
  add(format.keeps_bytes, "keeps bytes");
  add(format.names_textures, "names textures");
  add(!format.scene_needs.empty(), "scene needs " + std::string(format.scene_needs));
  add(format.text != nullptr, "text " + std::string(format.text != nullptr ? format.text->id : ""));
  add(format.lists_rooms, "lists rooms");
  if (format.front != Vec3(0, 0, 1))
    lines.push_back(fmt::format("front {} {} {}", format.front.x, format.front.y, format.front.z));
  for (const Format* relative : format.relatives) lines.push_back("from " + std::string(relative->id));
  return lines;
}

constexpr std::string_view kSurfaces = "surfaces, file: info validate to from query compile rebuild plan";
constexpr std::string_view kTextSurfaces = "surfaces, file: info validate to from query compile plan";
constexpr std::string_view kLinked =
    "linked, linked: info validate dump trip rewrite json to compile decompile";
constexpr std::string_view kImages = "textures .png .jpg .jpeg .tga .dds .tpc, folder: from, for textures";
constexpr std::string_view kClassification =
    "classification other|effect|tile|character|door|lightsaber|placeable|flyer: from";

struct Row {
  std::string_view id;
  Lines facts;
  Lines options;
  Lines neighbours;
};

std::vector<Row> kotor_rows() {
  return {
      {"kotor-walkmesh",
       {".wok .pwk .dwk", "keeps bytes", "text kotor-walkmesh-ascii", "from kotor-mdl",
        "from kotor-mdl-ascii"},
       {"raw-axes: to", "relayout: trip", "default-surface: from", "fix: rebuild", "tolerance: rebuild"},
       {std::string(kSurfaces), "layout .lyt, file: from query plan", "transitions, file: from"}},
      {"kotor-walkmesh-ascii",
       {".wok.ascii .pwk.ascii .dwk.ascii", "from kotor-mdl", "from kotor-mdl-ascii"},
       {"dialect aabb|trimesh: from decompile", "state closed|open1|open2: from compile decompile",
        "engine: compile", "plain: rewrite from decompile", "default-surface: from", "raw-axes: to"},
       {std::string(kTextSurfaces), "layout .lyt, file: from query plan", "transitions, file: from"}},
      {"kotor-mdl",
       {".mdl", "companion .mdx", "keeps bytes", "names textures", "text kotor-mdl-ascii", "front 0 0 -1"},
       {"game k1|k2: sample rewrite json from", "platform pc|xbox: sample rewrite json from",
        std::string(kClassification), "split: from", "hidden: to", "collision: to", "raw-axes: to",
        "relayout: trip"},
       {"mdx .mdx, beside: info validate dump trip rewrite json to compile decompile",
        "supermodel .mdl, file or folder: validate to from", "wok, file: validate"}},
      {"kotor-mdl-ascii",
       {".mdl.ascii", "names textures", "front 0 0 -1"},
       {"plain: rewrite decompile", "game k1|k2: sample from compile",
        "platform pc|xbox: sample from compile", "weld: compile", "normals area|angle|none: compile",
        "crease: compile", std::string(kClassification), "split: from", "hidden: to", "collision: to",
        "raw-axes: to"},
       {"supermodel .mdl, file or folder: to compile"}},
      {"kotor-layout",
       {".lyt", "names textures", "lists rooms"},
       {"hidden: to", "collision: to", "raw-axes: to"},
       {"surfaces, file: validate", "room, linked: validate to"}},
  };
}

std::vector<Row> other_rows() {
  return {
      {"bw2-bwm",
       {".bwm", "keeps bytes", "names textures"},
       {"raw-axes: to", "lod: to", "bwm-version 5|6: rewrite json from"},
       {}},
      {"wows-geometry",
       {".geometry", "keeps bytes"},
       {"lod: to", "armor: to", "collision: to", "raw-axes: to", "relayout: trip", "encode: from",
        "vertex-format: from", "split: from", "model: to",
        "assume-layout 0.10|14.1: trip rewrite json to assets"},
       {"shape-names, file: to", "assets, file: to"}},
      {"wows-assets",
       {".bin", "keeps bytes", "names textures", "scene needs model"},
       {"model: to", "assume-layout 0.10|14.1: trip rewrite json to assets", "lod: to", "armor: to",
        "collision: to", "raw-axes: to"},
       {"content, below: to"}},
      {"wows-primitives", {".primitives", "keeps bytes", "names textures"}, {"lod: to", "raw-axes: to"}, {}},
      {"wows-splash", {".splash", "keeps bytes", "names textures"}, {"raw-axes: to"}, {}},
      {"gltf",
       {".glb .gltf", "names textures"},
       {"crease: to", "compress: from", "lights: from"},
       {std::string(kLinked), std::string(kImages)}},
      {"obj",
       {".obj", "names textures"},
       {"crease: to", "raw-axes: to"},
       {std::string(kLinked), std::string(kImages)}},
      {"json", {".json", "keeps bytes", "names textures"}, {}, {}},
  };
}

TEST(RegistryRows, DeclareExactlyThis) {
  std::vector<Row> rows = kotor_rows();
  for (Row& row : other_rows()) rows.push_back(std::move(row));
  ASSERT_EQ(rows.size(), formats().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Format* format = find_format(rows[i].id);
    ASSERT_NE(format, nullptr) << rows[i].id;
    EXPECT_EQ(formats()[i]->id, rows[i].id) << "content is asked in this order";
    EXPECT_EQ(facts_of(*format), rows[i].facts) << rows[i].id;
    EXPECT_EQ(options_of(*format), rows[i].options) << rows[i].id;
    EXPECT_EQ(neighbours_of(*format), rows[i].neighbours) << rows[i].id;
  }
}

/// What the values of an option may be where no list says it.
TEST(RegistryRows, ValuesAreTakenUpToTheirLimits) {
  const auto problem = [](std::string_view format, std::string_view option, std::string_view value) {
    for (const OptionKind& kind : find_format(format)->options)
      if (kind.name == option) return kind.problem(value);
    return std::string("no such option");
  };
  for (const std::string_view good : {"0", "180", "179.5", "1e1"})
    EXPECT_EQ(problem("kotor-mdl-ascii", "crease", good), "") << good;
  for (const std::string_view bad : {"-1", "180.5", "nan", "", "x"})
    EXPECT_EQ(problem("kotor-mdl-ascii", "crease", bad),
              fmt::format("expected degrees from 0 to 180, got {}", bad));
  for (const std::string_view good : {"0", "12", "999", "all"})
    EXPECT_EQ(problem("bw2-bwm", "lod", good), "");
  for (const std::string_view bad : {"", "1000", "-1", "1.5", "All"})
    EXPECT_EQ(problem("bw2-bwm", "lod", bad), fmt::format("expected a number or \"all\", got {}", bad));
}

}  // namespace
}  // namespace mw
