#include "verbs.h"

#include <algorithm>

namespace mw::cli {
namespace {

constexpr std::string_view kReadsOnly = "Nothing is written; the files stay as they are.";

constexpr Use kConverting =
    Use::rewrite | Use::json | Use::to_scene | Use::from_scene | Use::compile | Use::decompile;

constexpr Verb kVerbs[] = {
    {"info", "What a file is and what is in it",
     "meshwright info room.wok\n"
     "meshwright info --json *.wok | jq .counts\n"
     "meshwright info --tree creature.mdl\n"
     "meshwright info models/              (every file below it that is of a known format)\n"
     "meshwright room.wok                  (info is the verb when none is given)",
     kReadsOnly, Use::info, true, run_info},
    {"validate", "Report all that is odd in a file",
     "meshwright validate room.wok\n"
     "meshwright validate --fail-on warning *.wok\n"
     "meshwright validate --json room.wok | jq -r .code\n"
     "meshwright validate room.mdl --wok room.wok",
     kReadsOnly, Use::validate, true, run_validate},
    {"dump", "Name every byte of a file",
     "meshwright dump room.wok | less\n"
     "meshwright dump room.wok | grep unreferenced\n"
     "meshwright dump --json room.wok | jq .coverage",
     kReadsOnly, Use::dump, true, run_dump},
    {"roundtrip", "Read a file, write it again and compare",
     "meshwright roundtrip room.wok\n"
     "meshwright roundtrip --json *.wok\n"
     "meshwright roundtrip --relayout creature.mdl      (with its creature.mdx)",
     kReadsOnly, Use::roundtrip, true, run_roundtrip},
    {"convert", "Turn a file into another format",
     "meshwright convert room.wok room.glb\n"
     "meshwright convert room.wok room.json && meshwright convert room.json edited.wok\n"
     "meshwright convert --to json room.wok - | jq .vertices\n"
     "meshwright convert creature.mdl creature.glb --supermodel models/\n"
     "meshwright convert edited.glb new.mdl --onto creature.mdl\n"
     "meshwright convert turret.geometry turret.glb --assets assets.bin\n"
     "meshwright convert assets.bin:content/ship.model ship.glb --content res/",
     "JSON keeps everything: converting back gives the same bytes. glTF and OBJ hold what the common\n"
     "scene holds (docs/scene.md); what they leave out is listed in `losses` and on stderr.",
     kConverting, true, run_convert},
    {"batch", "Turn all files of a folder into another format",
     "meshwright batch models/ out/ --to glb\n"
     "meshwright batch Override/ out/ --to gltf --textures Override/ --supermodel Override/ --report "
     "out.html\n"
     "meshwright batch models/ out/ --to json --skip-existing         (goes on where it was stopped)\n"
     "meshwright batch models/ out/ --to obj --include '*.mdl' --exclude 'old/*' --dry-run\n"
     "meshwright batch models/ out/ --to glb --shard 2/4              (docs/batch.md: many machines)",
     "Files are found by their content, and the folders below OUT_DIR are those below IN_DIR. A file that\n"
     "cannot be converted does not stop the others; the exit code is 2 when there was one. What convert\n"
     "does not preserve, batch does not preserve; --json lists the losses of each file. Hidden files and\n"
     "links are left alone.",
     kConverting, true, run_batch},
    {"diff", "Tell in what two files differ",
     "meshwright diff old.wok new.wok\n"
     "meshwright diff room.wok room.glb\n"
     "meshwright diff --ignore layout --tolerance 1e-5 old.mdl new.mdl\n"
     "meshwright diff --scene old.mdl new.mdl\n"
     "meshwright diff --json a.glb b.glb",
     "Two files of one format are compared field by field, any others through the common scene, which\n"
     "does not see what it cannot hold. What has a name is compared with what has the same name, wherever\n"
     "it lies. Nothing is written.",
     Use::diff, true, run_diff},
    {"query", "Ask a walkmesh: what a ray hits, where one stands, how to walk, what is in sight",
     "meshwright query ray room.wok --from 3,3,10 --dir 0,0,-1\n"
     "meshwright query locate room.wok --at 3,3 --json | jq .z\n"
     "meshwright query nearest room.wok --at 3,3,1\n"
     "meshwright query path room.wok --from 1,1,0 --to 9,4,0 --exact --radius 0.4\n"
     "meshwright query path m01_01a.wok m01_02a.wok --layout m01.lyt --from 1,1 --to 40,9\n"
     "meshwright query path m01.lyt --from 1,1 --to 40,9      (its rooms, which lie beside it)\n"
     "meshwright query path room.wok --from 1,1 --to 9,4 --obstacle door@5,2,0,90,closed\n"
     "meshwright query sight room.wok --from 1,1 --to 9,4 --eyes 1.7",
     "Several rooms are one surface where their borders meet; layouts, obstacles and a radius change what\n"
     "is asked, never the files. Ends of a way or a look that are not on the surface are moved to it, by no\n"
     "more than 1 unit, which is told. The exit code is 1 when a ray misses, nothing is there to stand on,\n"
     "no way leads to the goal or it is not in sight. Nothing is written.",
     Use::query, true, run_query},
    {"plan", "Draw a map of walkmeshes, as an SVG",
     "meshwright plan room.wok room.svg\n"
     "meshwright plan m01_01a.wok m01_02a.wok area.svg --layout m01.lyt\n"
     "meshwright plan m01.lyt area.svg                  (its rooms, which lie beside it)\n"
     "meshwright plan room.wok room.svg --from 1,1 --to 9,4 --exact",
     "A picture: walls are not in it, and of floors above each other the upper one lies on top. The exit\n"
     "code is 1 when the way that was asked for is not there, or only a part of it.",
     Use::plan, false, run_plan},
    {"rebuild", "Make a walkmesh's derived tables anew, and mend it",
     "meshwright rebuild room.wok new.wok\n"
     "meshwright rebuild room.wok --fix --dry-run\n"
     "meshwright rebuild room.wok new.wok --fix --tolerance 0.01\n"
     "meshwright rebuild --json room.wok new.wok | jq -r '.changes[].what'",
     "Vertices, faces, materials, transitions and hooks stay; normals, distances, adjacency, edges,\n"
     "perimeters and the tree of boxes are made anew, and what lies between tables is dropped. With --fix\n"
     "vertices and faces that are there twice, seams and windings are mended too. Every change is told.",
     Use::rebuild, true, run_rebuild},
    {"rename", "Give a model or its nodes other names",
     "meshwright rename old.mdl new.mdl --model new\n"
     "meshwright rename creature.mdl out.mdl --node hand=hand_r --node head=head_g\n"
     "meshwright rename creature.mdl.ascii out.mdl.ascii --model beast",
     "All places in which the name stands are changed: of a model its header, its root and the roots of its\n"
     "animations. Old names are found in any case. All else stays byte for byte; where a name of a binary\n"
     "model becomes longer or shorter, blocks behind it move, and bytes that nothing refers to are dropped.\n"
     "Names that are taken, or for which there is no room, are refused.",
     Use::none, true, run_rename},
    {"retexture", "Give the textures of a model other names",
     "meshwright retexture creature.mdl out.mdl old_skin=new_skin\n"
     "meshwright retexture house.bwm out.bwm t_wall.dds=t_brick.dds t_roof.dds=t_slate.dds",
     "Textures are changed in all slots: of meshes, emitters and flares. Old names are found in any case.\n"
     "All else stays byte for byte, as with rename; images are not looked at.",
     Use::none, true, run_rename},
    {"assets", "Look into the database of World of Warships",
     "meshwright assets ls assets.bin '*.model'\n"
     "meshwright assets ls assets.bin --type visual --json\n"
     "meshwright assets find assets.bin turret.geometry\n"
     "meshwright assets get assets.bin content/gameplay/ship.visual\n"
     "meshwright assets resolve assets.bin content/gameplay/ship.model\n"
     "meshwright assets verify assets.bin",
     kReadsOnly, Use::assets, true, run_assets},
    {"sample", "Write a small built-in example of a format",
     "meshwright sample kotor-walkmesh room.wok\n"
     "meshwright sample kotor-walkmesh crate.pwk\n"
     "meshwright sample bw2-bwm worm.skin.bwm     (a skin; any other name gives a house)\n"
     "meshwright sample kotor-mdl creature.mdl --game k2\n"
     "meshwright sample kotor-walkmesh - | meshwright info -",
     "An existing file is kept unless --force is given.", Use::sample, true, run_sample},
    {"view", "Look at files in the browser",
     "meshwright view room.wok\n"
     "meshwright view models/                 (a folder: a list to choose from)\n"
     "meshwright view creature.mdl --html creature.html",
     "A server on 127.0.0.1 gives the browser the opened files, and what belongs to them, until Ctrl-C; its\n"
     "address has a secret word in it. Nothing leaves the machine. --html writes one page with the files\n"
     "inside instead, which needs no program to be seen.",
     Use::none, true, run_view},
    {"formats", "What can be done with which format",
     "meshwright formats\n"
     "meshwright formats --json | jq -r .id",
     kReadsOnly, Use::none, true, run_formats},
    {"completion", "Print a shell's completion script",
     "meshwright completion bash > ~/.local/share/bash-completion/completions/meshwright\n"
     "meshwright completion zsh > ~/.zfunc/_meshwright\n"
     "meshwright completion fish > ~/.config/fish/completions/meshwright.fish",
     kReadsOnly, Use::none, false, run_completion},
    {"help", "Tell how a verb is used",
     "meshwright help\n"
     "meshwright help convert",
     kReadsOnly, Use::none, false, run_help},
    {"man", "Print the manual page",
     "meshwright man | man -l -\n"
     "meshwright man > meshwright.1",
     kReadsOnly, Use::none, false, run_man},
};

}  // namespace

std::span<const Verb> verbs() {
  return kVerbs;
}

std::vector<std::string> verb_names() {
  std::vector<std::string> names;
  for (const Verb& verb : kVerbs) names.emplace_back(verb.name);
  return names;
}

const Verb* find_verb(std::string_view name) {
  const auto* verb = std::ranges::find(kVerbs, name, &Verb::name);
  return verb == std::end(kVerbs) ? nullptr : verb;
}

}  // namespace mw::cli
