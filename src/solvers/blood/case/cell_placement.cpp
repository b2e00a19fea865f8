// SPDX-License-Identifier: Apache-2.0
// What becomes of a case's cells: their nets at rest, and where they begin.
#include <array>
#include <cmath>

#include "solvers/blood/case/cell_file.hpp"
#include "solvers/blood/case/cell_parameters.hpp"
#include "solvers/blood/packing/packing.hpp"

namespace thalweg::blood {

namespace {

/// The rotation that turns z to a direction of length 1, about the axis across both: its columns.
std::array<geometry::Vector, 3> turned_to(const geometry::Vector& axis) {
  if (axis[2] < -1 + 1e-12) return {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}};
  const double x = axis[0], y = axis[1], z = axis[2], k = 1 / (1 + z);
  return {{{1 - k * x * x, -k * x * y, -x}, {-k * x * y, 1 - k * y * y, -y}, axis}};
}

/// A vessel that ends where cells may be.
Vessel away_from_openings(Vessel vessel, Delta delta) {
  std::array<bool, 3> is_open{};
  const std::vector<geometry::Opening>& openings = vessel.interior->openings();
  for (std::size_t n = 0; n < openings.size(); ++n)
    if (vessel.is_walled(openings[n].axis) && vessel.interior->is_open(static_cast<int>(n)))
      is_open[openings[n].axis] = true;
  for (std::size_t d = 0; d < 3; ++d)
    if (is_open[d]) vessel.size[d] -= 2 * opening_margin(delta) * vessel.spacing;
  if (is_open[0] && !vessel.is_free_form())
    vessel.interior = make_open_interior(vessel.shape, vessel.size);
  return vessel;
}

}  // namespace

std::vector<std::vector<Placement>> place_cells(const CellParameters& cells, const Vessel& vessel) {
  std::vector<std::vector<Placement>> all;
  std::vector<int> vertices;
  for (const SpeciesParameters& s : cells.species) {
    all.push_back(s.placements);
    vertices.push_back(vertices_of(s.shape, s.refinement));
  }
  if (!cells.shapes_from.empty()) read_shapes(cells.shapes_from, vertices, all);
  if (!cells.are_packed()) return all;
  std::vector<PackedSpecies> kinds;
  for (const SpeciesParameters& s : cells.species) {
    const Mesh net = scaled(control_net(s), cells.growth.from);
    kinds.push_back({bounding_disc(net.vertices), volume_of(s.shape), static_cast<int>(s.count)});
  }
  for (const PackedCell& cell :
       pack(away_from_openings(vessel, cells.delta), kinds, {cells.clearance, cells.seed, {}})) {
    const auto& rows = cell.rotation;
    all[static_cast<std::size_t>(cell.species)].push_back(
        {cell.centre, {rows[0][2], rows[1][2], rows[2][2]}, 0, {}});
  }
  return all;
}

Mesh control_net(const SpeciesParameters& species) {
  const Mesh surface = surface_of(species.shape, species.refinement);
  return species.elements == ElementKind::flat ? surface : fitted_control_net(surface);
}

Elements elements_on(const Mesh& net, const SpeciesParameters& species) {
  return species.elements == ElementKind::flat ? flat_elements(net)
                                               : loop_elements(net, species.quadrature);
}

Mesh placed(const Mesh& net, const Placement& placement) {
  Mesh result = net;
  for (std::size_t v = 0; v < placement.shape.size(); ++v)
    result.vertices[v] = geometry::plus(placement.centre, placement.shape[v]);
  if (!placement.shape.empty()) return result;
  const auto columns = turned_to(placement.axis);
  const double cosine = std::cos(placement.spin), sine = std::sin(placement.spin);
  for (geometry::Vector& vertex : result.vertices) {
    const geometry::Vector at{cosine * vertex[0] - sine * vertex[1],
                              sine * vertex[0] + cosine * vertex[1], vertex[2]};
    vertex = placement.centre;
    for (std::size_t d = 0; d < 3; ++d) vertex = geometry::plus(vertex, columns[d], at[d]);
  }
  return result;
}

Mesh scaled(Mesh net, double scale) {
  for (geometry::Vector& vertex : net.vertices) vertex = geometry::plus({}, vertex, scale);
  return net;
}

Mesh net_on_lattice(const SpeciesParameters& species, const Vessel& vessel) {
  return scaled(control_net(species), 1 / vessel.spacing);
}

Mesh placed_on_lattice(const Mesh& net, Placement placement, const Vessel& vessel) {
  const geometry::Vector first = vessel.place({0, 0, 0});
  for (std::size_t d = 0; d < 3; ++d)
    placement.centre[d] = (placement.centre[d] - first[d]) / vessel.spacing;
  for (geometry::Vector& vertex : placement.shape)
    vertex = geometry::plus({}, vertex, 1 / vessel.spacing);
  return placed(net, placement);
}

}  // namespace thalweg::blood
