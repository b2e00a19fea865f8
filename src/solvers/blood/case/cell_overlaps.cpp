// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/case/cell_overlaps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "geometry/self_crossing.hpp"
#include "geometry/surface_queries.hpp"
#include "solvers/blood/packing/neighbours.hpp"
#include "solvers/blood/packing/rounded_disc.hpp"
#include "solvers/blood/packing/walls.hpp"
#include "solvers/blood/vessel/surface_keys.hpp"

namespace thalweg::blood {

namespace {

using geometry::TriangleSurface, geometry::Vector;

/// The shape of a species by few triangles.
struct Outline {
  Mesh mesh;
  RoundedDisc bound;
};

Outline outline_of(const SpeciesParameters& species) {
  Mesh mesh = surface_of(species.shape, species.shape.mesh ? 0 : std::min(species.refinement, 2));
  const RoundedDisc bound = bounding_disc(mesh.vertices);
  return {std::move(mesh), bound};
}

TriangleSurface as_surface(const Mesh& mesh) { return {mesh.vertices, mesh.triangles}; }

/// Whether a place lies within a closed surface.
bool encloses(const TriangleSurface& surface, const Vector& place) {
  constexpr std::uint8_t any = 1;
  const geometry::SurfaceQueries queries(surface,
                                         std::vector<std::uint8_t>(surface.triangles.size(), any));
  const geometry::Bounds box = surface.bounds();
  const Vector out{
      2 * (geometry::distance(place, box.lower) + geometry::distance(box.lower, box.upper)), 0, 0};
  int turns = 0;
  for (const geometry::Crossing& crossing : queries.crossings(place, out, any))
    turns += crossing.turn;
  return turns > 0;
}

/// Whether bodies share places: surfaces that cross, or one body in the other.
bool overlap(const Mesh& a, const Mesh& b) {
  TriangleSurface both = as_surface(a);
  const auto first = static_cast<int>(both.corners.size());
  both.corners.insert(both.corners.end(), b.vertices.begin(), b.vertices.end());
  for (geometry::Triangle triangle : b.triangles) {
    for (int& corner : triangle) corner += first;
    both.triangles.push_back(triangle);
  }
  return geometry::find_self_crossing(both) || encloses(as_surface(a), b.vertices[0]) ||
         encloses(as_surface(b), a.vertices[0]);
}

class RoomChecker {
 public:
  RoomChecker(const CellFile& file, const std::vector<SpeciesParameters>& species,
              const Vessel& vessel)
      : cells_(file.cells), has_shapes_(file.has_shapes), species_(species), vessel_(vessel) {
    for (const SpeciesParameters& one : species) outlines_.push_back(outline_of(one));
  }

  std::optional<std::string> find() const {
    for (const FiledCell& cell : cells_)
      if (auto text = outside(cell)) return text;
    return has_shapes_ ? std::nullopt : find_overlap();
  }

 private:
  const Outline& outline(const FiledCell& cell) const {
    return outlines_[static_cast<std::size_t>(cell.species)];
  }
  std::string words_for(const FiledCell& cell) const {
    return fmt::format("{} ({})", cell.where,
                       species_[static_cast<std::size_t>(cell.species)].name);
  }

  std::optional<std::string> outside(const FiledCell& cell) const {
    const Vector& centre = cell.placement.centre;
    if (!vessel_.is_inside(centre))
      return fmt::format("the cell of {} lies outside of the vessel, at {}", words_for(cell),
                         place_in_words(centre));
    if (has_shapes_ || vessel_.interior->clearance(centre) > outline(cell).bound.radius())
      return {};
    for (const Vector& vertex : placed(outline(cell).mesh, cell.placement).vertices)
      if (!vessel_.is_inside(vertex))
        return fmt::format("the cell of {} reaches through the wall at {}", words_for(cell),
                           place_in_words(vertex));
    return {};
  }

  std::optional<std::string> find_overlap() const {
    std::vector<Vector> centres;
    std::vector<double> reaches;
    for (const FiledCell& cell : cells_) {
      centres.push_back(wrapped(vessel_, cell.placement.centre));
      reaches.push_back(outline(cell).bound.radius());
    }
    for (const NeighbourPair& pair : neighbours(vessel_, centres, reaches)) {
      const auto a = static_cast<std::size_t>(pair.first),
                 b = static_cast<std::size_t>(pair.second);
      if (!do_overlap(a, centres[a], b, geometry::plus(centres[b], pair.shift))) continue;
      return fmt::format("the cells of {} and {} overlap near {}", words_for(cells_[a]),
                         words_for(cells_[b]), place_in_words(cells_[a].placement.centre));
    }
    return {};
  }

  Disc core(std::size_t cell, const Vector& centre) const {
    return {centre, cells_[cell].placement.axis, outline(cells_[cell]).bound.core};
  }

  /// Discs that hold the cells are asked first: most neighbours are apart by far.
  bool do_overlap(std::size_t a, const Vector& at_a, std::size_t b, const Vector& at_b) const {
    const double kept = outline(cells_[a]).bound.rounding + outline(cells_[b]).bound.rounding;
    if (separation(core(a, at_a), core(b, at_b), kept, 1e-3 * kept).least >= kept) return false;
    constexpr double at_the_same_place = 1e-6;
    if (geometry::distance(at_a, at_b) < at_the_same_place * kept) return true;
    Placement first = cells_[a].placement, second = cells_[b].placement;
    first.centre = at_a;
    second.centre = at_b;
    return overlap(placed(outline(cells_[a]).mesh, first), placed(outline(cells_[b]).mesh, second));
  }

  const std::vector<FiledCell>& cells_;
  bool has_shapes_;
  const std::vector<SpeciesParameters>& species_;
  const Vessel& vessel_;
  std::vector<Outline> outlines_;
};

}  // namespace

std::optional<std::string> find_cell_without_room(const CellFile& file,
                                                  const std::vector<SpeciesParameters>& species,
                                                  const Vessel& vessel) {
  return RoomChecker(file, species, vessel).find();
}

}  // namespace thalweg::blood
