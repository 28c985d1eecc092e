#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/fixed_text.h>
#include <meshwright/core/detail/path.h>
#include <meshwright/core/error.h>
#include <meshwright/core/json_text.h>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mw {

/// Reads records from JSON by the same lists of fields that wrote them (see field.h).
///
/// As in Reader, the first failure sticks. A missing member, a value of the wrong kind or outside its field's
/// range, and an unread member are failures: no edit of a file is ignored silently. Members may come in any
/// order; the order of reading is the fastest.
class JsonReader {
 public:
  /// The JSON must outlive the reader.
  explicit JsonReader(const JsonText& json) : json_(json) { enter(); }

  template <LeafValue T>
  void field(std::string_view name, T& leaf) {
    PathScope scope(path_, name);
    if (member(name)) leaf_value(leaf);
  }

  void field(std::string_view name, Bytes& bytes);

  /// Texts in all the forms that JsonWriter gives them.
  void field(std::string_view name, std::string& text);
  template <std::size_t N>
  void field(std::string_view name, FixedText<N>& text) {
    std::string all;
    field(name, all);
    if (all.size() > N) {
      PathScope scope(path_, name);
      return fail("a text of " + std::to_string(all.size()) + " bytes does not fit " + std::to_string(N));
    }
    text = FixedText<N>(all);
  }

  template <class T>
    requires(!LeafValue<T>)
  void field(std::string_view name, T& record) {
    PathScope scope(path_, name);
    if (member(name)) record_value(record);
  }

  /// `blank` is the initial value of each row, for rows that need more than their JSON holds.
  template <class T>
  void table(std::string_view name, std::vector<T>& rows, const T& blank = {}) {
    PathScope scope(path_, name);
    if (!member(name) || !expect_array()) return;
    const std::uint32_t end = json_.behind(entry_);
    // Each number is one entry; reading fails at any other value.
    rows.assign(Number<T> ? end - entry_ - 1 : json_.count(entry_), blank);
    ++entry_;
    rows_of(rows, scope);
    entry_ = end;
  }

  bool has(std::string_view name);

  /// An id: "0x03432C0C", or the number that files of before have.
  void hex_field(std::string_view name, std::uint32_t& id);

  /// Call this after the last field: members left over are a failure.
  void finish() { leave(); }

  /// Before finish(), the error names the byte of the member that was read last.
  void fail(std::string message);
  bool ok() const { return !error_; }
  const Error& error() const { return *error_; }
  Path& path() { return path_; }

 private:
  using Kind = JsonText::Kind;

  /// An object that is being read.
  struct Frame {
    std::uint32_t object;
    std::uint32_t end;
    std::size_t first_member = kNotListed;
    std::size_t next = 0;  // if listed: the member after the last one read
  };

  /// Objects are listed once their members are read out of order.
  struct Member {
    std::uint32_t key;
    bool used;
  };
  static constexpr std::size_t kNotListed = std::size_t(-1);

  template <LeafValue T>
  void leaf_value(T& leaf) {
    using Shape = Leaf<T>;
    if constexpr (Number<T>) {
      number(leaf);
    } else {
      if (!expect_array()) return;
      if (json_.behind(entry_) - entry_ - 1 != Shape::count) return fail_length(Shape::count);
      ++entry_;
      for (std::size_t i = 0; i < Shape::count; ++i) number(Shape::at(leaf, i));
    }
  }

  template <class T>
  void record_value(T& record) {
    if (!enter()) return;
    visit_fields(*this, record);
    leave();
  }

  /// Takes a number of the usual form, whose word holds all that its field needs.
  template <Number T>
  bool take_plain(T& out) {
    const std::uint32_t word = json_.word(entry_);
    const Kind kind = json_.kind(entry_);
    if constexpr (std::is_floating_point_v<T>) {
      if (kind == Kind::natural)
        out = T(word);
      else if (kind == Kind::real && std::is_same_v<T, float>)
        out = T(std::bit_cast<float>(word));
      else if (kind == Kind::negative)
        out = -T(word);
      else
        return false;
    } else if (kind == Kind::natural && std::in_range<T>(word)) {
      out = T(word);
    } else if (kind == Kind::negative && std::in_range<T>(-std::int64_t(word))) {
      out = T(-std::int64_t(word));
    } else {
      return false;
    }
    ++entry_;
    return true;
  }

  template <Number T>
  void number(T& out) {
    if (take_plain(out)) return;
    if constexpr (std::is_floating_point_v<T>) {
      real(out);
    } else if (!long_integer(out)) {
      fail_integer(std::to_string(std::numeric_limits<T>::min()) + ".." +
                   std::to_string(std::numeric_limits<T>::max()));
    }
    ++entry_;
  }

  template <class T>
  void rows_of(std::vector<T>& rows, PathScope& scope) {
    for (std::size_t row = 0; row < rows.size() && ok(); ++row) {
      if constexpr (Number<T>)
        if (take_plain(rows[row])) continue;
      scope.set_row(row);
      if constexpr (LeafValue<T>)
        leaf_value(rows[row]);
      else if constexpr (std::same_as<T, std::string>)
        text_value(rows[row]);
      else
        record_value(rows[row]);
    }
  }

  void text_value(std::string& text);
  void real(float& out);
  /// NaNs lose their payload.
  void real(double& out);
  template <class T>
  void real_value(T& out);
  bool long_integer(std::uint64_t& out);
  bool long_integer(std::int64_t& out);
  template <class T>
  bool long_integer(T& /*out*/) {
    return false;
  }

  bool enter();
  void leave();
  /// Goes to the value of a member.
  bool member(std::string_view name) {
    if (!is_next(name)) return find_member(name);
    member_ = ++entry_;
    return true;
  }
  bool is_next(std::string_view name) const {
    return ok() && !frames_.empty() && frames_.back().first_member == kNotListed &&
           entry_ < frames_.back().end && json_.is_string(entry_, name);
  }
  bool find_member(std::string_view name);
  void list_members(Frame& frame);
  bool expect_array();
  void fail_at(std::uint32_t entry, std::string message);
  void fail_kind(std::string_view expected);
  void fail_length(std::size_t expected);
  void fail_integer(const std::string& range);
  void fail_left_over(std::uint32_t key, const Frame& frame);

  const JsonText& json_;
  std::uint32_t entry_ = 0;   // to be read next
  std::uint32_t member_ = 0;  // the value of the last member read
  std::vector<Frame> frames_;
  std::vector<Member> members_;  // of all frames that list them
  JsonPlaces places_{json_};
  Path path_;
  std::optional<Error> error_;
};

}  // namespace mw
