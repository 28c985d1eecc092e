#include "table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mw::bench {
namespace {

/// Rows that miss their bar for the same reason.
struct Reason {
  std::string_view why;
  std::vector<const Row*> rows;
};

std::vector<Reason> reasons_of(const std::vector<Row>& rows) {
  std::vector<Reason> reasons;
  for (const Row& row : rows) {
    if (!row.is_missed()) continue;
    const auto known = std::ranges::find(reasons, row.why, &Reason::why);
    if (known == reasons.end())
      reasons.push_back({row.why, {&row}});
    else
      known->rows.push_back(&row);
  }
  return reasons;
}

}  // namespace

std::string as_markdown(const std::vector<Row>& rows) {
  std::string text = "| bar | measured | ratio | may be |\n|---|---|---|---|\n";
  for (const Row& row : rows) {
    const std::string limit = std::isinf(row.limit) ? "" : fmt::format("{:.2f}", row.limit);
    const std::string ratio = fmt::format("{0}{1:.2f}{0}", row.is_missed() ? "**" : "", row.ratio);
    text += fmt::format("| {} | {} | {} | {} |\n", row.bar, row.what, ratio, limit);
  }
  return text;
}

std::string as_json(const std::vector<Row>& rows) {
  std::string text = "[\n";
  for (const Row& row : rows)
    text +=
        fmt::format(" {{\"bar\": \"{}\", \"what\": \"{}\", \"ratio\": {:.3f}, \"limit\": {}}}{}\n", row.bar,
                    row.what, row.ratio, std::isinf(row.limit) ? "null" : fmt::format("{}", row.limit),
                    &row == &rows.back() ? "" : ",");
  return text + "]\n";
}

std::string missed_as_markdown(const std::vector<Row>& rows) {
  std::string text;
  for (const Reason& reason : reasons_of(rows)) {
    text += '\n';
    for (const Row* row : reason.rows)
      text += fmt::format("- {}, {}: {:.2f} times its bar.\n", row->bar, row->what, row->ratio / row->limit);
    text += fmt::format("\n{}\n", reason.why.empty() ? "Nobody has looked into it." : reason.why);
  }
  return text.empty() ? text : "\n## Missed\n" + text;
}

}  // namespace mw::bench
