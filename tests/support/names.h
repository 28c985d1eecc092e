#pragma once

#include <gtest/gtest.h>
#include <meshwright/core/detail/coverage.h>

#include <algorithm>
#include <compare>
#include <deque>
#include <initializer_list>
#include <memory_resource>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mw::test {

/// Listens to a reader: every byte must get a name, and these names must be among them.
class Names {
 public:
  Names(std::initializer_list<const char*> expected = {}) : missing_(expected.begin(), expected.end()) {}

  /// The trace for one of the files that are read; what it names is expected with the prefix.
  const Trace* trace_of(const Bytes& bytes, const std::string& prefix = "") {
    Part& part = parts_.emplace_back(prefix, bytes.size());
    part.trace = [this, &part](const TracedField& field) {
      part.coverage.add(field);
      if (!missing_.empty()) missing_.erase(part.prefix + field.path);
    };
    return &part.trace;
  }

  void expect_complete() const {
    for (const Part& part : parts_) {
      EXPECT_EQ(part.coverage.named(), part.size) << part.prefix;
      EXPECT_EQ(part.coverage.unreferenced(), 0U) << part.prefix;
    }
    EXPECT_FALSE(parts_.empty()) << "nothing was traced";
    EXPECT_EQ(missing_, std::set<std::string>());
  }

 private:
  struct Part {
    std::string prefix;
    std::size_t size;
    Coverage coverage = {};
    Trace trace = {};
  };
  std::deque<Part> parts_;  // which stay where they are
  std::set<std::string> missing_;
};

/// One field as a trace told of it. The account keeps its texts.
struct Told {
  bool in_companion = false;
  std::uint64_t offset = 0;
  std::string_view path;
  std::string_view type;
  std::string_view value;  // its bytes

  auto operator<=>(const Told&) const = default;
};

inline void PrintTo(const Told& told, std::ostream* out) {
  *out << (told.in_companion ? "companion." : "") << told.path << " at " << told.offset << ": " << told.type
       << " of " << told.value.size() << " bytes";
}

/// Keeps all that is told, to compare what reading and writing tell of one file.
class Account {
 public:
  const Trace* file() { return &file_; }
  const Trace* companion() { return &companion_; }

  /// By place rather than in the order of telling, which is free.
  const std::vector<Told>& sorted() {
    std::ranges::sort(told_);
    return told_;
  }

  Account() = default;
  Account(const Account&) = delete;
  Account& operator=(const Account&) = delete;

 private:
  /// Millions of fields have three texts each: one memory for all of them.
  std::string_view kept(std::string_view text) {
    auto* place = static_cast<char*>(memory_.allocate(text.size(), 1));
    std::ranges::copy(text, place);
    return {place, text.size()};
  }
  void add(bool in_companion, const TracedField& field) {
    told_.push_back({in_companion, field.offset, kept(field.path), kept(to_string(field.type)),
                     kept(text_of(field.bytes))});
  }

  std::pmr::monotonic_buffer_resource memory_;
  std::vector<Told> told_;
  Trace file_ = [this](const TracedField& field) { add(false, field); };
  Trace companion_ = [this](const TracedField& field) { add(true, field); };
};

}  // namespace mw::test
