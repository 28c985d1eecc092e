#include <fmt/compile.h>
#include <fmt/format.h>
#include <meshwright/core/coverage.h>
#include <meshwright/core/field_value.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/formats/registry.h>
#include <algorithm>
#include <iterator>
#include <utility>

#include "cli/opened.h"

namespace mw::cli {
namespace {

constexpr std::size_t kPathWidth = 28;
constexpr std::size_t kTypeWidth = 7;

/// Wide enough for all paths so far, so that the columns behind them move as rarely as can be; beyond the
/// most, a path pushes its own line's only.
void widen(std::size_t& width, std::string_view path) {
  constexpr std::size_t kMost = 60;
  if (path.size() <= kMost) width = std::max(width, path.size());
}

/// With spaces behind it up to a width. fmt would do it too, but looks at each character for its width, which
/// is a third of a dump.
void append_padded(std::string& line, std::string_view text, std::size_t width) {
  const bool plain = std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (!plain) {
    fmt::format_to(std::back_inserter(line), "{:<{}}", text, width);
    return;
  }
  line += text;
  line.append(width - std::min(width, text.size()), ' ');
}

/// "0x00000084", as offset_text; "line 12" of a text.
void append_place(std::string& line, const TracedField& field) {
  if (field.line == 0)
    fmt::format_to(std::back_inserter(line), FMT_COMPILE("0x{:08x}"), field.offset);
  else
    append_padded(line, fmt::format("line {}", field.line), 10);
}

/// Prints a line per field, all in one piece of memory: files have hundreds of thousands.
class FieldPrinter {
 public:
  explicit FieldPrinter(Session& session) : session_(session) {}

  void print(const TracedField& field) {
    widen(width_, field.path);
    line_.clear();
    append_place(line_, field);
    fmt::format_to(std::back_inserter(line_), FMT_COMPILE(" {:>7}  "), field.length());
    append_padded(line_, field.path, width_);
    line_ += ' ';
    append_padded(line_, to_string(field.type), kTypeWidth);
    line_ += ' ';
    line_ += field_value_text(field);
    line_ += '\n';
    session_.print(line_);
  }

 private:
  Session& session_;
  std::size_t width_ = kPathWidth;  // of the column of paths
  std::string line_;
};

/// What is known of the bytes of a file and of its companion.
struct Coverages {
  Coverage file;
  Coverage companion;
};

void print_coverage(Session& session, const Blob& blob, const Coverage& coverage) {
  session.print(fmt::format("{} bytes: {} named, {} unreferenced\n", blob.bytes().size(), coverage.named(),
                            coverage.unreferenced()));
}

/// Prints one line per field; the companion's follow the file's.
class TextDump {
 public:
  TextDump(const Source& source, Session& session) : source_(source), session_(session), printer_(session) {
    session.print(fmt::format("{:<10} {:>7}  {:<{}} {:<7} {}\n", "offset", "length", "field", kPathWidth,
                              "type", "value"));
  }

  void add(const TracedField& field) {
    coverage_.add(field);
    printer_.print(field);
  }

  void begin_companion(const Companion& companion) {
    print_coverage(session_, blob_, coverage_);
    session_.print(fmt::format("{}\n", display_name(companion.file)));
    blob_ = companion.blob;
    coverage_ = {};
  }

  void finish() { print_coverage(session_, blob_, coverage_); }

 private:
  const Source& source_;
  Session& session_;
  Blob blob_ = source_.blob;
  Coverage coverage_;
  FieldPrinter printer_;
};

void write_field(JsonWriter& json, const TracedField& field) {
  json.begin_object();
  json.member("offset", field.offset);
  if (field.line != 0) json.member("line", field.line);
  json.member("length", field.length());
  json.member("path", field.path);
  json.member("type", to_string(field.type));
  json.member("value", field_value(field));
  json.end_object();
}

/// One object; the companion's fields, if any, are an object of their own behind the file's.
class JsonDump {
 public:
  JsonDump(const Source& source, const Format& format, Session& session)
      : json_(JsonWriter::Style::compact, [&session](std::string_view text) { session.print(text); }),
        session_(session),
        blob_(source.blob) {
    json_.begin_object();
    json_.member("file", source.name);
    json_.member("format", format.id);
    begin_fields();
  }

  void add(const TracedField& field) {
    coverage_.add(field);
    write_field(json_, field);
  }

  void begin_companion(const Companion& companion) {
    end_fields();
    json_.key("companion");
    json_.begin_object();
    json_.member("file", companion.file);
    begin_fields();
    blob_ = companion.blob;
    coverage_ = {};
    in_companion_ = true;
  }

  void finish() {
    end_fields();
    if (in_companion_) json_.end_object();
    json_.end_object();
    json_.finish();
    session_.print("\n");
  }

 private:
  void begin_fields() {
    json_.key("fields");
    json_.begin_array();
  }

  void end_fields() {
    json_.end_array();
    json_.key("coverage");
    json_.begin_object();
    json_.member("bytes", std::uint64_t(blob_.bytes().size()));
    json_.member("named", coverage_.named());
    json_.member("unreferenced", coverage_.unreferenced());
    json_.end_object();
  }

  JsonWriter json_;
  Session& session_;
  Blob blob_;
  Coverage coverage_;
  bool in_companion_ = false;
};

/// The file that is dumped: what a document that came from JSON would be written as.
struct Shown {
  Source source;
  Companion companion;
};

Result<Shown> shown(const Document& document) {
  const Companion none{"(no companion)", {}};
  if (&document.stored_as() == &document.format())
    return Shown{document.source(), document.companion.value_or(none)};
  return write(document).map([&](Output output) {
    Shown made{document.source(), none};
    made.source.blob = Blob(std::move(output.bytes));
    if (output.companion)
      made.companion = {fmt::format("(its {})", output.companion_extension),
                        Blob(*std::move(output.companion))};
    return made;
  });
}

template <class Dump>
Result<void> dump_to(Dump dump, const Document& document, const Companion& beside) {
  const Trace file = [&](const TracedField& field) { dump.add(field); };
  bool in_companion = false;
  const Trace companion = [&](const TracedField& field) {
    if (!std::exchange(in_companion, true)) dump.begin_companion(beside);
    dump.add(field);
  };
  return trace(document, {&file, &companion}).map([&] { dump.finish(); });
}

Answer dump_one(const Opened& input, Session& session) {
  const Document& document = input.document;
  if (document.format().trace == nullptr) {
    succeeded(session, input.path(), trace(document, {}));
    return Answer::failed;
  }
  const auto file = shown(document);
  if (!succeeded(session, input.path(), file)) return Answer::failed;
  const auto dumped =
      session.json() ? dump_to(JsonDump(file->source, document.format(), session), document, file->companion)
                     : dump_to(TextDump(file->source, session), document, file->companion);
  if (!succeeded(session, input.path(), dumped)) return Answer::failed;
  return still_whole(session, input) ? Answer::yes : Answer::failed;
}

/// All that could be read before the failure, which has been told already.
void dump_unreadable(const Source& source, Session& session) {
  FieldPrinter printer(session);
  const Trace print = [&](const TracedField& field) { printer.print(field); };
  (void)trace_bytes(source, {&print, &print});
}

}  // namespace

Answer run_dump(const Arguments& arguments, Session& session) {
  Answer answer = Answer::yes;
  for (const std::string& path : arguments.files) {
    if (arguments.files.size() > 1 && !session.json())
      session.print(fmt::format("{}\n", session.bold(display_name(path))));
    const auto input = open_input(session, path, arguments, [&](const Source& source) {
      if (!session.json()) dump_unreadable(source, session);
    });
    answer = worst(answer, input ? dump_one(*input, session) : Answer::failed);
  }
  return answer;
}

}  // namespace mw::cli
