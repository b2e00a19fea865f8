// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/memory.hpp"

#include <algorithm>
#include <cmath>

#include "grid/box.hpp"
#include "solvers/blood/d3q19.hpp"
#include "solvers/blood/sites.hpp"

namespace thalweg::blood {

namespace {

/// Lattice sites with fluid. As many as fit, but round edges may hold a few more.
double all_sites(const Vessel& vessel) {
  const double across = vessel.cross_section() / (vessel.spacing * vessel.spacing);
  const bool is_round = vessel.shape == VesselShape::tube || vessel.shape == VesselShape::surface;
  const double more = is_round ? 0.5 * std::sqrt(across) : 0;
  return (across + more) * vessel.size[0] / vessel.spacing;
}

/// Of the rank with most.
struct Part {
  double own, copies;  // sites
  double stretches;    // of sites whose populations lie one behind the other
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
  Part part{ranks == 1 ? all : uneven * all / ranks, 0, 0};
  // Rows along x, whose ends are apart: on the other side of the period, or on another rank.
  part.stretches = std::min(part.own, 3.2 * part.own / side[2]);
  for (std::size_t d = 0; d < 3; ++d)  // a layer at both ends of what was cut
    if (is_cut[d]) part.copies += 2 * uneven * side[0] * side[1] * side[2] / side[d] * all / box;
  return part;
}

/// Links to walls that need a correction. 5 links for each square of the spacing leave an even
/// wall, 5.7 a slanted one.
double wall_links(const Parameters& p) {
  if (!p.interpolated_walls && !p.vessel.has_moving_walls()) return 0;
  return 5.7 * p.vessel.wall_area() / (p.vessel.spacing * p.vessel.spacing);
}

/// Populations that cross between ranks, for each copy of a site.
constexpr double crossing = 5;

}  // namespace

SiteBytes site_bytes(std::size_t value) {
  const double size = static_cast<double>(value), index = sizeof(int);
  return {.populations = directions * size,
          .step = 2 * directions * size + 0.5 * index,
          .wall_link = 3 * index / 2 + 5 * size};
}

simulation::MemoryEstimate estimate_memory(const Parameters& p, int ranks,
                                           const std::string& device) {
  const double value = p.single_precision ? sizeof(float) : sizeof(double), index = sizeof(int);
  const Part part = largest_part(p, ranks);
  const double shifted = (part.own + directions * part.stretches) * index;
  const double walls = wall_links(p) / ranks * (3 * index + 2 * value);
  // Two halos, each with what is sent and what is received, and where it belongs.
  const double messages = 2 * crossing * part.copies * value;
  const double halos = 2 * (messages + 2 * crossing * part.copies * index);
  const double packed = directions * part.own * value;
  const double resident =
      directions * (part.own + part.copies + most_padding) * value + shifted + walls + halos;
  // The tables that set-up makes on the host: neighbours, and where populations lie.
  const double set_up = part.own * directions * index + shifted + walls;
  const double places = (part.own + part.copies) * sizeof(grid::Cell);

  simulation::MemoryEstimate bytes;
  bytes.arrays_bytes =
      places + p.vessel.interior->bytes() +
      (device == "cuda" ? std::max(set_up, 2 * messages) : std::max(set_up, resident));
  if (device == "cuda") bytes.device_bytes = resident + packed;
  // Initial states, fields and checkpoints pass through the host.
  bytes.output_bytes = 2 * packed;
  return bytes;
}

}  // namespace thalweg::blood
