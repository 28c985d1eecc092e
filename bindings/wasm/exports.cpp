// What the viewer calls: files that were dropped, one of them opened, questions to it. A text or a file goes
// in as the address of a `Given`, in memory from `allocate`; an answer comes out as the address of a `Said`,
// which lives until `release_said`.
#include <meshwright/core/bytes.h>
#include <meshwright/view/detail/opened_file.h>
#include <cstdint>
#include <cstdlib>
#include <string>

/// What JavaScript writes into memory from `allocate`: a size, and right behind it so many bytes.
struct Given {
  std::uint32_t size;
  mw::ByteSpan bytes() const { return {reinterpret_cast<const std::byte*>(this + 1), size}; }
  std::string text() const { return std::string(mw::text_of(bytes())); }
};

/// Asks the page for the bytes of a file that it offered, from `allocate`; null where it cannot read them.
extern "C" __attribute__((import_module("page"), import_name("read_file"))) Given* mw_read_file(
    std::uint32_t id);

namespace {

using mw::view::DroppedFiles;
using mw::view::OpenedFile;
using mw::view::Reply;

using Files = std::shared_ptr<DroppedFiles>;

/// What JavaScript reads: seven words.
struct Said {
  std::uint32_t ok = 0;
  const void* json = nullptr;  // the answer; the error when it is not ok
  std::uint32_t json_size = 0;
  const void* bytes = nullptr;
  std::uint32_t byte_count = 0;
  const void* companion = nullptr;
  std::uint32_t companion_count = 0;
  Reply reply = {};  // behind them
};

Said* said(bool ok, Reply reply) {
  auto* made = new Said{.ok = ok ? 1U : 0U, .reply = std::move(reply)};
  made->json = made->reply.json.data();
  made->json_size = std::uint32_t(made->reply.json.size());
  made->bytes = made->reply.bytes.data();
  made->byte_count = std::uint32_t(made->reply.bytes.size());
  made->companion = made->reply.companion.data();
  made->companion_count = std::uint32_t(made->reply.companion.size());
  return made;
}

Said* said(mw::Result<Reply> reply) {
  if (!reply) return said(false, {mw::view::error_as_json(reply.error())});
  return said(true, *std::move(reply));
}

constexpr std::string_view kUnreadable =
    "cannot be read any more: it was moved, deleted or changed since it was dropped, or there is not enough "
    "memory for it; "
    "drop it again";

mw::Blob owned(Given* bytes) {
  const std::shared_ptr<const void> owner(bytes,
                                          [](const void* memory) { std::free(const_cast<void*>(memory)); });
  return {owner, bytes->bytes()};
}

}  // namespace

extern "C" {

__attribute__((export_name("allocate"))) void* mw_allocate(std::uint32_t size) {
  return std::malloc(size);
}

__attribute__((export_name("deallocate"))) void mw_deallocate(void* memory) {
  std::free(memory);
}

__attribute__((export_name("release_said"))) void mw_release_said(Said* given) {
  delete given;
}

__attribute__((export_name("files_new"))) Files* mw_files_new() {
  return new Files(std::make_shared<DroppedFiles>());
}

__attribute__((export_name("files_delete"))) void mw_files_delete(Files* files) {
  delete files;
}

/// The memory of `bytes` is the files' from now on.
__attribute__((export_name("files_add"))) void mw_files_add(Files* files, const Given* path, Given* bytes) {
  (*files)->add(path->text(), owned(bytes));
}

/// The page gives its bytes by the number `id` when they are needed. Files of one `drop` came together.
__attribute__((export_name("files_offer"))) void mw_files_offer(Files* files, const Given* path,
                                                                std::uint32_t id, std::uint32_t drop) {
  const auto load = [id]() -> mw::Result<mw::Blob> {
    Given* bytes = mw_read_file(id);
    if (bytes == nullptr) return mw::fail({.message = std::string(kUnreadable)});
    return owned(bytes);
  };
  (*files)->add(path->text(), load, drop);
}

__attribute__((export_name("sample_list"))) Said* mw_sample_list() {
  return said(true, {mw::view::samples_as_json()});
}

__attribute__((export_name("files_add_sample"))) Said* mw_files_add_sample(Files* files, const Given* format,
                                                                           const Given* path) {
  auto added = mw::view::add_sample(**files, format->text(), path->text());
  return said(std::move(added).map([] { return Reply{"{}"}; }));
}

/// What a file is at first sight; fails for what is none of ours.
__attribute__((export_name("recognise"))) Said* mw_recognise(Files* files, const Given* path) {
  const auto* file = (*files)->find(path->text());
  const auto blob = file != nullptr ? file->blob() : mw::Blob();
  return said(blob ? mw::view::recognised(blob->bytes(), path->text()) : mw::fail(blob.error()));
}

/// Whether a file is an archive, from its first bytes and its name.
__attribute__((export_name("recognise_archive"))) Said* mw_recognise_archive(const Given* head,
                                                                             const Given* path) {
  return said(mw::view::recognised_archive(head->bytes(), path->text()));
}

/// Never fails: a file that cannot be opened says so when it is asked "about".
__attribute__((export_name("open"))) OpenedFile* mw_open(Files* files, const Given* path) {
  return new OpenedFile(*files, path->text());
}

__attribute__((export_name("close"))) void mw_close(OpenedFile* file) {
  delete file;
}

/// `words` is a JSON object.
__attribute__((export_name("ask"))) Said* mw_ask(OpenedFile* file, const Given* question,
                                                 const Given* words) {
  const auto parsed = mw::parse_json(mw::text_of(words->bytes()));
  if (!parsed) return said(mw::Result<Reply>(mw::fail(parsed.error())));
  return said(file->ask(question->text(), *parsed));
}

/// Never fails: what cannot be compared says so when it is asked. It is ended before either file is closed.
__attribute__((export_name("compare_begin"))) mw::view::Comparison* mw_compare_begin(const OpenedFile* a,
                                                                                     const OpenedFile* b,
                                                                                     const Given* words) {
  const auto parsed = mw::parse_json(mw::text_of(words->bytes()));
  return new mw::view::Comparison(*a, *b, parsed ? *parsed : mw::JsonValue());
}

__attribute__((export_name("compare_ask"))) Said* mw_compare_ask(mw::view::Comparison* both,
                                                                 const Given* question, const Given* words) {
  const auto parsed = mw::parse_json(mw::text_of(words->bytes()));
  if (!parsed) return said(mw::Result<Reply>(mw::fail(parsed.error())));
  return said(both->ask(question->text(), *parsed));
}

__attribute__((export_name("compare_end"))) void mw_compare_end(mw::view::Comparison* both) {
  delete both;
}

}  // extern "C"
