#pragma once

#include <gtest/gtest.h>
#include <meshwright/core/coverage.h>

#include <deque>
#include <initializer_list>
#include <set>
#include <string>

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

}  // namespace mw::test
