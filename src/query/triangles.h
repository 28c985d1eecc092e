#pragma once

#include <meshwright/formats/registry.h>
#include <meshwright/formats/triangle_rows.h>
#include <meshwright/kotor/walkmesh.h>

/// The rows of a file that its triangles come from; the rows of the registry point here. The libraries of the
/// formats report the drawn triangles, beside their `to_scene`, so that the numbers of triangles agree.
namespace mw::rows {

TriangleRows walkmesh_triangles(const Document& document);
TriangleRows bwm_triangles(const Document& document);
TriangleRows geometry_triangles(const Document& document);
TriangleRows primitives_triangles(const Document& document);
TriangleRows model_triangles(const Document& document);
TriangleRows text_model_triangles(const Document& document);

/// One table per material, in the order of the materials.
std::vector<TriangleTable> surface_tables(const kotor::walkmesh::View& file);

/// Distinguishes meshes of the same name by their order; each begins with its primitive 0. A drawn mesh
/// without rows counts too, as a table without any.
TriangleRows counted(std::vector<TriangleTable> tables, std::string why_not = {});

}  // namespace mw::rows
