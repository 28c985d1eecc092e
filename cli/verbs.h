#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "session.h"

namespace mw::cli {

/// What the command line says, for all verbs together.
struct Arguments {
  std::string verb;
  std::vector<std::string> files;
  std::string output;
  std::string to;                 // convert: format of the output
  std::string fail_on = "error";  // validate: lowest severity that makes the answer no
  std::string name;               // sample: format; completion: shell
  std::string companion;          // the companion of the input, instead of the one beside it
  std::string names;              // convert: more names of shapes, a file
  std::string surfaces;           // what the materials of walkmeshes are: a surfacemat.2da
  std::string wok;                // validate: a walkmesh to compare a model's own with
  std::string game;               // convert, sample: "k1" or "k2"
  std::string platform;           // convert, sample: "pc" or "xbox"
  unsigned bwm_version = 0;       // convert: 5 or 6; 0 keeps it
  std::string lod;                // convert: a number or "all"
  bool hidden = false;            // convert: what is left out by default
  bool collision = false;
  bool armor = false;
  std::string supermodel;  // convert: a model to inherit animations from, or a folder of them
  std::string textures;    // convert: folder to find images in
  bool relayout = false;   // roundtrip: place every block anew
  bool raw_axes = false;   // convert: keep the file's numbers
  bool compress = false;   // convert: compressed glTF
  bool json = false;
  bool quiet = false;
  bool force = false;
  Colour colour = Colour::automatic;
};

/// A verb of the program. The texts make its --help, the man page and the completions.
struct Verb {
  std::string_view name;
  std::string_view summary;   // a line
  std::string_view examples;  // lines
  std::string_view losses;    // what it does not preserve
  Answer (*run)(const Arguments& arguments, Session& session);
};

std::span<const Verb> verbs();
const Verb* find_verb(std::string_view name);

// One file each: verb_*.cpp
Answer run_formats(const Arguments& arguments, Session& session);
Answer run_info(const Arguments& arguments, Session& session);
Answer run_validate(const Arguments& arguments, Session& session);
Answer run_dump(const Arguments& arguments, Session& session);
Answer run_roundtrip(const Arguments& arguments, Session& session);
Answer run_convert(const Arguments& arguments, Session& session);
Answer run_diff(const Arguments& arguments, Session& session);
Answer run_sample(const Arguments& arguments, Session& session);
Answer run_completion(const Arguments& arguments, Session& session);
Answer run_man(const Arguments& arguments, Session& session);

}  // namespace mw::cli
