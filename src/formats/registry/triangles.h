#pragma once

#include <meshwright/formats/registry.h>
#include <meshwright/kotor/walkmesh.h>

/// From which rows of a file its triangles come; the rows of the registry point here. Each goes through a
/// file as its `to_scene` does, so that the numbers of triangles agree.
namespace mw::rows {

TriangleRows walkmesh_triangles(const Document& document);
TriangleRows bwm_triangles(const Document& document);
TriangleRows geometry_triangles(const Document& document);
TriangleRows primitives_triangles(const Document& document);
TriangleRows model_triangles(const Document& document);
TriangleRows text_model_triangles(const Document& document);

/// One table per material, in the order of the materials.
std::vector<TriangleTable> surface_tables(const kotor::walkmesh::View& file);

/// Tells meshes of the same name apart by their order.
TriangleRows counted(std::vector<TriangleTable> tables, std::string why_not = {});

}  // namespace mw::rows
