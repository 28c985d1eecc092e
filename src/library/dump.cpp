#include <fmt/compile.h>
#include <fmt/format.h>
#include <meshwright/core/detail/answer.h>
#include <meshwright/core/detail/coverage.h>
#include <meshwright/core/detail/field_value.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/registry.h>
#include <algorithm>
#include <iterator>
#include <utility>

namespace mw {
namespace {

constexpr std::size_t kPathWidth = 28;
constexpr std::size_t kTypeWidth = 7;

/// Wide enough for all paths so far, so that the columns after them move rarely; a path beyond the maximum
/// moves only its own line.
void widen(std::size_t& width, std::string_view path) {
  constexpr std::size_t kMost = 60;
  if (path.size() <= kMost) width = std::max(width, path.size());
}

/// Padded with spaces to a width. fmt could do this, but it checks each character for its width, which is a
/// third of a dump.
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
  explicit FieldPrinter(const TextSink& sink) : sink_(sink) {}

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
    sink_(line_);
  }

 private:
  const TextSink& sink_;
  std::size_t width_ = kPathWidth;  // of the column of paths
  std::string line_;
};

std::string coverage_text(const Blob& blob, const Coverage& coverage) {
  return fmt::format("{} bytes: {} named, {} unreferenced\n", blob.bytes().size(), coverage.named(),
                     coverage.unreferenced());
}

/// One line per field; the companion's follow the file's.
class TextDump {
 public:
  TextDump(const Source& source, const TextSink& sink) : sink_(sink), blob_(source.blob), printer_(sink) {
    sink_(fmt::format("{:<10} {:>7}  {:<{}} {:<7} {}\n", "offset", "length", "field", kPathWidth, "type",
                      "value"));
  }

  void add(const TracedField& field) {
    coverage_.add(field);
    printer_.print(field);
  }

  void begin_companion(const Companion& companion) {
    finish();
    sink_(escape_text(companion.file) + "\n");
    blob_ = companion.blob;
    coverage_ = {};
  }

  void finish() { sink_(coverage_text(blob_, coverage_)); }

 private:
  const TextSink& sink_;
  Blob blob_;
  Coverage coverage_;
  FieldPrinter printer_;
};

/// One object; the companion's fields, if any, are an object of their own after the file's.
class JsonDump {
 public:
  JsonDump(const Source& source, const Format& format, const TextSink& sink)
      : json_(JsonWriter::Style::compact, sink), blob_(source.blob) {
    json_.begin_object();
    out_.members("file", source.name, "format", format.id);
    begin_fields();
  }

  void add(const TracedField& field) {
    coverage_.add(field);
    json_.begin_object();
    out_.members("offset", field.offset, "line", present(field.line != 0, field.line), "length",
                 field.length(), "path", field.path, "type", to_string(field.type), "value",
                 field_value(field));
    json_.end_object();
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
    out_.members("bytes", blob_.bytes().size(), "named", coverage_.named(), "unreferenced",
                 coverage_.unreferenced());
    json_.end_object();
  }

  JsonWriter json_;
  AnswerWriter out_{json_};
  Blob blob_;
  Coverage coverage_;
  bool in_companion_ = false;
};

/// The file to dump: for a document from JSON, the one that would be written.
struct DumpedFile {
  Source source;
  Companion companion;
};

Result<DumpedFile> dumped_file(const Document& document) {
  const Companion none{"(no companion)", {}};
  if (&document.stored_as() == &document.format())
    return DumpedFile{document.source(), document.companion.value_or(none)};
  return write(document).map([&](Output output) {
    DumpedFile made{document.source(), none};
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

}  // namespace

Result<void> dump_text(const Document& document, const TextSink& sink) {
  if (document.format().trace == nullptr) return trace(document, {});
  return dumped_file(document).and_then(
      [&](const DumpedFile& file) { return dump_to(TextDump(file.source, sink), document, file.companion); });
}

Result<void> dump_json(const Document& document, const TextSink& sink) {
  if (document.format().trace == nullptr) return trace(document, {});
  return dumped_file(document).and_then([&](const DumpedFile& file) {
    return dump_to(JsonDump(file.source, document.format(), sink), document, file.companion);
  });
}

void dump_unreadable(const Source& source, const TextSink& sink) {
  FieldPrinter printer(sink);
  const Trace print = [&](const TracedField& field) { printer.print(field); };
  (void)trace_bytes(source, {&print, &print});  // the error is known: it is why the file is unreadable
}

}  // namespace mw
