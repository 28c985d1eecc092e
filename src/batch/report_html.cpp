#include <fmt/format.h>
#include <meshwright/batch/batch.h>
#include <meshwright/core/detail/text.h>

#include <algorithm>
#include <map>

namespace mw::batch {
namespace {

constexpr std::string_view kHead = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>TITLE</title>
<style>
:root {
  color-scheme: light dark;
  --text: #1c2126; --soft: #57606a; --line: #d5dae0; --back: #ffffff; --row: #f5f7f9;
  --accent: #0b5cad; --error: #b3261e; --warning: #8a5300; --fine: #1a7034;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e4e8ec; --soft: #9aa5b1; --line: #343c45; --back: #14181c; --row: #1b2026;
    --accent: #7db8f5; --error: #ff8a80; --warning: #e8b04b; --fine: #6fce8a;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 24px 16px 48px; background: var(--back); color: var(--text);
  font: 14px/1.45 system-ui, sans-serif; }
h1 { font-size: 22px; line-height: 1.25; margin: 0 0 4px; }
h2 { font-size: 15px; margin: 32px 0 8px; }
p { margin: 0 0 8px; }
.soft { color: var(--soft); }
.failed { color: var(--error); } .fine { color: var(--fine); }
.bar { display: flex; height: 8px; margin: 16px 0 8px; border-radius: 4px; overflow: hidden;
  background: var(--line); gap: 1px; }
.bar i { display: block; min-width: 3px; }
.bar .good { background: var(--fine); } .bar .bad { background: var(--error); }
.bar .other { background: var(--soft); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 4px 16px 4px 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); }
th[data-sortable] { cursor: pointer; } th[data-sortable]:hover, th[aria-sort] { color: var(--text); }
th[aria-sort=ascending]::after { content: " \2191"; } th[aria-sort=descending]::after { content: " \2193"; }
tbody tr:hover { background: var(--row); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.file { font-family: ui-monospace, monospace; font-size: 13px; overflow-wrap: break-word; min-width: 16em;
  max-width: 32em; }
.wide { overflow-x: auto; }
@media print { body { max-width: none; padding: 0; } tr { break-inside: avoid; } }
</style>
</head>
<body>
)";

// Sorting is a convenience: the tables are complete without it.
constexpr std::string_view kTail = R"(<script>
for (const head of document.querySelectorAll('th')) {
  head.dataset.sortable = '';
  head.tabIndex = 0;
  const sort = () => {
    const row = head.parentNode, body = row.closest('table').tBodies[0], at = head.cellIndex;
    const up = head.getAttribute('aria-sort') === 'descending';
    for (const other of row.cells) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
    const key = line => line.cells[at].dataset.value ?? line.cells[at].textContent;
    const order = (a, b) => isNaN(key(a)) ? key(a).localeCompare(key(b)) : key(a) - key(b);
    body.append(...[...body.rows].sort((a, b) => up ? order(a, b) : order(b, a)));
  };
  head.addEventListener('click', sort);
  head.addEventListener('keydown', event => { if (event.key === 'Enter') sort(); });
}
</script>
</body>
</html>
)";

/// A file's name can contain any characters.
std::string safe(std::string_view text) {
  std::string made;
  for (const char c : escape_text(text)) {
    if (c == '<')
      made += "&lt;";
    else if (c == '>')
      made += "&gt;";
    else if (c == '&')
      made += "&amp;";
    else if (c == '"')
      made += "&quot;";
    else
      made += c;
  }
  return made;
}

std::string size_text(std::uint64_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  double size = double(bytes);
  std::string_view unit = "B";
  for (const std::string_view larger : {"kB", "MB", "GB", "TB"}) {
    if (size < 1000) break;
    size /= 1000;
    unit = larger;
  }
  return fmt::format("{:.{}f} {}", size, size < 10 ? 1 : 0, unit);
}

std::string time_text(double seconds) {
  return seconds < 1 ? fmt::format("{:.1f} ms", 1000 * seconds) : fmt::format("{:.2f} s", seconds);
}

struct Cell {
  std::string text;            // safe
  std::string value = {};      // to sort by, of a number
  std::string_view kind = {};  // "file"
};

Cell words(std::string_view text) {
  return {safe(text)};
}
Cell file(std::string_view path) {
  return {safe(path), {}, "file"};
}
Cell number(std::uint64_t value) {
  return {with_commas(value), std::to_string(value), "number"};
}
Cell size(std::uint64_t bytes) {
  return {size_text(bytes), std::to_string(bytes), "number"};
}
Cell time(double seconds) {
  return {time_text(seconds), fmt::format("{}", seconds), "number"};
}
Cell factor(double value) {
  return {fmt::format("{:.1f} ×", value), fmt::format("{}", value), "number"};
}

/// A severity differs in shape as well as in colour.
Cell severity(Severity severity) {
  constexpr std::string_view kShapes[] = {"●", "▲", "○"};
  constexpr std::string_view kColours[] = {"error", "warning", "soft"};
  const std::size_t row = std::size_t(severity);
  return {fmt::format("<span style=\"color:var(--{})\">{}</span> {}", kColours[row], kShapes[row],
                      to_string(severity)),
          std::to_string(row)};
}

struct Column {
  std::string_view name;
  bool is_number = false;
};

class Table {
 public:
  Table(std::string& page, std::string_view title, std::vector<Column> columns) : page_(page) {
    page_ += fmt::format("<h2>{}</h2>\n<div class=\"wide\"><table>\n<thead><tr>", title);
    for (const Column& column : columns)
      page_ += fmt::format("<th scope=\"col\"{}>{}</th>", column.is_number ? " class=\"number\"" : "",
                           column.name);
    page_ += "</tr></thead>\n<tbody>\n";
  }
  ~Table() { page_ += "</tbody>\n</table></div>\n"; }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  void row(const std::vector<Cell>& cells) {
    page_ += "<tr>";
    for (const Cell& cell : cells) {
      const std::string kind = cell.kind.empty() ? "" : fmt::format(" class=\"{}\"", cell.kind);
      const std::string value = cell.value.empty() ? "" : fmt::format(" data-value=\"{}\"", cell.value);
      page_ += fmt::format("<td{}{}>{}</td>", kind, value, cell.text);
    }
    page_ += "</tr>\n";
  }

 private:
  std::string& page_;
};

}  // namespace

/// Puts the page together, part by part.
class HtmlPage {
 public:
  explicit HtmlPage(const Report& report) : report_(report) {}

  std::string make(std::string_view title) {
    page_ = kHead;
    const std::string name = safe(title);
    page_.replace(page_.find("TITLE"), 5, "Meshwright: " + name);
    head(name);
    failures();
    formats();
    findings();
    lines("Lost on the way", report_.lossy_);
    lines("Notes", report_.noted_);
    measured("Slowest", report_.slowest_);
    measured("Grown most", report_.grown_);
    unsuitable();
    unrecognised();
    return page_ + std::string(kTail);
  }

 private:
  void head(const std::string& name) {
    const bool failed = report_.count(Outcome::failed) > 0;
    page_ += fmt::format("<h1 class=\"{}\">{}</h1>\n", failed ? "failed" : "fine", report_.verdict());
    page_ += fmt::format(
        "<p class=\"soft\">{}: {} read, {} {}, {} of work; {} file{} lost something on "
        "the way</p>\n",
        name, size_text(report_.bytes_in_), size_text(report_.bytes_out_),
        report_.count(Outcome::planned) > 0 ? "to be written" : "written", time_text(report_.seconds_),
        with_commas(report_.lossy()), report_.lossy() == 1 ? "" : "s");
    const std::size_t good =
        report_.count(Outcome::converted) + report_.count(Outcome::kept) + report_.count(Outcome::planned);
    const std::size_t bad = report_.count(Outcome::failed);
    page_ += "<div class=\"bar\" aria-hidden=\"true\">";
    piece("good", good);
    piece("bad", bad);
    piece("other", report_.files() - good - bad);
    page_ += "</div>\n";
  }

  void piece(std::string_view kind, std::size_t count) {
    if (count > 0) page_ += fmt::format("<i class=\"{}\" style=\"flex:{}\"></i>", kind, count);
  }

  void failures() {
    if (report_.failed_.empty()) return;
    Table table(page_, "Failed", {{"file"}, {"why"}});
    for (const auto& line : report_.failed_) table.row({file(line.input), words(line.text)});
  }

  void formats() {
    if (report_.formats_.empty()) return;
    Table table(
        page_, "By format",
        {{"format"}, {"files", true}, {"failed", true}, {"read", true}, {"written", true}, {"time", true}});
    for (const auto& [id, row] : report_.formats_)
      table.row({words(id.empty() ? "unknown" : id), number(row.files), number(row.failed),
                 size(row.bytes_in), size(row.bytes_out), time(row.seconds)});
  }

  void findings() {
    if (report_.findings_.empty()) return;
    Table table(page_, "Findings",
                {{"severity"}, {"code"}, {"files", true}, {"times", true}, {"first files"}});
    for (const auto& [key, row] : report_.findings_) {
      std::string first;
      for (const std::string& path : row.first) first += (first.empty() ? "" : "<br>") + safe(path);
      table.row({severity(key.first),
                 words(key.second),
                 number(row.files),
                 number(row.count),
                 {first, {}, "file"}});
    }
  }

  void lines(std::string_view title, const auto& files) {
    if (files.empty()) return;
    Table table(page_, title, {{"file"}, {"what"}});
    for (const auto& each : files) {
      std::string cell;
      for (const Loss& loss : each.lines) cell += (cell.empty() ? "" : "<br>") + safe(to_string(loss));
      table.row({file(each.input), {cell}});
    }
  }

  void measured(std::string_view title, const auto& files) {
    if (files.empty()) return;
    Table table(page_, title,
                {{"file"}, {"time", true}, {"read", true}, {"written", true}, {"growth", true}});
    for (const auto& each : files)
      table.row({file(each.input), time(each.seconds), size(each.bytes_in), size(each.bytes_out),
                 factor(Report::growth_of(each))});
  }

  void unsuitable() {
    if (report_.unsuitable_.empty()) return;
    std::map<std::string_view, std::vector<std::string_view>> files;
    for (const auto& line : report_.unsuitable_) files[line.text].push_back(line.input);
    Table table(page_, "Not convertible", {{"why"}, {"files", true}, {"which"}});
    for (const auto& [why, paths] : files) {
      std::string list;
      for (const std::string_view path : paths) list += (list.empty() ? "" : "<br>") + safe(path);
      table.row({words(why), number(paths.size()), {list, {}, "file"}});
    }
  }

  void unrecognised() {
    if (report_.unrecognised_.empty()) return;
    Table table(page_, "Not recognised", {{"file"}});
    for (const std::string& path : report_.unrecognised_) table.row({file(path)});
  }

  const Report& report_;
  std::string page_;
};

std::string Report::as_html(std::string_view title) const {
  return HtmlPage(*this).make(title);
}

}  // namespace mw::batch
