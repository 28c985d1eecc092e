#pragma once

#include <meshwright/core/neighbours.h>
#include <meshwright/formats/document.h>
#include <meshwright/view/detail/opened_file.h>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mw::view {

/// The files that were dropped together with one, as its neighbours. Names are compared without case.
class DroppedNeighbours : public Neighbours {
 public:
  DroppedNeighbours(std::shared_ptr<const DroppedFiles> files, std::string path);

  Result<std::optional<Neighbour>> find(const NeighbourKind& kind, const std::string& name) override;
  std::string place(const NeighbourKind& kind) const override;
  bool is_asked_for(const NeighbourKind& /*kind*/) const override { return false; }

  /// Which of these paths something that was asked for so far is, or would be if they were there.
  std::vector<std::string> used_of(const std::vector<std::string>& paths) const;

  /// What was asked for by a name and is not there: its kind, as the option for it is called, and the name.
  struct Lack {
    std::string_view kind;
    std::string name;
  };
  std::vector<Lack> lacks() const;

 private:
  const DroppedFiles::File* meant(const NeighbourKind& kind, const std::string& name) const;
  const DroppedFiles::File* with_stem(std::string_view stem, const NeighbourKind& kind) const;
  const DroppedFiles::File* called(std::string_view name, const NeighbourKind& kind) const;
  const DroppedFiles::File* at_path(std::string_view path) const;
  const DroppedFiles::File* only_one(const NeighbourKind& kind) const;
  const DroppedFiles::File* meant_by(const NeighbourKind& kind) const;
  bool is_near(const DroppedFiles::File& file, std::string_view extension) const;

  std::shared_ptr<const DroppedFiles> files_;
  std::string path_;
  std::map<std::pair<std::string_view, std::string>, NeighbourKind> wishes_;  // by their kinds and names
};

/// One of the dropped files with the others beside it; empty where there is none of that path.
Result<Source> source_in(const std::shared_ptr<const DroppedFiles>& files, const std::string& path);

}  // namespace mw::view
