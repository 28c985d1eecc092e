#include "convert_file.h"

#include <meshwright/core/detail/file_name.h>
#include <meshwright/files/folder_neighbours.h>
#include <meshwright/files/output.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <new>

#include "content_hash.h"

namespace mw::batch {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> hash_of_file(const std::string& path) {
  const auto file = InputFile::open(path);
  if (!file) return std::nullopt;
  return hash_of(file->bytes());
}

/// A path of a journal: below the folder, or anywhere.
std::string at(const std::string& folder, const std::string& path) {
  return path.starts_with('/') ? path : in(folder, path);
}

/// Relative to its folder: the whole tree may be moved.
std::string relative_to(const std::string& folder, const std::string& path) {
  std::error_code failed;
  const fs::path whole = fs::absolute(path, failed).lexically_normal();
  const fs::path below = whole.lexically_relative(fs::absolute(folder, failed).lexically_normal());
  const bool is_below = !below.empty() && *below.begin() != "..";
  return is_below ? below.generic_string() : whole.generic_string();
}

/// The conversion of one file, step by step.
class Job {
 public:
  Job(Shared& shared, const Task& task, FileResult& result)
      : shared_(shared),
        request_(shared.request),
        result_(result),
        input_(in(request_.input, task.input)),
        output_(in(request_.output, task.output)) {}

  Result<void> run() {
    if (auto place = look_at_output(); !place) return place;
    if (result_.outcome == Outcome::kept) return {};
    auto document = opened();
    if (!document) return fail(document.error());
    if (request_.validate) validate(*document);
    if (find_route_problem(*document)) return {};
    return request_.dry_run ? rehearse(*document) : write(*document);
  }

 private:
  /// Whether an earlier run made the existing output from the same content.
  Result<void> look_at_output() {
    std::error_code failed;
    const auto known =
        request_.skip_existing ? shared_.journal->find(result_.output) : std::span<const Made>();
    // A run that was killed may have left a companion without its file.
    replace_ = request_.force || is_ours(known);
    if (fs::is_symlink(output_, failed))
      return fail({.message = result_.output + " is a link, which may lead to anything; remove it"});
    if (!fs::exists(output_, failed)) return {};
    if (std::ranges::any_of(known, [&](const Made& made) { return is_current(made); })) {
      result_.outcome = Outcome::kept;
      for (const auto& [name, value] : request_.options.all()) use_option(name);
      result_.bytes_out = fs::file_size(output_, failed);
      return {};
    }
    if (replace_) return {};
    if (request_.skip_existing)
      return fail({.message = result_.output + " exists and is nothing that an earlier run left so",
                   .advice = "; --force replaces it"});
    return fail({.message = result_.output + " exists",
                 .advice = "; --force replaces it, --skip-existing keeps it where it is up to date"});
  }

  /// A file without a hash was missing. Several lines of a journal may name a file; it is read once.
  bool still_holds(const std::string& folder, const FileContent& content) {
    const fs::path path = at(folder, content.path);
    if (content.hash.empty())
      return find_in_any_case(*shared_.index, path.parent_path(), path.filename()).empty();
    const auto [known, added] = hashes_.try_emplace(path);
    if (added) known->second = hash_of_file(path);
    return known->second == content.hash;
  }

  bool is_current(const Made& made) {
    const auto holds = [this](const std::string& folder) {
      return [this, &folder](const FileContent& content) { return still_holds(folder, content); };
    };
    // Two inputs may have had one output's name, each in a different run.
    const bool is_of_this = !made.inputs.empty() && made.inputs.front().path == result_.input;
    return is_of_this && made.how == shared_.how &&
           std::ranges::all_of(made.contents, holds(request_.output)) &&
           std::ranges::all_of(made.inputs, holds(request_.input));
  }

  /// Whether all existing outputs are unchanged since some run. A file and its companion may be of two runs
  /// if one was killed.
  bool is_ours(std::span<const Made> known) {
    std::map<std::string, bool> ours;
    for (const Made& made : known)
      for (const FileContent& content : made.contents) {
        std::error_code failed;
        if (!fs::exists(in(request_.output, content.path), failed)) continue;
        // After a crash of the machine a file may have its name and no bytes.
        const bool empty = fs::file_size(in(request_.output, content.path), failed) == 0;
        ours[content.path] = ours[content.path] || empty || still_holds(request_.output, content);
      }
    return !ours.empty() && std::ranges::all_of(ours, [](const auto& each) { return each.second; });
  }

  Result<Document> opened() {
    files_ = std::make_shared<FolderNeighbours>(FolderNeighbours::Options{
        .file = input_,
        .named = request_.named,
        .output = output_,
        .allow_outside = request_.allow_outside,
        .index = shared_.index,
        .outside_advice = "--allow-outside permits it",
        .opened = [this](const std::string& path, ByteSpan bytes) { remember(path, bytes); }});
    const auto blob = files_->open(input_);
    if (!blob) return fail(blob.error());
    auto document = open({.blob = *blob, .name = input_, .neighbours = files_});
    if (!document) return document;
    result_.format = document->format().id;
    const std::string_view companion = document->format().companion;
    if (document->companion)
      result_.bytes_in += document->companion->blob.bytes().size();
    else if (!companion.empty() && &document->stored_as() == &document->format())
      missing_companion_ = replace_extension(input_, companion);
    return document;
  }

  /// The opened bytes are converted, even if the file of that name changes meanwhile.
  void remember(const std::string& path, ByteSpan bytes) {
    if (!request_.dry_run) inputs_.push_back({relative_to(request_.input, path), hash_of(bytes)});
  }

  void validate(const Document& document) {
    std::vector<FindingCount>& counts = result_.findings;
    Findings findings([&](const Finding& finding) {
      const auto known = std::ranges::find(counts, finding.kind, &FindingCount::kind);
      known == counts.end() ? counts.push_back({finding.kind, 1}) : void(++known->count);
    });
    // It fails for a neighbour that cannot be read: the counts are then those found before it.
    if (document.format().validate != nullptr) (void)mw::validate(document, findings);
  }

  bool find_route_problem(const Document& document) {
    const Format& format = document.format();
    const auto targets = targets_of(format);
    const bool leads = std::ranges::find(targets, request_.target) != targets.end();
    const bool is_scene = format.scene_needs.empty() || request_.options.has(format.scene_needs);
    if (leads && (is_scene || request_.target->from_scene == nullptr)) return false;
    result_.error = leads
                        ? std::string(format.id) + " is no scene without --" + std::string(format.scene_needs)
                        : to_string(cannot_become(format, request_.target->id));
    result_.outcome = Outcome::unsuitable;
    result_.output.clear();
    return true;
  }

  /// The options that mean something for this file.
  OptionValues options_for(const Document& document) {
    OptionValues fitting;
    for (const auto& [name, value] : request_.options.all()) {
      OptionValues one;
      one.set(name, value);
      if (find_misuse(one, document, *request_.target)) continue;
      fitting.set(name, value);
      use_option(name);
    }
    return fitting;
  }

  void use_option(const std::string& name) {
    const std::lock_guard lock(shared_.mutex);
    shared_.used_options.insert(name);
  }

  /// Everything except the writing, so that the same errors appear.
  Result<void> rehearse(const Document& document) {
    const auto conversion =
        convert(document, {.format = request_.target, .name = output_, .options = options_for(document)},
                [&](ByteSpan piece) { result_.bytes_out += piece.size(); });
    if (!conversion) return fail(conversion.error());
    result_.losses = conversion->output.losses;
    result_.notes = conversion->notes;
    result_.outcome = Outcome::planned;
    return {};
  }

  Result<void> write(const Document& document) {
    std::error_code failed;
    fs::create_directories(fs::path(output_).parent_path(), failed);
    const auto inputs = files_->identities();
    const WriteOptions options{
        .force = replace_, .inputs = inputs, .advice = "--force replaces it", .flush = false};
    auto file = OutputFile::open(output_, options);
    if (!file) return fail(file.error());
    ContentHash hash;
    const auto conversion =
        convert(document, {.format = request_.target, .name = output_, .options = options_for(document)},
                [&](ByteSpan piece) {
                  hash.add(piece);
                  result_.bytes_out += piece.size();
                  file->append(piece);
                });
    if (const auto path = files_->shrunk())
      return fail({.field = *path, .message = "was cut short by another program while being read"});
    if (!conversion) return fail(conversion.error());
    result_.losses = conversion->output.losses;
    result_.notes = conversion->notes;
    return commit(conversion->output, hash.digits(), *file, options);
  }

  Result<void> commit(const Output& output, const std::string& hash, OutputFile& file,
                      const WriteOptions& options) {
    Made made{.output = result_.output,
              .how = shared_.how,
              .inputs = inputs_,
              .contents = {{result_.output, hash}}};
    if (!missing_companion_.empty())
      made.inputs.push_back({relative_to(request_.input, missing_companion_), {}});
    const std::string beside = replace_extension(result_.output, output.companion_extension);
    if (output.companion) made.contents.push_back({beside, hash_of(*output.companion)});
    if (auto noted = shared_.journal->add(made); !noted) return noted;
    const std::string path = in(request_.output, beside);
    std::error_code failed;
    const bool is_new = output.companion && !fs::exists(path, failed);
    if (output.companion) {
      if (auto written = write_file(path, *output.companion, options); !written) return written;
      result_.bytes_out += output.companion->size();
    }
    auto done = file.commit();
    if (done) result_.outcome = Outcome::converted;
    if (!done && is_new) fs::remove(path, failed);
    return done;
  }

  Shared& shared_;
  const Request& request_;
  FileResult& result_;
  std::string input_;
  std::string output_;
  std::shared_ptr<FolderNeighbours> files_;
  std::vector<FileContent> inputs_;
  std::map<std::string, std::optional<std::string>> hashes_;  // of the records of earlier runs, updated
  std::string missing_companion_;
  bool replace_ = false;
};

FileResult blank_result(const Task& task) {
  FileResult result;
  result.input = task.input;
  result.output = task.output;
  result.format = task.format == nullptr ? std::string_view() : task.format->id;
  result.bytes_in = task.bytes;
  result.error = task.problem;
  return result;
}

}  // namespace

FileResult convert_file(Shared& shared, const Task& task) {
  const auto start = std::chrono::steady_clock::now();
  FileResult result = blank_result(task);
  if (!task.problem.empty()) return result;
  if (task.format == nullptr) {
    result.outcome = Outcome::unrecognised;
    return result;
  }
  if (task.output.empty()) {
    result.outcome = Outcome::unsuitable;
    result.error = to_string(cannot_become(*task.format, shared.request.target->id));
    return result;
  }
  try {
    const auto done = Job(shared, task, result).run();
    if (!done) result.error = to_string(done.error());
  } catch (const std::bad_alloc&) {
    result.error = "there is not enough memory for it";
  }
  if (result.outcome == Outcome::failed) {
    result.output.clear();
    result.bytes_out = 0;
    result.losses.clear();
    result.notes.clear();
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  result.seconds = seconds.count();
  return result;
}

}  // namespace mw::batch
