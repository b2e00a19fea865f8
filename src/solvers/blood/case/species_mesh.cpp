// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/case/species_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "geometry/connected.hpp"
#include "geometry/self_crossing.hpp"
#include "geometry/surface_queries.hpp"
#include "solvers/blood/vessel/surface_keys.hpp"

namespace thalweg::blood {

namespace {

using geometry::TriangleSurface, geometry::Vector;

/// More have never been of use: an icosphere cut six times has 40962.
constexpr std::size_t most_vertices = 100000;

Mesh mesh_of(const TriangleSurface& surface) { return {surface.corners, surface.triangles}; }

/// A mistake is told once, since one of them often makes others.
class MeshChecker {
 public:
  MeshChecker(io::Case& input, std::string key, const TriangleSurface& surface)
      : input_(input), key_(std::move(key)), surface_(surface), before_(input.error_count()) {}

  bool is_right() {
    check_size();
    if (is_fine()) check_closed(input_, key_, surface_, "a cell is closed");
    if (is_fine()) check_one_body();
    if (is_fine()) check_corners();
    if (is_fine()) check_triangles();
    if (is_fine()) check_crossings();
    return is_fine();
  }

 private:
  bool is_fine() const { return input_.error_count() == before_; }
  void wrong(const std::string& what) { input_.error(key_, what); }

  void check_size() {
    if (surface_.corners.size() > most_vertices)
      wrong(fmt::format("has {} vertices, at most {} are taken: each cell of the species has so "
                        "many. Let a mesh program simplify it",
                        surface_.corners.size(), most_vertices));
  }

  void check_one_body() {
    geometry::Connected corners(surface_.corners.size());
    for (const geometry::Triangle& t : surface_.triangles)
      for (std::size_t k = 1; k < 3; ++k)
        corners.join(static_cast<std::size_t>(t[0]), static_cast<std::size_t>(t[k]));
    const auto first = static_cast<std::size_t>(surface_.triangles[0][0]);
    for (const geometry::Triangle& t : surface_.triangles)
      if (const auto at = static_cast<std::size_t>(t[0]); corners.group(at) != corners.group(first))
        return wrong(fmt::format("is of several surfaces, one with {} and one with {}: a cell is "
                                 "one",
                                 place_in_words(surface_.corners[first]),
                                 place_in_words(surface_.corners[at])));
  }

  /// Each corner has one ring of triangles: else two parts touch there.
  void check_corners() {
    std::vector<std::map<int, int>> next(surface_.corners.size());
    for (const geometry::Triangle& t : surface_.triangles)
      for (std::size_t k = 0; k < 3; ++k)
        if (!next[static_cast<std::size_t>(t[k])].emplace(t[(k + 1) % 3], t[(k + 2) % 3]).second)
          return touches(t[k]);
    for (std::size_t corner = 0; corner < next.size(); ++corner) {
      std::size_t seen = 0;
      if (next[corner].empty()) continue;  // left over by triangles without area
      const int first = next[corner].begin()->first;
      int at = first;
      do {
        const auto following = next[corner].find(at);
        if (following == next[corner].end()) return touches(static_cast<int>(corner));
        at = following->second;
        ++seen;
      } while (at != first && seen <= next[corner].size());
      if (seen != next[corner].size()) return touches(static_cast<int>(corner));
      if (seen < 3)
        return wrong(fmt::format("has two triangles with the same corners at {}",
                                 place_in_words(surface_.corners[corner])));
    }
    const auto corners = static_cast<std::int64_t>(
        std::ranges::count_if(next, [](const std::map<int, int>& ring) { return !ring.empty(); }));
    const auto triangles = static_cast<std::int64_t>(surface_.triangles.size());
    if (corners - triangles / 2 != 2)
      wrong(fmt::format("has {} hole{} through its body, as a ring has: a cell has none",
                        (2 - corners + triangles / 2) / 2,
                        2 - corners + triangles / 2 == 2 ? "" : "s"));
  }
  void touches(int corner) {
    wrong(fmt::format("touches itself at {}: more than one ring of triangles has this corner",
                      place_in_words(surface_.corners[static_cast<std::size_t>(corner)])));
  }

  void check_triangles() {
    const double mean = surface_.area() / static_cast<double>(surface_.triangles.size());
    constexpr double smallest = 1e-6;
    for (int t = 0; t < static_cast<int>(surface_.triangles.size()); ++t) {
      const Vector area = surface_.area_vector(t);
      if (std::sqrt(geometry::dot(area, area)) < smallest * mean)
        return wrong(fmt::format("has a triangle without area at {}: let a mesh program remesh it",
                                 place_in_words(surface_.corner(t, 0))));
    }
  }

  void check_crossings() {
    if (const auto at = geometry::find_self_crossing(surface_))
      wrong(fmt::format("passes through itself at {}", place_in_words(at->place)));
  }

  io::Case& input_;
  std::string key_;
  const TriangleSurface& surface_;
  std::size_t before_;
};

/// About the centre of the body; corners without triangles are left out.
Mesh centred(const TriangleSurface& surface) {
  Mesh mesh = numbered_by_use(mesh_of(surface));
  const Vector centre = centre_of(mesh);
  for (Vector& vertex : mesh.vertices) vertex = geometry::plus(vertex, centre, -1);
  return mesh;
}

}  // namespace

std::shared_ptr<const Mesh> read_species_mesh(io::Case& input, const std::string& prefix) {
  auto instead = std::make_shared<Mesh>(icosphere(1));
  const std::size_t mistakes = input.error_count();
  const auto file = read_surface_path(input, prefix, "STL or OBJ file of the cell's surface");
  const std::string unit = read_length_unit(input, prefix);
  geometry::Placement placement = read_scale_and_rotation(input, prefix);
  placement.scale *= meters_of(unit);
  if (!file || input.error_count() != mistakes) return instead;
  std::optional<TriangleSurface> surface = read_triangles(input, prefix, *file);
  if (!surface) return instead;
  geometry::place(*surface, placement);
  if (!MeshChecker(input, prefix + "path", *surface).is_right()) return instead;
  if (surface->volume() < 0) surface->turn_over();
  return std::make_shared<Mesh>(centred(*surface));
}

}  // namespace thalweg::blood
