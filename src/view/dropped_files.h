#pragma once

#include <meshwright/core/neighbours.h>
#include <meshwright/view/opened_file.h>
#include <memory>
#include <string>

namespace mw::view {

/// The files that were dropped together with one, as its neighbours. Names are compared without case.
class DroppedNeighbours : public Neighbours {
 public:
  DroppedNeighbours(std::shared_ptr<const DroppedFiles> files, std::string path);

  Result<std::optional<Neighbour>> find(const NeighbourKind& kind, const std::string& name) override;
  std::string place(const NeighbourKind& kind) const override;
  bool is_asked_for(const NeighbourKind& /*kind*/) const override { return false; }

 private:
  const DroppedFiles::File* with_stem(std::string_view stem, const NeighbourKind& kind) const;
  const DroppedFiles::File* called(std::string_view name, const NeighbourKind& kind) const;
  const DroppedFiles::File* at_path(std::string_view path) const;
  const DroppedFiles::File* only_one(const NeighbourKind& kind) const;
  const DroppedFiles::File* meant_by(const NeighbourKind& kind) const;

  std::shared_ptr<const DroppedFiles> files_;
  std::string path_;
};

}  // namespace mw::view
