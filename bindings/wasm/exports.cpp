// The functions that a page calls. A text or a file goes in as the address of a `Given`, in memory from
// `allocate`; an answer comes out as the address of an `Answer`, which lives until `release`.
#include <cstdint>
#include <cstdlib>

#include "any_file.h"
#include "given.h"

namespace {

using mw::any_file::File;

/// What JavaScript reads: five words.
struct Answer {
  std::uint32_t ok = 0;
  const void* data = nullptr;  // the file or text; the error's message when it is not ok
  std::uint32_t size = 0;
  const void* companion = nullptr;  // null for none
  std::uint32_t companion_size = 0;
  File file = {};  // behind them
};

Answer* answer(bool ok, File file) {
  auto* made = new Answer{.ok = ok ? 1U : 0U, .file = std::move(file)};
  made->data = made->file.bytes.data();
  made->size = std::uint32_t(made->file.bytes.size());
  if (made->file.companion) {
    made->companion = made->file.companion->data();
    made->companion_size = std::uint32_t(made->file.companion->size());
  }
  return made;
}

Answer* answer(bool ok, std::string_view text) {
  const mw::ByteSpan bytes = mw::bytes_of(text);
  return answer(ok, File{.name = {}, .bytes = {bytes.begin(), bytes.end()}});
}

template <class T>
Answer* answer(mw::Result<T> result) {
  return result ? answer(true, *std::move(result)) : answer(false, to_string(result.error()));
}

/// `companion` is null for none.
File file_of(const Given* name, const Given* bytes, const Given* companion) {
  File file{.name = name->text(), .bytes = bytes->copy()};
  if (companion != nullptr) file.companion = companion->copy();
  return file;
}

}  // namespace

extern "C" {

__attribute__((export_name("allocate"))) void* mw_allocate(std::uint32_t size) {
  return std::malloc(size);
}

__attribute__((export_name("deallocate"))) void mw_deallocate(void* memory) {
  std::free(memory);
}

__attribute__((export_name("release"))) void mw_release(Answer* given) {
  delete given;
}

/// One line per sample: "kotor-walkmesh .wok".
__attribute__((export_name("samples"))) Answer* mw_samples() {
  std::string lines;
  for (const auto& [format, extension] : mw::any_file::samples())
    lines.append(format).append(" ").append(extension).append("\n");
  return answer(true, lines);
}

__attribute__((export_name("make"))) Answer* mw_make(const Given* format, const Given* name) {
  return answer(mw::any_file::make(format->text(), name->text()));
}

/// One line per finding: its code.
__attribute__((export_name("validate"))) Answer* mw_validate(const Given* name, const Given* bytes,
                                                             const Given* companion) {
  return answer(mw::any_file::validate(file_of(name, bytes, companion)));
}

/// One option per line.
__attribute__((export_name("convert"))) Answer* mw_convert(const Given* name, const Given* bytes,
                                                           const Given* companion, const Given* target,
                                                           const Given* options) {
  return answer(mw::any_file::convert(file_of(name, bytes, companion), target->text(), options->text()));
}

}  // extern "C"
