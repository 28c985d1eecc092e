#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/walkmesh_ascii.h>

namespace mw::kotor::walkmesh::ascii {
namespace {

constexpr std::array<std::string_view, 3> kKinds = {"aabb", "trimesh", "dummy"};

class TextWriter {
 public:
  std::string write(const Text& text, bool plain) {
    if (!plain) out_ = "# Written by Meshwright\n";
    for (const Node& node : text.nodes) write_node(node);
    return std::move(out_);
  }

 private:
  void write_node(const Node& node) {
    out_ += fmt::format("node {}", kKinds[std::size_t(node.kind)]);
    if (!node.name.empty()) out_ += " " + node.name;
    out_ += '\n';
    if (!node.parent.empty()) out_ += fmt::format("  parent {}\n", node.parent);
    out_ += "  position";
    numbers(node.position);
    out_ += '\n';
    if (node.orientation) {
      out_ += "  orientation";
      for (int i = 0; i < 4; ++i) number((*node.orientation)[i]);
      out_ += '\n';
    }
    if (node.is_mesh()) write_mesh(node);
    out_ += "endnode\n";
  }

  void write_mesh(const Node& node) {
    out_ += fmt::format("  verts {}\n", node.vertices.size());
    for (const Vec3& vertex : node.vertices) {
      out_ += "   ";
      numbers(vertex);
      out_ += '\n';
    }
    out_ += fmt::format("  faces {}\n", node.faces.size());
    for (const Face& face : node.faces)
      out_ += fmt::format("    {} {} {}\n", fmt::join(face.corners, " "), fmt::join(face.unused, " "),
                          face.material);
    if (!node.links.empty()) out_ += fmt::format("  roomlinks {}\n", node.links.size());
    for (const RoomLink& link : node.links) out_ += fmt::format("    {} {}\n", link.edge, link.room);
    if (!node.boxes.empty()) out_ += "  aabb\n";
    for (const BoxRow& box : node.boxes) {
      out_ += "   ";
      numbers(box.min);
      numbers(box.max);
      out_ += fmt::format(" {}\n", box.face);
    }
  }

  void numbers(const Vec3& v) {
    for (int i = 0; i < 3; ++i) number(v[i]);
  }
  void number(float value) {
    out_ += ' ';
    append_float(out_, value);
  }

  std::string out_;
};

}  // namespace

std::string write(const Text& text, bool plain) {
  return TextWriter().write(text, plain);
}

Text sample(Sample which) {
  const bool door = which == Sample::door;
  return decompile(walkmesh::sample(which),
                   {.dialect = which == Sample::room ? NodeKind::aabb : NodeKind::trimesh,
                    .name = which == Sample::room ? "room"
                            : door                ? "door"
                                                  : "crate",
                    .state = door ? std::optional(DoorState::closed) : std::nullopt});
}

}  // namespace mw::kotor::walkmesh::ascii
