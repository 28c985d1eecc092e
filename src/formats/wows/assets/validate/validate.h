#pragma once

#include <meshwright/core/detail/field_of.h>
#include <meshwright/wows/detail/assets_findings.h>
#include <meshwright/wows/detail/assets_paths.h>
#include <meshwright/wows/detail/assets_resources.h>

#include "assets/names.h"
#include "assets/walk.h"

/// What the parts of validation share.
namespace mw::wows::assets {

/// Counts the bytes that were looked at, and tells of them now and then.
class Steps {
 public:
  Steps(const Progress& progress, std::uint64_t all) : progress_(progress), all_(all), step_(all / 1000) {}

  void take(std::uint64_t bytes) {
    done_ += bytes;
    if (progress_ && done_ - told_ > step_) tell();
  }
  void finish() {
    if (progress_ && told_ < done_) tell();
  }

 private:
  void tell() {
    told_ = done_;
    progress_(done_, all_);
  }

  const Progress& progress_;
  const std::uint64_t all_;
  const std::uint64_t step_;
  std::uint64_t done_ = 0;
  std::uint64_t told_ = 0;
};

/// A file under validation.
struct Checked {
  const Database& database;
  Findings& findings;
  const Checksum& checksum;
  Steps& steps;
  const Paths paths{database};
  const NameTexts names{database};
};

/// Whether an id leads to a record of that type.
class ResourceTypes {
 public:
  explicit ResourceTypes(const Database& database);
  bool has(ResourceId id, Type type) const;

 private:
  const Resources resources_;
  std::vector<std::optional<Type>> types_;  // one per database
};

void check_strings(const Checked& checked);
void check_resources(const Checked& checked);
void check_paths(const Checked& checked);
void check_databases(const Checked& checked);

/// One record and where it is.
struct RecordPlace {
  std::size_t database;
  std::uint64_t row;
  std::uint64_t base;
  const DatabaseView& view;

  std::string path() const { return fmt::format("databases[{}].records[{}]", database, row); }
  Place whole() const { return {path(), base}; }
  /// Byte `offset` of the record is called `name`.
  Place at(std::string_view name, std::uint64_t offset) const {
    return {fmt::format("{}.{}", path(), name), base + offset};
  }
  /// A row of one of the arrays that the record itself points at.
  template <class T>
  Place item(std::string_view name, const Array<T>& array, std::size_t index) const {
    return {fmt::format("{}.{}[{}]", path(), name, index), item_offset(base, array, index)};
  }
  template <class T>
  static std::uint64_t item_offset(std::uint64_t holder, const Array<T>& array, std::size_t index) {
    std::uint64_t stride = 0;
    if constexpr (LeafValue<T>)
      stride = sizeof(T);
    else
      stride = kFixedSize<T>;
    return resolve(holder, array.pointer).value_or(0) + index * stride;
  }
};

void check_record(const Checked& checked, const ResourceTypes& resources, const RecordPlace& place,
                  const Visual& visual);
void check_record(const Checked& checked, const ResourceTypes& resources, const RecordPlace& place,
                  const Material& material);
void check_record(const Checked& checked, const ResourceTypes& resources, const RecordPlace& place,
                  const Model& model);
void check_record(const Checked& checked, const ResourceTypes& resources, const RecordPlace& place,
                  const Model14& model);
void check_record(const Checked& checked, const ResourceTypes& resources, const RecordPlace& place,
                  const EffectPreset& preset);
void check_record(const Checked& checked, const ResourceTypes& resources, const RecordPlace& place,
                  const VelocityField& velocity);

/// An `io` that finds where a part of a record's fixed part begins, by its name.
class RecordFinder {
 public:
  constexpr explicit RecordFinder(std::string_view wanted) : wanted_(wanted) {}

  template <class T>
  constexpr void field(std::string_view name, const T&) {
    step(name, sizeof(T));
  }
  template <class T>
  constexpr void count(std::string_view name, const T&) {
    step(name, sizeof(T));
  }
  template <std::size_t N>
  constexpr void padding(std::string_view name, const Padding<N>&) {
    step(name, N);
  }
  constexpr void array(std::string_view name, const auto&, const auto&) { step(name, sizeof(std::int64_t)); }
  constexpr void part(std::string_view name, const auto& part) {
    step(name, 0);
    layout(*this, part);
  }
  constexpr void text(std::string_view name, const Text&) { step(name, kTextSize); }

  constexpr bool found() const { return found_; }
  constexpr std::uint64_t position() const { return position_; }

 private:
  constexpr void step(std::string_view name, std::uint64_t size) {
    found_ = found_ || name == wanted_;
    if (!found_) position_ += size;
  }

  std::string_view wanted_;
  std::uint64_t position_ = 0;
  bool found_ = false;
};

/// The byte of a record's fixed part at which a field begins; a name that is not in its list does not
/// compile.
template <class T>
consteval std::uint64_t record_byte(std::string_view name) {
  RecordFinder finder(name);
  const T record{};
  layout(finder, record);
  if (!finder.found()) no_field_of_this_name();
  return finder.position();
}

}  // namespace mw::wows::assets
