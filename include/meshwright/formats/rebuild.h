#pragma once

// Example:
//
//     #include <meshwright/formats/rebuild.h>
//     #include <cstdio>
//
//     void tell_what_is_stale(const mw::Document& document) {
//       const auto rebuilt = mw::rebuild(document);
//       if (!rebuilt) return;
//       for (const mw::Change& change : rebuilt->changes)
//         std::printf("%s: %s\n", change.where.c_str(), change.message.c_str());
//     }

#include <meshwright/core/change.h>
#include <meshwright/core/error.h>
#include <meshwright/formats/document.h>
#include <meshwright/formats/options.h>
#include <vector>

namespace mw {

/// A document whose derived tables were made anew, and what that changed.
struct Rebuilt {
  Document document;
  std::vector<Change> changes;
};

/// Makes everything anew that follows from the rest of a document. The option `fix` mends what is safe to
/// mend before that. Fails for a format that has no such tables.
Result<Rebuilt> rebuild(const Document& document, const OptionValues& options = {});

}  // namespace mw
