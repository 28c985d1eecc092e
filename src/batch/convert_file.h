#pragma once

#include <meshwright/batch/batch.h>
#include <meshwright/files/detail/folder_index.h>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "journal.h"
#include "plan.h"

namespace mw::batch {

/// What all files of a run share.
struct Shared {
  const Request& request;
  Journal* journal = nullptr;
  std::string how;  // program, target and options, for the journal
  std::shared_ptr<FolderIndex> index = std::make_shared<FolderIndex>();

  std::mutex mutex = {};
  std::set<std::string> used_options = {};  // by at least one file
};

/// Opens, converts and writes one file. Lack of memory is an error of the file; its memory may leak then,
/// since the layers below know no exceptions.
FileResult convert_file(Shared& shared, const Task& task);

}  // namespace mw::batch
