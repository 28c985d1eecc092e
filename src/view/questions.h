#pragma once

#include <meshwright/view/detail/opened_file.h>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "answers.h"
#include "state.h"

namespace mw::view {

/// An answer before it is JSON.
template <class Record>
struct Answered {
  Answered(Record record, Bytes with = {}, Bytes companion_with = {})  // NOLINT(google-explicit-constructor)
      : answer(std::move(record)), bytes(std::move(with)), companion(std::move(companion_with)) {}

  Record answer;
  Bytes bytes;
  Bytes companion;
};

/// A question by its name: `words` is an object or null.
template <class Record, class Subject>
struct Question {
  using Answer = Record;

  std::string_view name;
  Result<Answered<Record>> (*ask)(Subject& subject, const JsonValue& words);
};

// questions_file.cpp
Result<Answered<answer::About>> ask_about(OpenedFile::State& state, const JsonValue& words);
Result<Answered<answer::Findings>> ask_findings(OpenedFile::State& state, const JsonValue& words);
Result<Answered<answer::FileNames>> ask_file(OpenedFile::State& state, const JsonValue& words);
Result<Answered<answer::Uses>> ask_uses(OpenedFile::State& state, const JsonValue& words);
Result<Answered<answer::Lacks>> ask_lacks(OpenedFile::State& state, const JsonValue& words);
// questions_export.cpp
Result<Answered<answer::Scene>> ask_scene(OpenedFile::State& state, const JsonValue& words);
Result<Answered<answer::Made>> ask_convert(OpenedFile::State& state, const JsonValue& words);
// questions_fields.cpp
Result<Answered<answer::Tree>> ask_tree(OpenedFile::State& state, const JsonValue& words);
Result<Answered<answer::Fields>> ask_fields(OpenedFile::State& state, const JsonValue& words);
Result<Answered<answer::Fields>> ask_bytes(OpenedFile::State& state, const JsonValue& words);
Result<Answered<answer::Fields>> ask_field_at(OpenedFile::State& state, const JsonValue& words);
Result<Answered<answer::Search>> ask_search(OpenedFile::State& state, const JsonValue& words);
// questions_edit.cpp
Result<Answered<answer::Edit>> ask_edit(OpenedFile::State& state, const JsonValue& words);
Result<Answered<answer::Choices>> ask_choices(OpenedFile::State& state, const JsonValue& words);
// questions_text.cpp
Result<Answered<answer::Lines>> ask_lines(OpenedFile::State& state, const JsonValue& words);
Result<Answered<answer::Line>> ask_line(OpenedFile::State& state, const JsonValue& words);
// questions_place.cpp
Result<Answered<answer::Triangle>> ask_triangle(OpenedFile::State& state, const JsonValue& words);
Result<Answered<answer::TriangleOf>> ask_triangle_of(OpenedFile::State& state, const JsonValue& words);
Result<Answered<answer::Hook>> ask_hook(OpenedFile::State& state, const JsonValue& words);
// questions_area.cpp
Result<Answered<answer::Ground>> ask_ground(OpenedFile::State& state, const JsonValue& words);
Result<Answered<answer::Locate>> ask_locate(OpenedFile::State& state, const JsonValue& words);
Result<Answered<answer::Paths>> ask_path(OpenedFile::State& state, const JsonValue& words);
Result<Answered<std::vector<answer::Islands>>> ask_islands(OpenedFile::State& state, const JsonValue& words);
Result<Answered<answer::Area>> ask_area(OpenedFile::State& state, const JsonValue& words);
// compare.cpp
Result<Answered<answer::Differences>> ask_differences(Comparison::State& state, const JsonValue& words);
Result<Answered<answer::DifferingParts>> ask_parts(Comparison::State& state, const JsonValue& words);
Result<Answered<answer::Marks>> ask_marks(Comparison::State& state, const JsonValue& words);

/// Those to an opened file.
inline constexpr std::tuple kFileQuestions{
    Question{"about", ask_about},       Question{"findings", ask_findings},
    Question{"file", ask_file},         Question{"uses", ask_uses},
    Question{"lacks", ask_lacks},       Question{"scene", ask_scene},
    Question{"convert", ask_convert},   Question{"tree", ask_tree},
    Question{"fields", ask_fields},     Question{"bytes", ask_bytes},
    Question{"field_at", ask_field_at}, Question{"search", ask_search},
    Question{"edit", ask_edit},         Question{"choices", ask_choices},
    Question{"lines", ask_lines},       Question{"line", ask_line},
    Question{"triangle", ask_triangle}, Question{"triangle_of", ask_triangle_of},
    Question{"hook", ask_hook},         Question{"ground", ask_ground},
    Question{"locate", ask_locate},     Question{"path", ask_path},
    Question{"islands", ask_islands},   Question{"area", ask_area}};

/// Those to a comparison.
inline constexpr std::tuple kComparisonQuestions{Question{"differences", ask_differences},
                                                 Question{"parts", ask_parts}, Question{"marks", ask_marks}};

/// Nothing if none of these questions has that name.
template <class Subject, class... Records>
std::optional<Result<Reply>> ask_by_name(const std::tuple<Question<Records, Subject>...>& questions,
                                         std::string_view name, Subject& subject, const JsonValue& words) {
  std::optional<Result<Reply>> reply;
  const auto ask = [&](const auto& question) {
    if (question.name != name) return;
    reply = question.ask(subject, words).map([](auto answered) {
      return Reply{as_json(answered.answer), std::move(answered.bytes), std::move(answered.companion)};
    });
  };
  std::apply([&](const auto&... each) { (ask(each), ...); }, questions);
  return reply;
}

/// Fields of a layer with their values, as answers have them.
std::vector<answer::Field> fields_of(OpenedFile::State& state, std::size_t layer,
                                     const std::vector<std::size_t>& fields);

}  // namespace mw::view
