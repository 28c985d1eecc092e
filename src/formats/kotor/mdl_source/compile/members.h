#pragma once

#include <meshwright/core/detail/field.h>
#include <cstdint>
#include <string_view>
#include <vector>
#include "mdl/tables.h"

/// Everything that a record of a model has, one member after another, whatever its type: what two records
/// differ in is found by these lists, and what notes say of a record is put into it by them. They are made of
/// the same lists of fields and tables as reading and writing.
namespace mw::kotor::mdl {

struct Member {
  enum class Kind : std::uint8_t {
    numbers,
    text,   // a FixedText
    link,   // a Link
    array,  // an Array: only its second count, where it differs from the first
    rows,   // a table of plain rows, or bytes
    lists,  // how many index lists there are
    part,   // whether there is such a part
  };
  /// Of rows, lists and parts: the table behind it, whatever its type.
  struct Table {
    void* table = nullptr;
    std::size_t (*size)(const void* table) = nullptr;
    void (*resize)(void* table, std::size_t size) = nullptr;
    std::byte* (*data)(void* table) = nullptr;
    std::size_t stride = 0;
    std::size_t begin = 0;  // of what counts in a row
    std::size_t bytes = 0;
  };

  Kind kind = Kind::numbers;
  bool placed = false;  // set by lay_out()
  bool laid = false;    // rows that lay_out() makes: how many is no content
  std::string_view part;
  std::string_view name;
  std::int32_t index = -1;
  FieldType type = {};  // of a field, of how many there are
  std::byte* data = nullptr;
  std::size_t size = 0;  // bytes of the data; of lists: how many members that follow are theirs
  Table table = {};

  std::size_t rows() const { return table.size(table.table); }
  void resize(std::size_t rows) const { table.resize(table.table, rows); }
  std::byte* row(std::size_t at) const { return table.data(table.table) + at * table.stride + table.begin; }
  /// Of a fixed text, up to its end.
  std::size_t text_length() const;
  /// Whether notes of this kind are about it: places are put in when the model is laid out.
  bool takes(bool place, bool reserved) const;
  /// Whether it is the same member of another record.
  bool is_like(const Member& other) const {
    return kind == other.kind && index == other.index && name == other.name && part == other.part;
  }
};

using Members = std::vector<Member>;

/// Fills `members` anew. They refer into the record and are good until a part of it comes or goes.
void members_of(Node& node, Variant variant, Members& members);
void members_of(Animation& animation, Members& members);
void members_of(File& file, Members& members);

/// Only to be looked at.
template <class Record, class... Rest>
void members_of(const Record& record, Rest&&... rest) {
  members_of(const_cast<Record&>(record), std::forward<Rest>(rest)...);  // NOLINT: nothing is changed
}

}  // namespace mw::kotor::mdl
