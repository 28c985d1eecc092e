#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/text.h>
#include <meshwright/wows/assets_resolve.h>

#include <algorithm>

#include "assets.h"

namespace mw::cli {
namespace {

namespace assets = wows::assets;

std::string shown(const assets::Reference& reference) {
  if (reference.id.is_none()) return "none";
  return reference.path.empty() ? show_id(reference.id) + " (no path)" : escape_text(reference.path);
}

std::string escaped_list(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + escape_text(word);
  return text;
}

void print_line(Session& session, std::string_view label, const std::string& text) {
  session.print(fmt::format("  {:<12} {}\n", label, text));
}

void print_materials(Session& session, const assets::Chain& chain) {
  for (const assets::MaterialUse& material : chain.materials) {
    print_line(session, "material", shown(material.file) + (material.found ? "" : " (no record)"));
    for (const assets::TextureUse& texture : material.textures)
      session.print(fmt::format("    {:<22} {}\n", escape_text(texture.property), shown(texture.file)));
  }
}

void print_chain(Session& session, const std::string& what, const assets::Chain& chain) {
  session.print(fmt::format("{}\n", session.bold(escape_text(what))));
  print_line(session, "visual", shown(chain.visual));
  print_line(session, "geometry", shown(chain.geometry));
  print_line(session, "nodes", escaped_list(chain.nodes));
  for (const assets::LodUse& lod : chain.lods)
    print_line(session, "level", fmt::format("up to {}: {}", lod.extent, escaped_list(lod.render_sets)));
  for (const assets::RenderSetUse& set : chain.render_sets)
    print_line(session, "render set",
               fmt::format("{}: {}{}", escape_text(set.name), escape_text(set.material_name),
                           set.skinned ? ", skinned by " + escaped_list(set.nodes) : ""));
  print_materials(session, chain);
  for (const assets::SkeletonUse& skeleton : chain.skeletons)
    print_line(session, "skeleton", shown(skeleton.file));
  for (const assets::Reference& animation : chain.animations)
    print_line(session, "animation", shown(animation));
  for (const assets::DyeUse& dye : chain.dyes) {
    print_line(session, "dye", fmt::format("{} for {}", escape_text(dye.matter), escape_text(dye.replaces)));
    for (const auto& [name, material] : dye.tints)
      session.print(fmt::format("    {:<22} {}\n", escape_text(name), shown(material)));
  }
  for (const std::string& missing : chain.missing) print_line(session, "missing", escape_text(missing));
}

void print_json(const OpenedAssets& opened, const assets::Chain& chain) {
  JsonWriter json(JsonWriter::Style::compact);
  to_json(chain, json);
  opened.session.print(json.take() + "\n");
}

/// "/Content\\A.model" as paths of the database are compared with it.
std::string plain_path(std::string_view path) {
  std::string plain = lower_case(path);
  std::ranges::replace(plain, '\\', '/');
  return plain.substr(std::min(plain.find_first_not_of('/'), plain.size()));
}

/// Why an id leads to no record.
std::string why_missing(const OpenedAssets& opened, assets::ResourceId id) {
  const std::string what = escape_text(opened.arguments.what);
  const assets::Paths paths(opened.database);
  if (paths.row_of(id)) return fmt::format("{} has a path but no record", what);
  const std::string wanted = plain_path(opened.arguments.what);
  std::string like;
  assets::for_each_path(opened.database, [&](std::size_t, std::string_view path) {
    if (like.empty() && plain_path(path) == wanted) like = path;
  });
  return fmt::format("no record of {}{}", what, like.empty() ? "" : "; it is written " + escape_text(like));
}

/// From a .geometry back to what shows it: each visual, then its models.
Answer print_users(const OpenedAssets& opened, const assets::Paths& paths, assets::ResourceId id) {
  const std::vector<assets::User> users = assets::users_of(opened.database, std::span(&id, 1));
  const auto print = [&](std::string_view kind, assets::ResourceId user) {
    const assets::Reference reference{user, paths.path(user)};
    if (!opened.session.json()) return print_line(opened.session, kind, shown(reference));
    JsonWriter json(JsonWriter::Style::compact);
    json.begin_object();
    json.member("path", reference.path);
    json.member("id", show_id(user));
    json.member("type", kind);
    json.end_object();
    opened.session.print(json.take() + "\n");
  };
  for (const assets::User& user : users) {
    print("visual", user.visual);
    for (const assets::ResourceId model : user.models) print("model", model);
  }
  return users.empty() ? Answer::no : Answer::yes;
}

}  // namespace

Answer get_record(const OpenedAssets& opened) {
  const auto id = assets::id_of(opened.arguments.what);
  if (!id) return opened.fail(id.error());
  const auto location = opened.database.find(*id);
  if (!location) return opened.fail({.message = why_missing(opened, *id)});
  const auto record = opened.database.record(*location);
  if (!record) return opened.fail(record.error());
  const assets::DatabaseView view = opened.database.database(location->database);
  JsonWriter json(opened.session.json() ? JsonWriter::Style::compact : JsonWriter::Style::pretty);
  json.begin_object();
  if (std::holds_alternative<assets::Raw>(*record))
    opened.session.note(fmt::format("meshwright: {}: {} is {}", display_name(opened.input.path()),
                                    escape_text(opened.arguments.what), unknown_version(view)));
  json.member("path", assets::Paths(opened.database).path(*id));
  json.member("id", show_id(*id));
  json.member("type", type_name(opened.database, *location));
  json.member("database", location->database);
  json.member("record", location->record);
  json.member("offset", view.record_offset(location->record));
  json.key("value");
  record_to_json(opened.database, *record, json);
  json.end_object();
  opened.session.print(json.take() + "\n");
  return Answer::yes;
}

Answer resolve_model(const OpenedAssets& opened) {
  const std::string& what = opened.arguments.what;
  const auto id = assets::id_of(what);
  if (!id) return opened.fail(id.error());
  const assets::Paths paths(opened.database);
  if (!opened.database.find(*id) && paths.row_of(*id)) return print_users(opened, paths, *id);
  if (!opened.database.find(*id)) return opened.fail({.message = why_missing(opened, *id)});
  const auto chain = assets::resolve(opened.database, what);
  if (!chain) return opened.fail(chain.error());
  opened.session.json() ? print_json(opened, *chain) : print_chain(opened.session, what, *chain);
  return Answer::yes;
}

}  // namespace mw::cli
