#include <fmt/format.h>
#include <meshwright/core/detail/elementary.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/image_names.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/convert.h>
#include <meshwright/formats/plan.h>
#include <meshwright/formats/registry.h>
#include <meshwright/geometry/detail/box.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>

#include "findings.h"
#include "labels.h"
#include "shapes.h"
#include "svg.h"

namespace mw {
namespace {

using svg::number;
using svg::Point;

constexpr double kDrawing = 860;  // the longer side of the map
constexpr double kLegend = 250;
constexpr double kMargin = 60;
constexpr double kSide = 96;  // beside the map: arrows and their words extend there
constexpr double kTop = 64;
constexpr double kLine = 18;
constexpr std::size_t kMostListed = 60;

constexpr std::string_view kStyle =
    "text{font:13px system-ui,-apple-system,'Segoe UI',sans-serif;fill:#1b1f24}"
    ".title{font-size:18px;font-weight:600}.quiet{fill:#57606a}.small{font-size:11px}"
    ".face{stroke:#57606a;stroke-width:.4;stroke-linejoin:round}.border{stroke:#1b1f24;stroke-width:2;"
    "stroke-linecap:round;fill:none}.door{stroke:#0a58ca;stroke-width:4;fill:none}"
    ".arrow{stroke:#0a58ca;stroke-width:1.6;fill:none;marker-end:url(#head)}.to{fill:#0a58ca;font-weight:600}"
    ".way{stroke:#fff;stroke-width:6;fill:none;stroke-linejoin:round}"
    ".way2{stroke:#b3005e;stroke-width:3;fill:none;stroke-linejoin:round}.halo{paint-order:stroke;stroke:#"
    "fff;"
    "stroke-width:4px;stroke-linejoin:round}";

/// Distinguishable in grey too: by the pattern over the colour.
constexpr std::array<std::string_view, 6> kPatterns = {"",
                                                       "<path d=\"M0 4H8\"/>",
                                                       "<circle cx=\"4\" cy=\"4\" r=\"1\"/>",
                                                       "<path d=\"M4 0V8\"/>",
                                                       "<path d=\"M0 4H8M4 0V8\"/>",
                                                       "<path d=\"M0 0L8 8\"/>"};

std::string_view sign_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "●";
    case Severity::warning:
      return "▲";
    case Severity::info:
      break;
  }
  return "○";
}

std::string_view colour_of(Severity severity) {
  return severity == Severity::error ? "#cf222e" : severity == Severity::warning ? "#9a6700" : "#0a58ca";
}

/// Exact from 1e-22 to 1e22.
double power_of_ten_below(double number) {
  double power = 1;
  if (!(number > 0) || !std::isfinite(number)) return power;
  while (power * 10 <= number) power *= 10;
  double divisor = 1;
  while (power / divisor > number) divisor *= 10;
  return power / divisor;
}

class PlanDrawer {
 public:
  PlanDrawer(std::span<const Document> rooms, const Surface& surface, std::vector<plan::Marked> findings)
      : rooms_(rooms),
        surface_(surface),
        findings_(std::move(findings)),
        shapes_(plan::shapes_of(surface)),
        areas_(plan::areas_of(surface)) {
    rank_materials();
    std::optional<Box> box;
    for (const plan::Shape& shape : shapes_)
      for (const plan::Outline& outline : shape.outlines)
        for (const Vec3& point : outline) geometry::extend(box, point);
    for (const SurfaceRoom& room : surface.parts)
      for (const Vec3& hook : room.hooks) geometry::extend(box, hook);
    box_ = box.value_or(Box{Vec3(0), Vec3(1)});
    const double longest = std::max({double(box_.max.x) - box_.min.x, double(box_.max.y) - box_.min.y, 1e-3});
    scale_ = kDrawing / longest;
  }

  void add_way(const PathAnswer& way) { way_ = &way; }

  std::string draw() {
    const double width = kSide * 2 + scale_ * (box_.max.x - box_.min.x);
    map_height_ = scale_ * (box_.max.y - box_.min.y);
    legend_left_ = std::max(width, 420.0);
    labels_ = plan::LabelSpace(8, legend_left_ - 8);
    draw_heading();
    draw_shapes();
    draw_borders();
    draw_scale();
    draw_way();
    draw_rooms();
    draw_doors();
    draw_hooks();
    draw_islands();
    draw_markers();
    const double legend_end = draw_legend();
    const double end =
        draw_list(std::max(kTop + 2 * kMargin + map_height_ + 2 * kLine + 4, legend_end + kLine));
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "role=\"img\">\n<title>{2}</title>\n<style>{3}</style>\n<defs>{4}</defs>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{5}</svg>\n",
        number(legend_left_ + kLegend), number(end + kMargin / 2), svg::escaped(title()), kStyle,
        definitions(), body_);
  }

 private:
  /// Words on the map, beside other words.
  void label(Point at, const std::string& words, std::string_view anchor, std::string_view style) {
    constexpr double kHeight = 17;
    constexpr double kAboveLine = 5;  // the middle of a line of words
    const double width = plan::width_of(words);
    const double off = anchor == "start" ? width / 2 : anchor == "end" ? -width / 2 : 0;
    const Point middle = labels_.take({at.x + off, at.y - kAboveLine}, width, kHeight);
    body_ += svg::text({middle.x - off, middle.y + kAboveLine}, words, anchor, style);
  }

  Point at(const Vec3& point) const {
    return {kSide + scale_ * (double(point.x) - box_.min.x),
            kTop + kMargin + map_height_ - scale_ * (double(point.y) - box_.min.y)};
  }

  std::string title() const {
    if (rooms_.size() == 1) return std::string(file_name_of(rooms_[0].source().name));
    return fmt::format("{} rooms", rooms_.size());
  }

  std::string material_name(std::uint32_t id) const {
    const bool known = id < surface_.material_names.size() && !surface_.material_names[id].empty();
    return known ? surface_.material_names[id] : fmt::format("material {}", id);
  }

  /// Light enough for labels: half way from the colour to white.
  std::string fill_of(std::uint32_t material) const {
    const auto colour = surface_.colours.find(material);
    return svg::colour(
        glm::mix(colour == surface_.colours.end() ? Vec3(0.5F) : colour->second, Vec3(1), 0.45F));
  }

  std::string definitions() const {
    std::string text =
        "<marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"5\" markerHeight=\"5\" "
        "orient=\"auto\"><path d=\"M0 0L8 4L0 8Z\" fill=\"#0a58ca\"/></marker>"
        "<pattern id=\"no\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\"><path d=\"M0 8L8 0M-2 "
        "2L2 "
        "-2M6 10L10 6\" stroke=\"#57606a\" stroke-width=\".7\"/></pattern>";
    for (std::size_t i = 1; i < kPatterns.size(); ++i)
      text += fmt::format(
          "<pattern id=\"p{}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\"><g "
          "stroke=\"#1b1f24\" "
          "stroke-width=\".5\" stroke-opacity=\".45\">{}</g></pattern>",
          i, kPatterns[i]);
    return text;
  }

  std::string over(std::uint32_t material, bool walkable) const {
    if (!walkable) return "url(#no)";
    const auto rank = ranks_.find(material);
    const std::size_t pattern = (rank == ranks_.end() ? ranks_.size() : rank->second) % kPatterns.size();
    return pattern == 0 ? "" : fmt::format("url(#p{})", pattern);
  }

  /// The walkable materials by their area: the largest has no pattern.
  void rank_materials() {
    std::vector<std::uint32_t> walked;
    for (const plan::Shape& shape : shapes_)
      if (shape.walkable && ranks_.emplace(shape.material, 0).second) walked.push_back(shape.material);
    std::ranges::stable_sort(walked, std::ranges::greater(), [&](std::uint32_t id) { return areas_.at(id); });
    for (std::size_t rank = 0; rank < walked.size(); ++rank) ranks_[walked[rank]] = rank;
  }

  void draw_heading() {
    body_ += svg::text({kSide, 34}, title(), "start", "class=\"title\"");
    std::size_t walkable = 0;
    for (std::size_t face = 0; face < surface_.mesh.triangles.size(); ++face)
      walkable += surface_.mesh.is_walkable(face) ? 1 : 0;
    body_ += svg::text(
        {kSide, 54},
        fmt::format("{} faces, {} of them walkable, from height {} to {}", surface_.mesh.triangles.size(),
                    walkable, number(box_.min.z), number(box_.max.z)),
        "start", "class=\"quiet\"");
  }

  void draw_shapes() {
    for (const plan::Shape& shape : shapes_) {
      std::vector<std::vector<Point>> loops;
      for (const plan::Outline& outline : shape.outlines) {
        std::vector<Point>& loop = loops.emplace_back();
        for (const Vec3& point : outline) loop.push_back(at(point));
      }
      const std::string path = svg::path_of(loops);
      body_ += fmt::format("<path class=\"face\" fill=\"{}\" d=\"{}\"/>\n", fill_of(shape.material), path);
      if (const std::string pattern = over(shape.material, shape.walkable); !pattern.empty())
        body_ += fmt::format("<path fill=\"{}\" d=\"{}\"/>\n", pattern, path);
    }
  }

  void draw_borders() {
    std::string path;
    for (const auto& [a, b] : plan::borders_of(surface_)) {
      const Point from = at(a);
      const Point to = at(b);
      path += fmt::format("M{} {}L{} {}", number(from.x), number(from.y), number(to.x), number(to.y));
    }
    if (!path.empty()) body_ += fmt::format("<path class=\"border\" d=\"{}\"/>\n", path);
  }

  /// One arrow for each run of sides to the same room, at its longest side.
  void draw_doors() {
    for (const SurfaceRoom& room : surface_.parts)
      for (const plan::Door& door : plan::doors_of(surface_, room)) {
        std::string path;
        for (const auto& [from, to] : door.sides) {
          const Point a = at(from);
          const Point b = at(to);
          path += fmt::format("M{} {}L{} {}", number(a.x), number(a.y), number(b.x), number(b.y));
        }
        body_ += fmt::format("<path class=\"door\" d=\"{}\"/>\n", path);
        draw_arrow(door);
      }
  }

  void draw_arrow(const plan::Door& door) {
    const auto& [from, to] = door.sides[door.longest];
    const Point a = at(from);
    const Point b = at(to);
    const Point inside = at(door.inside);
    const Point middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
    Point out{b.y - a.y, a.x - b.x};
    const double length = std::max(math::hypot(out.x, out.y), 1e-9);
    const bool wrong = out.x * (inside.x - middle.x) + out.y * (inside.y - middle.y) > 0;
    out = {(wrong ? -1 : 1) * out.x / length, (wrong ? -1 : 1) * out.y / length};
    body_ += fmt::format("<path class=\"arrow\" d=\"M{} {}L{} {}\"/>\n", number(middle.x), number(middle.y),
                         number(middle.x + 26 * out.x), number(middle.y + 26 * out.y));
    const std::string_view anchor = out.x > 0.5 ? "start" : out.x < -0.5 ? "end" : "middle";
    label({middle.x + 32 * out.x, middle.y + 32 * out.y + 4 + 6 * out.y}, fmt::format("room {}", door.room),
          anchor, "class=\"to halo\"");
  }

  /// Names of several rooms, each on its largest walkable face.
  void draw_rooms() {
    if (rooms_.size() < 2) return;
    const std::vector<std::optional<Vec3>> places = plan::middles_of(surface_, rooms_.size());
    for (std::size_t room = 0; room < rooms_.size(); ++room)
      if (places[room])
        label(at(*places[room]), std::string(stem_of(rooms_[room].source().name)), "middle",
              "class=\"halo\" font-weight=\"600\"");
  }

  void draw_hooks() {
    for (const SurfaceRoom& room : surface_.parts)
      for (std::size_t i = 0; i < room.hooks.size(); ++i) {
        const Point p = at(room.hooks[i]);
        body_ += fmt::format(
            "<path stroke=\"#1b1f24\" stroke-width=\"1.6\" d=\"M{0} {2}L{1} {3}M{1} {2}L{0} {3}\"/>\n",
            number(p.x - 5), number(p.x + 5), number(p.y - 5), number(p.y + 5));
        label({p.x + 9, p.y + 4}, fmt::format("use {}", i + 1), "start", "class=\"halo small\"");
      }
  }

  void draw_islands() {
    const std::vector<Vec3> islands = plan::islands_of(surface_);
    islands_ = islands.size();
    if (islands.size() < 2) return;
    for (std::size_t i = 0; i < islands.size(); ++i) {
      const Point p = labels_.take(at(islands[i]), 24, 20);
      body_ += fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"22\" height=\"18\" rx=\"3\" fill=\"#fff\" "
          "stroke=\"#1b1f24\"/>\n",
          number(p.x - 11), number(p.y - 9));
      body_ += svg::text({p.x, p.y + 4.5}, letters(i), "middle", "font-weight=\"600\"");
    }
  }

  /// A to Z, then AA.
  static std::string letters(std::size_t i) {
    std::string text;
    for (++i; i > 0; i = (i - 1) / 26) text.insert(text.begin(), char('A' + (i - 1) % 26));
    return text;
  }

  void draw_way() {
    if (way_ == nullptr) return;
    std::vector<Point> points;
    for (const nav::Place& place : way_->path->points)
      points.push_back(at(Vec3(float(place.x), float(place.y), float(place.z))));
    const std::string line = svg::points_of(points);
    body_ += fmt::format(
        "<polyline class=\"way\" points=\"{0}\"/><polyline class=\"way2\" points=\"{0}\"/>\n", line);
    for (const Point& end : {points.front(), points.back()})
      body_ += fmt::format(
          "<circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"#b3005e\" stroke=\"#fff\" "
          "stroke-width=\"1.5\"/>\n",
          number(end.x), number(end.y));
    label({points.back().x + 9, points.back().y - 7},
          fmt::format("{}{:.1f} units", way_->partial ? "part of the way: " : "", way_->path->length),
          "start", "class=\"halo\" font-weight=\"600\"");
  }

  void draw_markers() {
    for (std::size_t i = 0; i < std::min(findings_.size(), kMostListed); ++i) {
      if (!findings_[i].place) continue;
      const Point p = labels_.take(at(*findings_[i].place), 22, 22);
      const Severity severity = findings_[i].finding.kind->severity;
      const std::string style = fmt::format("fill=\"{}\" stroke=\"#fff\" stroke-width=\"1.2\"",
                                            severity == Severity::info ? "#fff" : colour_of(severity));
      if (severity == Severity::warning)
        body_ += fmt::format("<path {} d=\"M{} {}l11 19h-22Z\"/>\n", style, number(p.x), number(p.y - 12));
      else
        body_ += fmt::format(
            "<circle cx=\"{}\" cy=\"{}\" r=\"9\" {}/>\n", number(p.x), number(p.y),
            severity == Severity::info
                ? fmt::format("fill=\"#fff\" stroke=\"{}\" stroke-width=\"1.6\"", colour_of(severity))
                : style);
      body_ +=
          svg::text({p.x, p.y + 4}, fmt::format("{}", i + 1), "middle",
                    severity == Severity::info ? "class=\"small\" font-weight=\"700\""
                                               : "class=\"small\" font-weight=\"700\" style=\"fill:#fff\"");
    }
  }

  /// A round length near a fifth of the map, and north.
  void draw_scale() {
    const double wanted = kDrawing / 5 / scale_;
    const double power = power_of_ten_below(wanted);
    const double length = power * (wanted / power >= 5 ? 5 : wanted / power >= 2 ? 2 : 1);
    const double y = kTop + 2 * kMargin + map_height_ + 8;  // below everything that extends out of the map
    body_ += fmt::format(
        "<path stroke=\"#1b1f24\" stroke-width=\"1.6\" fill=\"none\" d=\"M{0} {2}V{3}H{1}V{2}\"/>\n",
        number(kSide), number(kSide + length * scale_), number(y - 6), number(y));
    body_ += svg::text({kSide + length * scale_ + 8, y + 2}, fmt::format("{:g} units", length), "start",
                       "class=\"small\"");
    const double end = length * scale_ + 80;
    labels_.take({kSide + end / 2, y - 4}, end, 20);
    const double x = legend_left_ + 8;
    body_ += fmt::format("<path d=\"M{} {}l7 20l-7 -5l-7 5Z\" fill=\"#1b1f24\"/>\n", number(x), number(18));
    body_ += svg::text({x + 14, 34}, "N", "start", "font-weight=\"600\"");
  }

  double draw_legend() {
    double y = kTop + 16;
    body_ += svg::text({legend_left_ + kLegend - 24, y}, "square units", "end", "class=\"quiet small\"");
    std::map<std::uint32_t, bool> walkable;
    for (std::size_t face = 0; face < surface_.materials.size(); ++face)
      walkable[surface_.materials[face]] |= surface_.mesh.is_walkable(face);
    for (const bool kind : {true, false}) {
      const auto is_kind = [&](const auto& each) { return each.second == kind; };
      if (std::ranges::none_of(walkable, is_kind)) continue;
      body_ +=
          svg::text({legend_left_, y}, kind ? "Walkable" : "Not walkable", "start", "font-weight=\"600\"");
      y += kLine + 4;
      for (const auto& [material, is_walkable] : walkable)
        if (is_walkable == kind) y = draw_row(material, kind, y);
      y += 8;
    }
    if (islands_ > 1) {
      body_ += svg::text({legend_left_, y},
                         fmt::format("A to {}: islands, by size; no way leads", letters(islands_ - 1)),
                         "start", "class=\"quiet\"");
      body_ += svg::text({legend_left_, y += kLine}, "from one to another", "start", "class=\"quiet\"");
      y += kLine;
    }
    return y;
  }

  double draw_row(std::uint32_t material, bool is_walkable, double y) {
    const auto box = [&](std::string_view fill, std::string_view more) {
      body_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"22\" height=\"14\" fill=\"{}\"{}/>\n",
                           number(legend_left_), number(y - 11), fill, more);
    };
    box(fill_of(material), " stroke=\"#57606a\" stroke-width=\".6\"");
    if (const std::string pattern = over(material, is_walkable); !pattern.empty()) box(pattern, "");
    body_ += svg::text({legend_left_ + 30, y}, material_name(material));
    const auto area = areas_.find(material);
    body_ += svg::text({legend_left_ + kLegend - 24, y}, number(area == areas_.end() ? 0 : area->second),
                       "end", "class=\"quiet\"");
    return y + kLine;
  }

  double draw_list(double y) {
    if (findings_.empty()) return y;
    body_ +=
        svg::text({kSide, y}, fmt::format("Findings: {}", findings_.size()), "start", "font-weight=\"600\"");
    for (std::size_t i = 0; i < std::min(findings_.size(), kMostListed); ++i) {
      y += kLine;
      const Finding& finding = findings_[i].finding;
      const std::string room =
          rooms_.size() > 1 ? std::string(stem_of(rooms_[findings_[i].room].source().name)) + " " : "";
      body_ +=
          fmt::format("<text x=\"{}\" y=\"{}\" style=\"fill:{}\">{} {}</text>\n", number(kSide), number(y),
                      colour_of(finding.kind->severity), i + 1, sign_of(finding.kind->severity));
      body_ += svg::text({kSide + 42, y}, fmt::format("{}{}: {}", room, finding.where, finding.message));
    }
    if (findings_.size() > kMostListed)
      body_ +=
          svg::text({kSide + 42, y += kLine}, fmt::format("… and {} more", findings_.size() - kMostListed),
                    "start", "class=\"quiet\"");
    return y;
  }

  std::span<const Document> rooms_;
  const Surface& surface_;
  std::vector<plan::Marked> findings_;
  std::vector<plan::Shape> shapes_;
  std::map<std::uint32_t, double> areas_;       // by material
  std::map<std::uint32_t, std::size_t> ranks_;  // of walkable materials, by their area
  const PathAnswer* way_ = nullptr;             // that has a path
  Box box_;
  plan::LabelSpace labels_{0, 0};
  std::size_t islands_ = 0;
  double scale_ = 1;
  double map_height_ = 0;
  double legend_left_ = 0;
  std::string body_;
};

}  // namespace

Result<Plan> draw_plan(std::span<const Document> rooms, const PlanOptions& options) {
  const auto surface = join_surfaces(rooms);
  if (!surface) return fail(surface.error());
  auto findings = plan::findings_of(rooms, *surface);
  if (!findings) return fail(findings.error());
  Plan plan{.svg = {}, .findings = findings->size()};
  PlanDrawer drawer(rooms, *surface, *std::move(findings));
  PathAnswer way;
  if (options.way)
    way = find_path(WalkSurface(*surface, options.ground), options.way->from, options.way->to, options.how);
  plan.has_way = way.path.has_value();
  plan.partial = way.path && way.partial;
  if (way.path) drawer.add_way(way);
  plan.svg = drawer.draw();
  return plan;
}

Result<void> check_plan_name(std::string_view output) {
  const std::string name(output);
  const std::string extension = extension_of(name);
  if (const Format* said = find_by_name(name))
    return fail({.message = fmt::format("is called as {} is; the last operand is OUT, and a plan is an SVG",
                                        with_article(said->id))});
  if (!is_one_of(kImages, extension) && extension != ".gif" && extension != ".pdf") return {};
  return fail({.message = fmt::format("a plan is an SVG: call OUT {}",
                                      file_name_of(replace_extension(name, ".svg")))});
}

}  // namespace mw
