// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/memory.hpp"

#include <algorithm>
#include <cmath>

#include "grid/box.hpp"
#include "solvers/blood/d3q19.hpp"

namespace thalweg::blood {

namespace {

/// Sites of the rank with most, copies of others' included: bisection is even to a few per cent,
/// and a part is about a cube, with a layer of copies where it meets others.
double largest_share(const Parameters& p, int ranks) {
  const Vessel& vessel = p.vessel;
  const double all = vessel.cross_section() * vessel.size[0] / std::pow(vessel.spacing, 3);
  if (ranks == 1) return all;
  const double own = 1.1 * all / ranks;
  return own + 6 * std::pow(own, 2.0 / 3);
}

}  // namespace

SiteBytes site_bytes(std::size_t value) {
  const double size = static_cast<double>(value), index = sizeof(int);
  return {.populations = directions * size,
          .step = 2 * directions * size + 0.5 * (directions - 1) * index,
          .wall_link = 3 * index / 2 + 5 * size};
}

simulation::MemoryEstimate estimate_memory(const Parameters& p, int ranks,
                                           const std::string& device) {
  const std::size_t value = p.single_precision ? sizeof(float) : sizeof(double);
  const double sites = largest_share(p, ranks), index = sizeof(int);
  const double populations = sites * site_bytes(value).populations;
  const double shifted = sites * (directions - 1) * index;
  // The tables that set-up makes on the host: places, neighbours, and where populations lie.
  const double places = sites * sizeof(grid::Cell), set_up = sites * directions * index + shifted;
  simulation::MemoryEstimate bytes;
  const double resident = populations + shifted;
  bytes.arrays_bytes = places + (device == "cuda" ? set_up : std::max(set_up, resident));
  if (device == "cuda") bytes.device_bytes = resident + populations;
  // Initial states, fields and checkpoints pass through the host.
  bytes.output_bytes = 2 * populations;
  return bytes;
}

}  // namespace thalweg::blood
