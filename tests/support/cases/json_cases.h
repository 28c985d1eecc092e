#pragma once

#include <gtest/gtest.h>
#include <meshwright/core/error.h>
#include <meshwright/core/json_text.h>
#include <meshwright/core/json_value.h>
#include <meshwright/core/json_writer.h>

#include <initializer_list>
#include <string>

#include "support/bytes.h"
#include "text_cases.h"

/// Tests of writing a format, and of its JSON; format_cases.h says what a Format is.
namespace mw::test {

/// `write` gives these bytes.
void expect_writes(const auto& file, const auto& whole) {
  const auto again = write(file);
  ASSERT_EQ(message_of(again), kNoError);
  EXPECT_EQ(first_difference(*again, whole), "");
}

/// A tree, edited perhaps, as a text to read from.
inline std::string json_text(const JsonValue& tree) {
  JsonWriter json(JsonWriter::Style::pretty);
  json.value(tree);
  return json.take();
}

/// The file that a JSON stands for.
template <class Format>
auto file_from(const std::string& json) {
  return JsonText::parse(json).and_then(Format::from_json);
}

/// The bytes that a JSON stands for.
template <class Format>
Result<typename Format::Whole> whole_from(const std::string& json) {
  return file_from<Format>(json).and_then([](const auto& file) { return write(file); });
}

/// What is said of a JSON when it is read, or when what it holds is written. Without the offset in the JSON,
/// which every character before it moves; that it is right is tested with JsonReader.
template <class Format>
std::string complaint_of(const std::string& json) {
  const auto file = file_from<Format>(json);
  if (file) return message_of(write(*file));
  Error error = file.error();
  EXPECT_LE(error.offset.value_or(0), json.size());
  error.offset.reset();
  return to_string(error);
}

/// The JSON of a file stands for these bytes.
template <class Format>
void expect_json_gives(const auto& file, const typename Format::Whole& whole) {
  const auto again = whole_from<Format>(to_json(file));
  ASSERT_EQ(message_of(again), kNoError);
  EXPECT_EQ(first_difference(*again, whole), "");
}

/// So does the JSON of what these bytes are read as.
template <class Format>
void expect_same_through_json(const typename Format::Whole& whole) {
  const auto file = Format::read(whole);
  ASSERT_EQ(message_of(file), kNoError);
  expect_json_gives<Format>(*file, whole);
}

/// An edit that makes no sense, and what is said of it.
struct EditCase {
  std::string from;
  std::string to;
  std::string message;
};

template <class Format>
void expect_edit_messages(const std::string& json, std::initializer_list<EditCase> cases) {
  for (const EditCase& c : cases)
    EXPECT_EQ(complaint_of<Format>(replaced(json, c.from, c.to)), c.message) << c.from << " -> " << c.to;
}

inline void expect_contains(const std::string& text, std::initializer_list<const char*> parts) {
  for (const char* part : parts) EXPECT_NE(text.find(part), text.npos) << part << " is not in\n" << text;
}

/// Only bytes from `begin` to `end` may differ.
inline void expect_same_outside(const Bytes& before, const Bytes& after, std::size_t begin, std::size_t end) {
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (i < begin || i >= end) {
      EXPECT_EQ(before[i], after[i]) << i;
    }
  }
}

}  // namespace mw::test
