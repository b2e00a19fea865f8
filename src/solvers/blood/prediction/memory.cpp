// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/prediction/memory.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "grid/box.hpp"
#include "solvers/blood/case/changing_hands.hpp"
#include "solvers/blood/case/inflow_parameters.hpp"
#include "solvers/blood/contrast/mark_gather.hpp"
#include "solvers/blood/lattice/d3q19.hpp"
#include "solvers/blood/lattice/sites.hpp"
#include "solvers/blood/measures/wall_surface.hpp"
#include "solvers/blood/membrane/substeps.hpp"

namespace thalweg::blood {

namespace {

/// Lattice sites with fluid. As many as fit, but round edges may hold a few more.
double all_sites(const Vessel& vessel) {
  const double across = vessel.cross_section() / (vessel.spacing * vessel.spacing);
  const double more = vessel.is_round() ? 0.5 * std::sqrt(across) : 0;
  return (across + more) * vessel.size[0] / vessel.spacing;
}

/// Of the rank with most.
struct Part {
  double own, copies;  // sites
  double stretches;    // of sites whose populations lie one behind the other
  double side[3];      // of the box around it
  bool has_others[3];  // along each axis: another rank beside it, or its own other side
};

/// As bisection cuts: parts are halved along their longest side.
Part largest_part(const Parameters& p, int ranks) {
  const Vessel& vessel = p.vessel;
  const grid::Cell extent = vessel.lattice().extent;
  double side[3], box = 1;
  bool is_cut[3] = {};
  for (std::size_t d = 0; d < 3; ++d) box *= side[d] = extent[d];
  const double all = all_sites(vessel);
  double parts = 1;
  for (; parts < ranks; parts *= 2) {
    const std::ptrdiff_t longest = std::max_element(side, side + 3) - side;
    side[longest] /= 2;
    is_cut[longest] = true;
  }
  // Not all numbers of ranks are powers of two.
  const double uneven = 1.05 * (parts > ranks ? 1.05 : 1);
  Part part{ranks == 1 ? all : uneven * all / ranks, 0, 0, {side[0], side[1], side[2]}, {}};
  // Rows along x, whose ends are apart: on the other side of the period, or on another rank.
  part.stretches = std::min(part.own, 3.2 * part.own / side[2]);
  for (std::size_t d = 0; d < 3; ++d)
    part.has_others[d] = is_cut[d] || vessel.lattice().periodic[d];
  for (std::size_t d = 0; d < 3; ++d)  // a layer at both ends of what was cut
    if (is_cut[d]) part.copies += 2 * uneven * side[0] * side[1] * side[2] / side[d] * all / box;
  return part;
}

/// Links of a site at a wall: what is kept once for each site is shared by about so many.
constexpr double links_of_wall_site = 5;

/// Links that leave a slanted wall for each square of the spacing; an even one 5.
constexpr double links_of_wall_square = 5.7;

/// Links to walls that need a correction.
double wall_links(const Parameters& p) {
  if (!p.interpolated_walls && !p.vessel.has_moving_walls()) return 0;
  return links_of_wall_square * p.vessel.wall_area() / (p.vessel.spacing * p.vessel.spacing);
}

/// Links through openings with a condition, 5 for each site behind them.
double opening_links(const Parameters& p) {
  double links = 0;
  for (const OpeningParameters& opening : p.openings)
    links += 5 * p.vessel.interior->openings()[static_cast<std::size_t>(opening.number)].area /
             (p.vessel.spacing * p.vessel.spacing);
  return links;
}

/// Links to fixed spheres, whose exchanges of momentum are the forces on them.
double sphere_links(const Parameters& p) {
  double area = 0;
  for (const FixedSphere& sphere : p.vessel.interior->spheres())
    area += 4 * std::numbers::pi * sphere.radius * sphere.radius;
  return links_of_wall_square * area / (p.vessel.spacing * p.vessel.spacing);
}

/// Of membranes and the nodes that they meet the fluid at, on the rank with most.
struct CellBytes {
  double host = 0, resident = 0, output = 0;
};

/// Of the largest cell at rest, in spacings.
double widest_cell(const Parameters& p) {
  double widest = 0;
  for (const SpeciesParameters& s : p.cells.species) {
    const Mesh net = control_net(s);
    for (std::size_t d = 0; d < 3; ++d) {
      const auto [least, most] = std::minmax_element(
          net.vertices.begin(), net.vertices.end(),
          [d](const geometry::Vector& a, const geometry::Vector& b) { return a[d] < b[d]; });
      widest = std::max(widest, (*most)[d] - (*least)[d]);
    }
  }
  return widest / p.vessel.spacing;
}

/// Own vertices and copies over own ones: copies are of what lies in a layer around the box, or of
/// the cells that reach into it.
double with_copies_of(const Parameters& p, const Part& part) {
  constexpr double least = 1.5;  // cells do not lie evenly
  const double layer = support_of(p.cells.delta) / 2.0 + skin +
                       (p.cells.copies == Copies::whole ? widest_cell(p) : 0);
  double factor = 1;
  for (std::size_t d = 0; d < 3; ++d)
    if (part.has_others[d]) factor *= (part.side[d] + 2 * layer) / part.side[d];
  return std::max(least, factor);
}

/// Whether sites gather what vertices give them.
bool gathers(const Parameters& p, bool on_device) {
  return on_device && p.cells.spreading == Spreading::gather;
}

/// What sites gather from: where vertices of each node begin; of each vertex its node and number,
/// twice more while they are sorted, and what it gives. With another fluid in cells once more.
double gather_bytes(const Parameters& p, double nodes, double vertices) {
  const double value = p.single_precision ? sizeof(float) : sizeof(double), index = sizeof(int);
  const double shares = 3 * support_of(p.cells.delta) + 3;
  double bytes = nodes * index + vertices * (shares * value + 6 * index);
  if (p.cells.have_contrast()) bytes += nodes * index + vertices * (sizeof(Teller) + 2 * index);
  return bytes;
}

CellBytes cell_bytes(const Parameters& p, const Part& part, int ranks, bool on_device) {
  if (p.cells.species.empty()) return {};
  const double value = p.single_precision ? sizeof(float) : sizeof(double), number = sizeof(double);
  const bool gather = gathers(p, on_device), has_contrast = p.cells.have_contrast();
  const double margin =
      2 * std::max(support_of(p.cells.delta) - 1, gather && has_contrast ? mark_margin : 0);
  double nodes = 1, vertices = 0, points = 0, viscous_points = 0, with_substeps = 0;
  for (const double side : part.side) nodes *= side + margin;
  CellBytes bytes;
  for (const SpeciesParameters& s : p.cells.species) {
    const double of_cell = vertices_of(s.shape, s.refinement);
    const double of_mesh = 2 * of_cell * static_cast<int>(s.quadrature);
    // Elements, as they are made and twice as they are kept, where most points share factors.
    const int width = s.elements == ElementKind::flat ? flat_patch_size : patch_size;
    bytes.host += of_mesh * width * ((derivatives + 1) * number + 6 * sizeof(int));
    const double cells = expected_cells(p, static_cast<std::size_t>(&s - p.cells.species.data()));
    vertices += of_cell * cells;
    points += of_mesh * cells;
    if (s.moduli.viscosity > 0) viscous_points += of_mesh * cells;
    if (s.substeps > 1) with_substeps = std::max(with_substeps, of_cell * cells);
  }
  const double uneven = ranks == 1 ? 1 : 1.5, with_copies = with_copies_of(p, part);
  const double own = uneven * vertices / ranks;
  // Places, forces and speeds, and those of the step before; what halos send; and on a device what
  // points give to vertices, and the pressure of these.
  bytes.resident = nodes * (6 * value + 1) + (with_copies * own * (3 + 2 * 2) + own) * 3 * number;
  if (gather) bytes.resident += gather_bytes(p, nodes, with_copies * own);
  // Contrast and marks of nodes; normals of vertices and what halos send of them; sites within.
  if (has_contrast) {
    bytes.resident +=
        nodes * (gather ? 1 : 3) * value + with_copies * own * ((1 + 2) * 3 + 1) * number;
    bytes.output += part.own * value;
  }
  // Of each vertex: place and cell, force, bin and number, twice; and of nodes the distance to
  // walls.
  if (p.cells.repulsion.range > 0)
    bytes.resident += with_copies * own * (4 * number + 3 * number + 4 * sizeof(int)) +
                      nodes * (number + sizeof(int));
  bytes.resident += uneven * with_substeps / ranks * numbers_of_substeps * number;
  const double metrics = uneven * viscous_points / ranks * 3 * number;  // twice; as they move
  bytes.resident += 2 * metrics;
  bytes.host += 2 * metrics;
  if (on_device) bytes.resident += (uneven * points / ranks * 12 + own) * number;
  // When cells change hands, and when they are written.
  bytes.host += 8 * own * 3 * number;
  bytes.output = own * (5 * 3 + 4) * number;
  return bytes;
}

/// Populations that cross between ranks, for each copy of a site.
constexpr double crossing = 5;

}  // namespace

SiteBytes site_bytes(std::size_t value, Streaming streaming) {
  const double size = static_cast<double>(value), index = sizeof(int);
  const bool in_place = streaming == Streaming::in_place;
  return {.populations = (in_place ? 1 : 2) * directions * size,
          .step = 2 * directions * size + (in_place ? 0.5 : 1) * index,
          .wall_link = 3 * index / 2 + 5 * size + (2 * index + 2 * size) / links_of_wall_site,
          .opening_link = 8 * index + (directions / 5.0 + 8) * size};
}

simulation::MemoryEstimate estimate_memory(const Parameters& p, int ranks,
                                           const std::string& device) {
  const std::size_t size = p.single_precision ? sizeof(float) : sizeof(double);
  const double value = static_cast<double>(size), index = sizeof(int);
  const Part part = largest_part(p, ranks);
  const double shifted = (part.own + directions * part.stretches) * index;
  const double walls = wall_links(p) / ranks * ((3 + 2 / links_of_wall_site) * index + 2 * value) +
                       opening_links(p) * (8 * index + 8 * value);  // may lie on one rank
  // Two halos, each with what is sent and what is received, and where it belongs.
  const double messages = 2 * crossing * part.copies * value;
  const double halos = 2 * (messages + 2 * crossing * part.copies * index);
  const double packed = directions * part.own * value;
  const double kept = p.keeps_velocity ? 3 * part.own * value : 0;
  const double populations =
      site_bytes(size, p.streaming).populations * (part.own + part.copies + most_padding);
  // Directions; force and velocity, where no cells have them.
  const double loop = p.vessel.is_loop() ? (p.cells.species.empty() ? 9 : 3) * part.own * value : 0;
  const double resident = kept + populations + shifted + walls + halos + loop;
  // The tables that set-up makes on the host: neighbours, and where populations lie.
  const double set_up = part.own * directions * index + shifted + walls;
  const double places = (part.own + part.copies) * sizeof(grid::Cell);
  const CellBytes cells = cell_bytes(p, part, ranks, device == "cuda");

  simulation::MemoryEstimate bytes;
  bytes.arrays_bytes = places + p.vessel.interior->bytes() + cells.host +
                       (device == "cuda" ? std::max(set_up, 2 * messages)
                                         : std::max(set_up, resident + cells.resident));
  if (device == "cuda") bytes.device_bytes = resident + packed + cells.resident;
  // Of each link site, direction, sphere and what it takes; on a device all but the sphere, too.
  const double spheres = sphere_links(p) / ranks;
  bytes.arrays_bytes += spheres * (3 * index + sizeof(double));
  if (device == "cuda") bytes.device_bytes += spheres * (2 * index + sizeof(double));
  bytes.arrays_bytes += WallSurface::bytes(p.vessel, part.own, ranks);
  // Initial states, fields and checkpoints pass through the host.
  bytes.output_bytes = 2 * packed + cells.output;
  return bytes;
}

}  // namespace thalweg::blood
