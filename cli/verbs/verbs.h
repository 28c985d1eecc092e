#pragma once

#include <meshwright/formats/detail/options.h>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output/session.h"

namespace mw::cli {

/// What the command line says, for all verbs together.
struct Arguments {
  std::string verb;
  std::vector<std::string> words;      // the whole command line, as typed
  std::vector<std::string> files;      // to read
  std::string output;                  // to write
  std::string onto;                    // convert: the file that the input was made from
  std::string from;                    // the input's format, whatever its content
  std::string to;                      // convert: the output's format, if its name does not give it
  std::string fail_on = "error";       // validate: lowest severity that makes the answer no
  std::string format;                  // sample: of which format
  std::string shell;                   // completion: for which shell
  std::string topic;                   // help: about which verb; empty: about all
  OptionValues options;                // those that formats declare
  std::string ignore;                  // diff: "layout", or nothing
  std::string git;                     // diff: git's name of the files, in a driver
  double tolerance = 0;                // diff
  bool scene = false;                  // diff: through the scene
  bool tree = false;                   // info
  std::string question;                // query: which
  OptionValues asked;                  // query: its own options
  std::vector<std::string> obstacles;  // query: each with its place
  std::string action;                  // assets: the operation
  std::string what;                    // assets: with which path, name or id
  std::string type;                    // assets ls: of which type only
  std::vector<std::string> include;    // batch: patterns of paths
  std::vector<std::string> exclude;    // batch
  std::string report;                  // batch: the file to write one to
  std::string shard = "1/1";           // batch
  unsigned threads = 0;                // folders: 0 means as many as there are cores
  bool skip_existing = false;          // batch
  bool dry_run = false;                // batch, rebuild, convert --onto: only report
  std::string model_name;              // rename: of the model
  std::vector<std::string> names;      // rename, retexture: each OLD=NEW
  std::string html;                    // view: the page to write instead of serving
  int port = 0;                        // view: 0 for any that is free
  bool no_open = false;                // view
  bool json = false;
  bool quiet = false;
  bool force = false;
  bool allow_outside = false;  // files may name files outside their folders
  bool all = false;            // validate, diff: everything, not only the first lines
  Colour colour = Colour::automatic;
};

/// A verb of the program. The texts make its --help, the man page and the completions.
struct Verb {
  std::string_view name;
  std::string_view summary;   // a line
  std::string_view examples;  // lines
  std::string_view losses;    // its losses
  Use uses;                   // the options of formats that have a meaning here
  bool json;                  // whether it has --json
  ExitCode (*run)(const Arguments& arguments, Session& session);
};

std::span<const Verb> verbs();
const Verb* find_verb(std::string_view name);
std::vector<std::string> verb_names();

// One file each.
ExitCode run_formats(const Arguments& arguments, Session& session);
ExitCode run_info(const Arguments& arguments, Session& session);
ExitCode run_validate(const Arguments& arguments, Session& session);
ExitCode run_dump(const Arguments& arguments, Session& session);
ExitCode run_roundtrip(const Arguments& arguments, Session& session);
ExitCode run_convert(const Arguments& arguments, Session& session);
ExitCode run_batch(const Arguments& arguments, Session& session);
ExitCode run_diff(const Arguments& arguments, Session& session);
ExitCode run_query(const Arguments& arguments, Session& session);
ExitCode run_assets(const Arguments& arguments, Session& session);
ExitCode run_plan(const Arguments& arguments, Session& session);
ExitCode run_rebuild(const Arguments& arguments, Session& session);
ExitCode run_rename(const Arguments& arguments, Session& session);  // retexture too
ExitCode run_sample(const Arguments& arguments, Session& session);
ExitCode run_view(const Arguments& arguments, Session& session);
ExitCode run_completion(const Arguments& arguments, Session& session);
ExitCode run_help(const Arguments& arguments, Session& session);
ExitCode run_man(const Arguments& arguments, Session& session);

}  // namespace mw::cli
