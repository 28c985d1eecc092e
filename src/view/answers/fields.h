#pragma once

#include <meshwright/core/detail/answer.h>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Answers about fields, bytes and lines.
namespace mw::view::answer {

/// The type and the value of a field.
struct Value {
  std::string type;
  std::string value;
  bool packed = false;
  std::uint32_t line = 0;  // of a text
};

void fields(auto& io, const Value& value) {
  io.field("type", value.type);
  io.field("value", value.value);
  io.field("packed", present(value.packed, value.packed));
  io.field("line", present(value.line != 0, value.line));
}

struct Field {
  std::uint64_t number = 0;
  std::string path;
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
  Value value;
};

void fields(auto& io, const Field& field) {
  io.field("number", field.number);
  io.field("path", field.path);
  io.field("offset", field.offset);
  io.field("length", field.length);
  io.members_of(field.value);
}

struct Fields {
  std::uint64_t total = 0;
  std::uint64_t size = 0;  // of the layer
  std::vector<Field> fields = {};
};

void fields(auto& io, const Fields& answer) {
  io.field("total", answer.total);
  io.field("size", answer.size);
  io.field("fields", answer.fields);
}

struct Branch {
  std::string path;
  std::uint64_t offset = 0;
  std::uint64_t end = 0;
  std::uint64_t fields = 0;
  std::uint64_t rows = 0;
  std::string name = {};
  std::string_view kind = {};
  std::optional<Value> value = {};  // of a field
};

void fields(auto& io, const Branch& branch) {
  io.field("path", branch.path);
  io.field("offset", branch.offset);
  io.field("end", branch.end);
  io.field("fields", branch.fields);
  io.field("rows", branch.rows);
  io.field("name", present(!branch.name.empty(), branch.name));
  io.field("kind", present(!branch.name.empty(), branch.kind));
  io.members_of(branch.value);
}

struct Tree {
  std::uint64_t total = 0;
  std::vector<Branch> branches = {};
};

void fields(auto& io, const Tree& tree) {
  io.field("total", tree.total);
  io.field("branches", tree.branches);
}

/// A row whose name has the text.
struct NamedRow {
  std::uint32_t layer = 0;
  std::string path;
  std::string name;
  std::string_view kind;
};

void fields(auto& io, const NamedRow& row) {
  io.field("layer", row.layer);
  io.field("path", row.path);
  io.field("name", row.name);
  io.field("kind", row.kind);
}

struct FieldPath {
  std::uint64_t layer = 0;
  std::string path;
  std::uint32_t offset = 0;
};

void fields(auto& io, const FieldPath& found) {
  io.field("layer", found.layer);
  io.field("path", found.path);
  io.field("offset", found.offset);
}

struct Search {
  std::vector<NamedRow> named = {};
  std::vector<FieldPath> paths = {};
  std::uint64_t total = 0;
};

void fields(auto& io, const Search& search) {
  io.field("named", search.named);
  io.field("paths", search.paths);
  io.field("total", search.total);
}

struct Lines {
  std::uint64_t total = 0;
  std::uint64_t from = 0;
  std::vector<std::uint64_t> offsets = {};
  std::vector<std::uint64_t> lengths = {};
  std::uint64_t most = 0;  // bytes of a line
  std::vector<Field> fields = {};
};

void fields(auto& io, const Lines& lines) {
  io.field("total", lines.total);
  io.field("from", lines.from);
  io.field("offsets", lines.offsets);
  io.field("lengths", lines.lengths);
  io.field("most", lines.most);
  io.field("fields", lines.fields);
}

struct Line {
  std::uint64_t line = 0;
  std::uint64_t offset = 0;
  std::uint64_t end = 0;
};

void fields(auto& io, const Line& line) {
  io.field("line", line.line);
  io.field("offset", line.offset);
  io.field("end", line.end);
}

}  // namespace mw::view::answer
