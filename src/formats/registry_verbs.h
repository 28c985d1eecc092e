#pragma once

#include <meshwright/formats/registry.h>

/// What the rows of formats with one file share. `read(bytes, trace)` is the format's own; `validate`,
/// `write` and `to_json` are looked up beside the type it gives.
namespace mw {

template <auto read>
Result<Findings> validated(const Source& source) {
  return read(source.bytes, nullptr).map([](const auto& file) {
    Findings findings;
    validate(file, findings);
    return findings;
  });
}

template <auto read>
Result<void> traced(const Source& source, const Trace& trace, const Trace& /*companion*/) {
  return read(source.bytes, &trace).map([](const auto&) {});
}

template <auto read>
Result<std::string> as_json(const Source& source) {
  return read(source.bytes, nullptr).map([](const auto& file) { return to_json(file); });
}

/// A mirror as a file, with what was lost on the way to it.
Result<Output> written(const auto& file, std::vector<std::string> losses = {}) {
  return write(file).map(
      [&](Bytes bytes) { return Output{.bytes = std::move(bytes), .losses = std::move(losses)}; });
}

/// An offset in an error of `from_json` means that parts do not fit where the JSON says they were: it has
/// been edited.
inline Error with_hint_to_lay_out(Error error) {
  if (error.offset)
    error.message += " (remove \"layout\" and \"unreferenced\" from the JSON to place everything anew)";
  return error;
}

}  // namespace mw
