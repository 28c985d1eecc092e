#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "mdl/rows.h"
#include "validate.h"

namespace mw::kotor::mdl {
namespace {

constexpr float kUnitTolerance = 1e-2F;
constexpr float kSentinels[] = {1e6F, 1e7F};

class RowsCheck {
 public:
  explicit RowsCheck(const NodeCheck& check) : check_(check), mesh_(*check.node().mesh) {}

  void run() {
    if (!wants_rows(mesh_)) return;
    check_attributes();
    check_flags();
    if (!mesh_.mdx) {
      if (check_.check.file.has_mdx) report_outside();
      return;
    }
    check_rest();
    check_sentinel();
    check_vertices();
    check_normals();
    check_tangents();
    check_numbers();
    check_far_uvs();
  }

 private:
  void report_outside() {
    const std::uint64_t begin = mesh_.tail.mdx_offset;
    const std::uint64_t end = begin + std::uint64_t(mesh_.header.mdx_stride) * mesh_.header.vertex_count;
    check_.add(finding::MDX_ROWS_OUT_OF_RANGE, check_.at("mesh.mdx_offset"), begin, end,
               check_.check.file.mdx_bytes);
  }

  /// The field that says where in a row an attribute is.
  Place placed_by(std::string_view attribute) const {
    if (attribute.starts_with("packed_")) attribute.remove_prefix(std::string_view("packed_").size());
    if (attribute == "weights" || attribute == "bones")
      return check_.at(fmt::format("mesh.skin.mdx_{}", attribute));
    const auto underscore = attribute.find('_');  // of "uvs_2"
    const Place place = check_.at(fmt::format("mesh.mdx_{}", attribute.substr(0, underscore)));
    if (underscore == attribute.npos) return place;
    return element(place, std::size_t(attribute.back() - '1'), sizeof(std::int32_t));
  }

  void check_attributes() {
    RowCover cover(mesh_.header.mdx_stride);
    const VertexRows none;
    for_each_attribute(mesh_, check_.check.file.variant.platform, none,
                       [&](std::string_view name, std::int32_t offset, const auto& values) {
                         if (offset == kNotInRow || cover.take(offset, sizeof(values[0]))) return;
                         check_.add(finding::MDX_ATTRIBUTE_OUT_OF_RANGE, placed_by(name), name, offset,
                                    mesh_.header.mdx_stride);
                       });
  }

  void check_flags() {
    const MeshHeader& header = mesh_.header;
    const auto compare = [&](std::string_view name, std::uint32_t bit, std::int32_t offset) {
      const bool flagged = (header.mdx_flags & bit) != 0;
      if (flagged != (offset != kNotInRow))
        check_.add(finding::MDX_FLAG_MISMATCH, check_.at("mesh.mdx_flags"), name,
                   flagged ? "there" : "not there");
    };
    compare("positions", kMdxPositions, header.mdx_positions);
    compare("normals", kMdxNormals, header.mdx_normals);
    compare("colors", kMdxColors, header.mdx_colors);
    for (std::size_t set = 0; set < 4; ++set) {
      compare("texture coordinates", kMdxUv1 << set, header.mdx_uvs[set]);
      compare("tangents", kMdxTangents1 << set, header.mdx_tangents[set]);
    }
  }

  void check_rest() {
    const std::size_t rest = mesh_.mdx->rows.rest.size() / mesh_.header.vertex_count;
    if (rest > 0) check_.add(finding::MDX_ROW_BYTES_UNUSED, check_.in_row(0, "rest"), rest);
  }

  void check_sentinel() {
    if (!is_own_row(mesh_, mesh_.header.vertex_count - 1U)) return;
    if (!mesh_.mdx->sentinel) return check_.add(finding::SENTINEL_MISSING, check_.at("mesh.mdx_offset"));
    const std::vector<Vec3>& positions = mesh_.mdx->sentinel->positions;
    if (positions.empty()) return;
    const Vec3& p = positions[0];
    const bool known = std::ranges::any_of(kSentinels, [&](float value) { return p == Vec3(value); });
    if (!known) check_.add(finding::SENTINEL_UNKNOWN, check_.in_sentinel("positions"), p.x, p.y, p.z);
  }

  void check_vertices() {
    const std::vector<Vec3>& positions = mesh_.mdx->rows.positions;
    const std::size_t count = std::min(positions.size(), mesh_.vertices.size());
    Tally tally;
    for (std::size_t vertex = 0; vertex < count; ++vertex)
      if (is_finite(positions[vertex]) && is_finite(mesh_.vertices[vertex]) && !is_own_row(mesh_, vertex))
        tally.add(vertex);  // others are told by VALUE_NOT_FINITE
    if (tally.wrong > 0)
      check_.add(finding::VERTEX_MISMATCH,
                 element(check_.in("mesh.vertices", mesh_.vertices_offset), tally.first, sizeof(Vec3)),
                 tally.wrong, count, tally.first,
                 glm::distance(positions[tally.first], mesh_.vertices[tally.first]));
  }

  void check_normals() {
    const std::vector<Vec3>& normals = mesh_.mdx->rows.normals;
    Tally tally;
    for (std::size_t vertex = 0; vertex < normals.size(); ++vertex)
      if (is_own_row(mesh_, vertex) && is_finite(normals[vertex]) &&
          !(std::abs(glm::length(normals[vertex]) - 1) <= kUnitTolerance))
        tally.add(vertex);  // others are told by VALUE_NOT_FINITE
    if (tally.wrong > 0)
      check_.add(finding::NORMAL_NOT_UNIT, check_.in_row(tally.first, "normals"), tally.wrong, normals.size(),
                 tally.first, glm::length(normals[tally.first]));
  }

  void check_tangents() {
    const auto& tangents = mesh_.mdx->rows.tangents[0];
    Tally tally;
    for (std::size_t vertex = 0; vertex < tangents.size(); ++vertex) {
      const std::array<float, 9>& t = tangents[vertex];
      const Vec3 b{t[0], t[1], t[2]};
      const Vec3 tangent{t[3], t[4], t[5]};
      const Vec3 normal{t[6], t[7], t[8]};
      // Where the three lie in one plane their order is noise: 20 of 135 real findings were such.
      constexpr float kFlat = 0.05F;
      const float lengths = glm::length(normal) * glm::length(tangent) * glm::length(b);
      if (is_own_row(mesh_, vertex) && glm::dot(glm::cross(normal, tangent), b) > kFlat * lengths)
        tally.add(vertex);
    }
    if (tally.wrong > 0)
      check_.add(finding::TANGENT_MIRRORED, check_.in_row(tally.first, "tangents_1"), tally.wrong,
                 tangents.size(), tally.first);
  }

  /// The first of each list that is no number; positions are told of elsewhere.
  void check_numbers() {
    constexpr std::string_view kUvs[] = {"uvs_1", "uvs_2", "uvs_3", "uvs_4"};
    constexpr std::string_view kFrames[] = {"tangents_1", "tangents_2", "tangents_3", "tangents_4"};
    check_list(mesh_.mdx->rows.normals, "normals", "normal");
    check_list(mesh_.mdx->rows.weights, "weights", "weight");
    for (std::size_t set = 0; set < 4; ++set) {
      check_list(mesh_.mdx->rows.uvs[set], kUvs[set], "texture coordinate");
      check_list(mesh_.mdx->rows.tangents[set], kFrames[set], "tangent");
    }
  }

  void check_far_uvs() {
    constexpr std::string_view kUvs[] = {"uvs_1", "uvs_2", "uvs_3", "uvs_4"};
    for (std::size_t set = 0; set < 4; ++set) {
      const std::vector<Vec2>& uvs = mesh_.mdx->rows.uvs[set];
      Tally tally;
      for (std::size_t vertex = 0; vertex < uvs.size(); ++vertex)
        if (is_own_row(mesh_, vertex) && has_finite(uvs[vertex]) && farthest(uvs[vertex]) > kFarthest)
          tally.add(vertex);
      if (tally.wrong > 0)
        check_.add(finding::UV_TOO_LARGE, check_.in_row(tally.first, kUvs[set]), tally.wrong, uvs.size(),
                   tally.first, farthest(uvs[tally.first]));
    }
  }

  static float farthest(const Vec2& uv) { return std::max(std::abs(uv.x), std::abs(uv.y)); }

  template <class Row>
  void check_list(const std::vector<Row>& rows, std::string_view attribute, std::string_view what) {
    for (std::size_t vertex = 0; vertex < rows.size(); ++vertex)
      if (is_own_row(mesh_, vertex) && !has_finite(rows[vertex]))
        return check_.add(finding::VALUE_NOT_FINITE, check_.in_row(vertex, attribute), what);
  }

  const NodeCheck& check_;
  const Mesh& mesh_;
};

}  // namespace

void check_rows(const NodeCheck& check) {
  RowsCheck(check).run();
}

}  // namespace mw::kotor::mdl
