#pragma once

#include <meshwright/core/detail/json_reader.h>
#include <meshwright/core/json_writer.h>

#include "assets/decode.h"
#include "assets/names.h"

/// Records in JSON: both ways by their lists of parts. Counts are left out, since the arrays have them;
/// padding is left out where it is 0; the pointers of a record are one list.
namespace mw::wows::assets {

/// The `io` that writes a record into an object.
class RecordToJson {
 public:
  RecordToJson(JsonWriter& json, const NameTexts& names) : json_(json), names_(names) {}

  /// The members of a record's object; with its pointers unless there are none.
  void write(const auto& record) {
    layout(*this, record);
    if (std::ranges::any_of(pointers_, [](std::int64_t pointer) { return pointer != 0; }))
      json_.table("pointers", pointers_);
  }

  void field(std::string_view name, const NameId& id) { json_.member(name, names_.show(id)); }
  void field(std::string_view name, const ResourceId& id) { json_.member(name, show_id(id)); }
  void field(std::string_view name, const auto& leaf) { json_.field(name, leaf); }
  void count(std::string_view, const auto&) {}
  template <std::size_t N>
  void padding(std::string_view name, const Padding<N>& bytes) {
    if (std::ranges::any_of(bytes, [](std::uint8_t byte) { return byte != 0; })) json_.field(name, bytes);
  }
  template <class T>
  void array(std::string_view name, const Array<T>& array, const auto&) {
    pointers_.push_back(array.pointer);
    if constexpr (std::is_same_v<T, NameId> || std::is_same_v<T, ResourceId>) {
      json_.key(name);
      constexpr std::size_t kOneLine = 20;
      json_.begin_array(array.items.size() <= kOneLine ? JsonWriter::Rows::one_line
                                                       : JsonWriter::Rows::wrapped);
      for (const T& id : array.items) json_.value(show(id));
      json_.end_array();
    } else if constexpr (LeafValue<T>) {
      json_.table(name, array.items);
    } else {
      json_.key(name);
      json_.begin_array();
      for (const T& row : array.items) {
        json_.begin_object(JsonWriter::Rows::one_line);
        RecordToJson(json_, names_).write(row);
        json_.end_object();
      }
      json_.end_array();
    }
  }
  void part(std::string_view name, const auto& part) {
    json_.key(name);
    json_.begin_object(JsonWriter::Rows::one_line);
    layout(*this, part);
    json_.end_object();
  }
  void text(std::string_view name, const Text& text);

 private:
  std::string show(NameId id) const { return names_.show(id); }
  static std::string show(ResourceId id) { return show_id(id); }

  JsonWriter& json_;
  const NameTexts& names_;
  std::vector<std::int64_t> pointers_;
};

class RecordFromJson;

/// A row of an array, which is an object of its own.
template <class T>
struct RowForm {
  T record;
};
template <class T>
void fields(JsonReader& json, RowForm<T>& form);

/// A part of a record: an object whose pointers are among the record's.
template <class T>
struct PartForm {
  T& part;
  RecordFromJson& io;
};
template <class T>
void fields(JsonReader& json, PartForm<T>& form);

/// The `io` that reads it back.
class RecordFromJson {
 public:
  explicit RecordFromJson(JsonReader& json) : json_(json) {}

  void read(auto& record) {
    if (json_.has("pointers")) json_.table("pointers", pointers_);
    layout(*this, record);
    if (json_.ok() && !pointers_.empty() && used_ != pointers_.size()) {
      PathScope scope(json_.path(), "pointers");
      json_.fail(fmt::format("{} pointers, expected {}", pointers_.size(), used_));
    }
  }

  void field(std::string_view name, NameId& id);
  void field(std::string_view name, ResourceId& id);
  void field(std::string_view name, auto& leaf) { json_.field(name, leaf); }
  void count(std::string_view, auto&) {}
  template <std::size_t N>
  void padding(std::string_view name, Padding<N>& bytes) {
    if (json_.has(name)) json_.field(name, bytes);
  }
  template <class T>
  void array(std::string_view name, Array<T>& array, auto& count) {
    array.pointer = next_pointer();
    if constexpr (std::is_same_v<T, NameId> || std::is_same_v<T, ResourceId>) {
      read_ids(name, array.items);
    } else if constexpr (LeafValue<T>) {
      json_.table(name, array.items);
    } else {
      std::vector<RowForm<T>> forms;
      json_.table(name, forms);
      for (RowForm<T>& form : forms) array.items.push_back(std::move(form.record));
    }
    set_count(name, array.items.size(), count);
  }
  void part(std::string_view name, auto& part) {
    PartForm<std::remove_reference_t<decltype(part)>> form{part, *this};
    json_.field(name, form);
  }
  void text(std::string_view name, Text& text);

 private:
  std::int64_t next_pointer() { return used_++ < pointers_.size() ? pointers_[used_ - 1] : 0; }

  /// Arrays that share a count must be of one length.
  template <class Count>
  void set_count(std::string_view name, std::size_t size, Count& count) {
    PathScope scope(json_.path(), name);
    if (!std::in_range<Count>(size))
      return json_.fail(fmt::format("{} rows are more than the {} that their count can hold", size,
                                    std::numeric_limits<Count>::max()));
    const bool known = std::ranges::find(counted_, &count) != counted_.end();
    if (known && !std::cmp_equal(count, size))
      return json_.fail(fmt::format("{} rows, but the arrays beside it have {}", size, count));
    counted_.push_back(&count);
    count = Count(size);
  }

  void read_ids(std::string_view name, std::vector<NameId>& ids);
  void read_ids(std::string_view name, std::vector<ResourceId>& ids);

  JsonReader& json_;
  std::vector<std::int64_t> pointers_;
  std::size_t used_ = 0;
  std::vector<const void*> counted_;
};

template <class T>
void fields(JsonReader& json, RowForm<T>& form) {
  RecordFromJson(json).read(form.record);
}
template <class T>
void fields(JsonReader& /*json*/, PartForm<T>& form) {
  layout(form.io, form.part);
}

}  // namespace mw::wows::assets
