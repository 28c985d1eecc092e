#pragma once

#include <fmt/compile.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/scene/scene.h>

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// The JSON of a glTF document, as its parts need it.
namespace mw::exchange {

/// Makes a name unique among its kind by appending a number.
class UniqueNames {
 public:
  std::string take(const std::string& name);

 private:
  // Remembers the last number tried for a name, so that a thousand equal names stay fast.
  std::unordered_map<std::string, int> taken_;
};

class GltfJson : public JsonWriter {
 public:
  using JsonWriter::JsonWriter;

  /// An array of objects; omitted without items, since glTF allows no empty one.
  template <class T, class Each>
  void list(std::string_view name, const std::vector<T>& items, Each each) {
    if (items.empty()) return;
    key(name);
    begin_array();
    for (const T& item : items) {
      begin_object();
      each(item);
      end_object();
    }
    end_array();
  }

  /// A value written as JSON by a format known to the compiler: many times faster than member by member, for
  /// the lists that make up most of an animated model's document.
  template <class Format, class... Arguments>
  void formatted(const Format& format, const Arguments&... arguments) {
    scratch_.clear();
    fmt::format_to(std::back_inserter(scratch_), format, arguments...);
    raw_value({scratch_.data(), scratch_.size()});
  }

  void numbers(std::string_view name, std::span<const float> numbers);
  void indices(std::string_view name, std::span<const scene::Index> indices);

  /// Members of extras, and data without a place in glTF that is added to them.
  void extras(const scene::Extras& extras, const scene::Extras& more = {});
  void members(const scene::Extras& extras);

  /// The unique name; returns the original, for the extras, if it had to be changed.
  scene::Extras name(UniqueNames& names, const std::string& name);

 private:
  fmt::memory_buffer scratch_;
};

}  // namespace mw::exchange
