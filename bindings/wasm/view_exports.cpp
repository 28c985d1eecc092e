// What the viewer calls: files that were dropped, one of them opened, questions to it. See exports.cpp for
// how texts go in; answers come out as the address of a `Said`, which lives until `release_said`.
#include <meshwright/view/opened_file.h>
#include <cstdlib>

#include "given.h"

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

}  // namespace

extern "C" {

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
  const std::shared_ptr<const void> owner(bytes,
                                          [](const void* memory) { std::free(const_cast<void*>(memory)); });
  (*files)->add(path->text(), mw::Blob(owner, bytes->bytes()));
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
  return said(mw::view::recognised(file != nullptr ? file->blob.bytes() : mw::ByteSpan()));
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

__attribute__((export_name("compare"))) Said* mw_compare(const OpenedFile* a, const OpenedFile* b) {
  return said(a->compared_with(*b));
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
