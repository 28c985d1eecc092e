#pragma once

#include <gtest/gtest.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>

#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json_cases.h"
#include "support/bytes.h"
#include "support/names.h"

/// The tests that every format has. The fixtures of a format have a type that says how it is read:
///
///   struct Bwm : test::OneFile {                       // or its own Whole and load(), for files in twos
///     static Result<File> read(const Bytes& whole);
///     static Result<File> traced(const Bytes& whole, test::Names& names);
///     static Result<File> from_json(const JsonText& json);
///     static Result<File> read_told(const Bytes& whole, test::Account& account);   // read(whole,
///     account.file()) static void write_told(const File& file, test::Account& account);            //
///     write(file, account.file())
///   };
///
/// `write`, `validate` and `to_json` are looked up beside File; beside a Whole of its own, `first_difference`
/// and `put`.
namespace mw::test {

struct OneFile {
  using Whole = Bytes;
  static Bytes load(const std::filesystem::path& path) { return read_bytes(path); }
};

/// `read` refuses every cut, with a message that has this part.
void expect_every_cut_fails(const Bytes& whole, const auto& read, std::string_view part = "") {
  ASSERT_EQ(message_of(read(whole)), kNoError);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string message = message_of(read(prefix(whole, size)));
    EXPECT_NE(message, kNoError) << "cut at " << size;
    EXPECT_NE(message.find(part), message.npos) << "cut at " << size << ": " << message;
  }
}

struct CutCase {
  std::size_t size;
  const char* message;
};

/// Programs see it, too: something is read where the file has ended, or leads to there.
inline bool is_code_of_cut(ErrorCode code) {
  return code == ErrorCode::truncated || code == ErrorCode::out_of_range;
}

void expect_cut_messages(const Bytes& whole, std::initializer_list<CutCase> cases, const auto& read) {
  for (const CutCase& c : cases) {
    const auto made = read(prefix(whole, c.size));
    EXPECT_EQ(message_of(made), c.message) << "cut at " << c.size;
    if (!made)
      EXPECT_TRUE(is_code_of_cut(made.error().code))
          << "cut at " << c.size << ": " << name_of(made.error().code);
  }
}

struct WordCase {
  const char* name;
  std::size_t offset;  // of the word to replace
  std::uint32_t value;
  const char* message;
};

void expect_word_messages(const Bytes& whole, std::span<const WordCase> cases, const auto& read) {
  for (const WordCase& c : cases) {
    Bytes bytes = whole;
    put(bytes, c.offset, c.value);
    EXPECT_EQ(message_of(read(bytes)), c.message) << c.name;
  }
}

/// What became of damaged files.
struct Survivors {
  std::size_t readable = 0;
  std::size_t findings = 0;
};

/// What reads is written back as it was, and validates to the end. Gives what was read.
template <class Format>
auto expect_survives(const typename Format::Whole& whole, Survivors& survivors) {
  auto file = Format::read(whole);
  if (!file) return file;
  ++survivors.readable;
  expect_writes(*file, whole);
  Findings findings;
  validate(*file, findings);
  survivors.findings += findings.all().size();
  return file;
}

/// What is read is written back as it was.
template <class Format>
void expect_comes_back(const typename Format::Whole& whole) {
  const auto file = Format::read(whole);
  ASSERT_EQ(message_of(file), kNoError);
  expect_writes(*file, whole);
}

/// The offsets of the words in a part of a file.
inline std::vector<std::size_t> words(std::size_t begin, std::size_t end) {
  std::vector<std::size_t> offsets;
  for (std::size_t offset = begin; offset < end; offset += 4) offsets.push_back(offset);
  return offsets;
}

/// Every word set to every value: an error or a clean read that comes back, never more.
template <class Format>
Survivors expect_words_survive(const typename Format::Whole& whole, std::span<const std::size_t> offsets,
                               std::span<const std::uint32_t> values) {
  Survivors survivors;
  for (const std::size_t offset : offsets) {
    for (const std::uint32_t value : values) {
      SCOPED_TRACE("word at " + std::to_string(offset) + " = " + std::to_string(value));
      auto damaged = whole;
      put(damaged, offset, value);
      (void)expect_survives<Format>(damaged, survivors);  // or an error
    }
  }
  return survivors;
}

inline constexpr std::uint32_t kMutants = 20000;

/// Which mutants also go through JSON, which costs more: five in a row, so that each original has its turn.
inline bool goes_through_json(std::uint32_t seed) {
  return seed % 100 < 5;
}

/// No mutant crashes or hangs, and what reads comes back. `make(seed)` gives a damaged whole; `also(file)` is
/// what else is done with what reads.
template <class Format>
Survivors expect_mutants_survive(const auto& make, const auto& also) {
  Survivors survivors;
  for (std::uint32_t seed = 0; seed < kMutants && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const typename Format::Whole whole = make(seed);
    auto file = expect_survives<Format>(whole, survivors);
    if (!file) continue;
    if (goes_through_json(seed)) expect_json_gives<Format>(*file, whole);
    also(*file);
  }
  // The damage must reach both sides, or this shows nothing; how much reads at the least, the formats say.
  EXPECT_LT(survivors.readable, kMutants * 9 / 10);
  return survivors;
}

template <class Format>
Survivors expect_mutants_survive(const auto& make) {
  return expect_mutants_survive<Format>(make, [](const auto&) {});
}

/// Makes mutants of each original in turn.
inline auto mutants_of(std::vector<Bytes> originals) {
  return [originals = std::move(originals)](std::uint32_t seed) {
    return mutant(originals[seed % originals.size()], seed);
  };
}

/// A trace names every byte, these paths among them, and changes nothing.
template <class Format>
void expect_every_byte_named(const typename Format::Whole& whole,
                             std::initializer_list<const char*> paths = {}) {
  Names names(paths);
  const auto file = Format::traced(whole, names);
  ASSERT_EQ(message_of(file), kNoError);
  names.expect_complete();
  expect_writes(*file, whole);
}

/// Writing tells of the same fields, at the same places and with the same values, as reading.
template <class Format>
void expect_writing_tells_the_same(const typename Format::Whole& whole) {
  Account reading;
  const auto file = Format::read_told(whole, reading);
  ASSERT_EQ(message_of(file), kNoError);
  Account writing;
  Format::write_told(*file, writing);
  const std::vector<Told>& read = reading.sorted();
  const std::vector<Told>& written = writing.sorted();
  ASSERT_FALSE(read.empty());
  const auto [in_read, in_written] = std::ranges::mismatch(read, written);
  if (in_read != read.end()) ADD_FAILURE() << "read " << testing::PrintToString(*in_read);
  if (in_written != written.end()) ADD_FAILURE() << "written " << testing::PrintToString(*in_written);
}

}  // namespace mw::test
