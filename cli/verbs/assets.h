#pragma once

#include <meshwright/wows/assets.h>
#include <meshwright/wows/assets_paths.h>

#include "cli/opened.h"

/// What the actions of `assets` share.
namespace mw::cli {

/// A database that was opened for an action.
struct OpenedAssets {
  const Opened& input;
  const wows::assets::Database& database;
  const Arguments& arguments;
  Session& session;

  Answer fail(const Error& error) const {
    session.complain(input.path(), error);
    return Answer::failed;
  }
};

/// `assets get` and `assets resolve`.
Answer get_record(const OpenedAssets& assets);
Answer resolve_model(const OpenedAssets& assets);

/// "visual", or what a resource without a record is.
std::string_view type_name(const wows::assets::Database& database, const wows::assets::Location& location);

}  // namespace mw::cli
