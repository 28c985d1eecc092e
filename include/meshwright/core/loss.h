#pragma once

// Example:
//
//     #include <meshwright/core/loss.h>
//     #include <cstdio>
//
//     constexpr mw::FindingKind kColoursDropped{"SHELF_COLOURS_DROPPED", mw::Severity::warning,
//                                               "{} has no place for colours", "Books are bound in grey."};
//
//     void list(const std::string& shelf) {
//       mw::Losses losses;
//       losses.add(kColoursDropped, shelf, shelf);
//       for (const mw::Loss& loss : losses) std::puts(to_string(loss).c_str());
//     }

#include <fmt/core.h>
#include <meshwright/core/finding.h>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace mw {

/// What the command says about its own options within a message: "; --mdx names it". It means nothing to
/// other programs.
struct Advice {
  std::size_t at;  // where in the message
  std::string text;
  bool operator==(const Advice&) const = default;
};

/// Something that a conversion did not keep, or worth knowing about it: a row of a table of losses
/// (`losses.def`), or a finding. If its severity is `info`, nothing is lost: it is a note.
struct Loss {
  const FindingKind* kind = nullptr;
  std::string subject = {};  // the name of a node, mesh, texture or animation; empty if it is not one thing
  std::string message = {};
  std::vector<Advice> advice = {};

  template <class... Args>
  Loss(const FindingKind& kind, std::string subject, const Args&... args)
      : Loss(kind, std::move(subject), fmt::format_args(fmt::make_format_args(args...))) {}
  /// A finding in what a conversion reads: "line 3, column 1: nodes[0].name: ...".
  explicit Loss(const Finding& finding);

  bool is_note() const { return kind->severity == Severity::info; }
  /// Advice behind what the message says so far.
  Loss& advise(std::string text);
  bool operator==(const Loss&) const = default;

 private:
  Loss(const FindingKind& kind, std::string subject, fmt::format_args args);
};

/// The message with its advice, as the command prints it.
std::string to_string(const Loss& loss);

void fields(auto& io, const Loss& loss) {
  io.field("code", loss.kind->code);
  io.field("severity", to_string(loss.kind->severity));
  io.field("subject", loss.subject);
  io.field("message", to_string(loss));
}

/// Losses in the order in which they are noticed.
struct Losses : std::vector<Loss> {
  using vector::vector;

  template <class... Args>
  Loss& add(const FindingKind& kind, std::string subject, const Args&... args) {
    return emplace_back(kind, std::move(subject), args...);
  }
  void append(Losses more);
  /// In front of all others.
  void prepend(Losses more);
  /// Those that are not among `known`.
  Losses without(const Losses& known) const;
  /// Each once.
  Losses distinct() const;
};

}  // namespace mw
