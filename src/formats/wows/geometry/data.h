#pragma once

#include <fmt/format.h>
#include <meshwright/core/detail/reader.h>
#include <meshwright/core/detail/writer.h>
#include <meshwright/wows/geometry_format.h>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// The `io`s of data_fields() (geometry_format.h): reading the data of a model, writing it, finding a field
/// in it.
namespace mw::wows::geometry {

/// Finds where a part of a record's data begins: a field, a count or a list, but nothing inside the rows of
/// another list.
class DataFinder {
 public:
  explicit DataFinder(std::string_view wanted) : wanted_(wanted) {}

  template <LeafValue T>
  void field(std::string_view name, const T& /*value*/) {
    pass(name, sizeof(T));
  }
  template <LeafValue T>
  void field_if(bool present, std::string_view name, const T& value) {
    if (present) field(name, value);
  }
  template <class T>
  void list(std::string_view count_name, std::string_view name, const std::vector<T>& rows) {
    pass(count_name, kCountSize);
    pass(name, size_of_rows(rows));
  }
  template <class A, class B>
  void lists(std::string_view count_name, std::string_view name, const std::vector<A>& rows,
             std::string_view other_name, const std::vector<B>& others) {
    list(count_name, name, rows);
    pass(other_name, size_of_rows(others));
  }
  template <class T>
  void records(std::string_view count_name, std::string_view name, const std::vector<T>& rows, auto visit) {
    pass(count_name, kCountSize);
    pass(name, 0);
    if (found_) return;
    DataFinder inside({});
    for (const T& row : rows) visit(inside, row);
    position_ += inside.position();
  }
  template <class T>
  void records_if(bool present, std::string_view count_name, std::string_view name,
                  const std::vector<T>& rows, auto visit) {
    if (present) records(count_name, name, rows, visit);
  }
  void rest(std::string_view name, const Bytes& bytes) { pass(name, bytes.size()); }

  /// Bytes before what was wanted; of the whole data when it was not found.
  std::uint64_t position() const { return position_; }

 private:
  static constexpr std::uint64_t kCountSize = sizeof(std::uint32_t);

  template <class T>
  static std::uint64_t size_of_rows(const std::vector<T>& rows) {
    return std::uint64_t(rows.size()) * sizeof(T);
  }
  void pass(std::string_view name, std::uint64_t size) {
    found_ = found_ || (!wanted_.empty() && name == wanted_);
    if (!found_) position_ += size;
  }

  std::string_view wanted_;
  std::uint64_t position_ = 0;
  bool found_ = false;
};

/// The byte of a record's data at which the part of that name begins; without a name, the size of the data.
/// `version` is what data_fields() of the record asks for beside it.
std::uint64_t data_byte(const auto& record, std::string_view name, auto... version) {
  DataFinder finder(name);
  data_fields(finder, record, version...);
  return finder.position();
}

/// Reads data from the reader's cursor up to `end`, which lies in the file.
class DataReader {
 public:
  DataReader(Reader& reader, std::uint64_t end) : reader_(reader), end_(end) {}

  template <LeafValue T>
  void field(std::string_view name, T& value) {
    reader_.field(name, value);
  }
  template <LeafValue T>
  void field_if(bool present, std::string_view name, T& value) {
    if (present) reader_.field(name, value);
  }
  template <class T>
  void list(std::string_view count_name, std::string_view name, std::vector<T>& rows) {
    const std::uint32_t count = read_count(count_name);
    if (admits(name, count, sizeof(T), 0)) reader_.table(name, reader_.position(), count, rows);
  }
  template <class A, class B>
  void lists(std::string_view count_name, std::string_view name, std::vector<A>& rows,
             std::string_view other_name, std::vector<B>& others) {
    const std::uint32_t count = read_count(count_name);
    if (!admits(name, count, sizeof(A) + sizeof(B), 0)) return;
    reader_.table(name, reader_.position(), count, rows);
    reader_.table(other_name, reader_.position(), count, others);
  }
  template <class T>
  void records(std::string_view count_name, std::string_view name, std::vector<T>& rows, auto visit) {
    const std::uint32_t count = read_count(count_name);
    DataFinder least({});
    const T empty{};
    visit(least, empty);
    if (!admits(name, count, least.position(), sizeof(T))) return;
    rows.resize(count);
    PathScope scope(reader_.path(), name);
    for (std::size_t row = 0; row < rows.size() && reader_.ok(); ++row) {
      scope.set_row(row);
      visit(*this, rows[row]);
    }
  }
  template <class T>
  void records_if(bool present, std::string_view count_name, std::string_view name, std::vector<T>& rows,
                  auto visit) {
    if (present) records(count_name, name, rows, visit);
  }
  void rest(std::string_view name, Bytes& bytes);

 private:
  std::uint32_t read_count(std::string_view name) {
    std::uint32_t count = 0;
    reader_.field(name, count);
    return count;
  }
  /// The gate of a list: `count` rows of at least `least` bytes each must fit before the end, and the memory
  /// they take, `row_size` each, is charged.
  bool admits(std::string_view name, std::uint64_t count, std::uint64_t least, std::uint64_t row_size);

  Reader& reader_;
  std::uint64_t end_;
};

/// Why the data of an armor model cannot be read, with the byte in it; nothing when it can.
std::optional<Error> find_armor_problem(ByteSpan data);

/// Writes data where the writer stands.
class DataWriter {
 public:
  explicit DataWriter(Writer& writer) : writer_(writer) {}

  template <LeafValue T>
  void field(std::string_view name, const T& value) {
    writer_.field(name, value);
  }
  template <LeafValue T>
  void field_if(bool present, std::string_view name, const T& value) {
    if (present) writer_.field(name, value);
  }
  template <class T>
  void list(std::string_view count_name, std::string_view name, const std::vector<T>& rows) {
    write_count(count_name, rows.size());
    writer_.rows(name, rows);
  }
  template <class A, class B>
  void lists(std::string_view count_name, std::string_view name, const std::vector<A>& rows,
             std::string_view other_name, const std::vector<B>& others) {
    if (others.size() != rows.size())
      writer_.fail(other_name,
                   fmt::format("has {} rows, but there are {} {}", others.size(), rows.size(), name));
    list(count_name, name, rows);
    writer_.rows(other_name, others);
  }
  template <class T>
  void records(std::string_view count_name, std::string_view name, const std::vector<T>& rows, auto visit) {
    write_count(count_name, rows.size());
    PathScope scope(writer_.path(), name);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      scope.set_row(row);
      visit(*this, rows[row]);
    }
  }
  template <class T>
  void records_if(bool present, std::string_view count_name, std::string_view name,
                  const std::vector<T>& rows, auto visit) {
    if (present) return records(count_name, name, rows, visit);
    if (!rows.empty()) writer_.fail(name, "cannot be written in a version that is not known");
  }
  void rest(std::string_view name, const Bytes& bytes) { writer_.raw(name, bytes); }

 private:
  void write_count(std::string_view name, std::size_t size) {
    std::uint32_t count = 0;
    writer_.narrow(name, size, count);
    writer_.field(name, count);
  }

  Writer& writer_;
};

}  // namespace mw::wows::geometry
