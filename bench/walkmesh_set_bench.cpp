#include <fmt/format.h>
#include <meshwright/kotor/walkmesh.h>

#include "support/bench.h"
#include "support/real_files.h"
#include "support/warm_copy.h"
#include "support/worst.h"

/// Walkmeshes of real sizes, one after another, as a modder has them.
namespace mw::bench {
namespace {

namespace walkmesh = kotor::walkmesh;

constexpr std::string_view kWhyValidated =
    "Reading a walkmesh copies seven tables; validating looks at each row. A third is its faces (normals, "
    "areas, "
    "duplicates), three tenths the neighbours, which are derived anew and compared, a quarter the tree of "
    "boxes. A "
    "seventh of all is sorting sides: less would need one list of sides for all rules that ask for it.";

}  // namespace

void walkmesh_set(std::vector<Row>& rows) {
  const std::vector<RealFile> files = real_walkmeshes();
  const auto all = [&](auto work) {
    return [&files, work] {
      for (const RealFile& file : files) work(file.bytes);
    };
  };
  const auto read = all([](const Bytes& bytes) { keep(walkmesh::read(bytes)); });
  WarmCopy copy;
  for (const RealFile& file : files) copy.add(file.bytes);
  const std::string what = fmt::format("{} {} WOKs one after another", files.size(), kind_of_files());
  rows.push_back({"P1", "read " + what + " / warm copy", ratio_of(measure(read, copy, 40)), 4});
  const auto view = all([](const Bytes& bytes) { keep(walkmesh::view(bytes)); });
  rows.push_back({"P1", "view " + what + " / warm copy", ratio_of(measure(view, copy, 40)), 2});
  std::vector<walkmesh::File> opened;
  for (const RealFile& file : files) opened.push_back(walkmesh::read(file.bytes).value());
  const auto validate = [&] {
    for (const walkmesh::File& file : opened) {
      Findings findings;
      walkmesh::validate(file, findings);
      keep(findings);
    }
  };
  rows.push_back({"P18", "validate " + what + " / reading them", ratio_of(measure(validate, read, 20)), 12,
                  kWhyValidated});
}

}  // namespace mw::bench
