// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/passage.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "geometry/connected.hpp"
#include "grid/cell_index.hpp"
#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

namespace {

/// Places inside, on a lattice of their own.
struct Probes {
  Vessel vessel;
  std::vector<grid::Cell> cells;
  std::vector<double> clearance;  // m
  std::vector<std::size_t> widest_first;
};

Probes probes_in(const Interior& interior, const geometry::Bounds& box, double spacing) {
  constexpr double most = 100000;
  const double half = spacing / 2, count = interior.volume() / std::pow(half, 3);
  Probes probes;
  Vessel& vessel = probes.vessel;
  vessel.spacing = half * std::max(1.0, std::ceil(std::cbrt(count / most)));
  vessel.size = geometry::plus(box.upper, box.lower, -1);
  vessel.middle = geometry::plus(box.lower, vessel.size, 0.5);
  // Not an owner: the probes are gone before the interior is.
  vessel.interior = {std::shared_ptr<const Interior>(), &interior};
  probes.cells = vessel.sites(0, vessel.lattice().extent[0]);
  for (const grid::Cell& cell : probes.cells)
    probes.clearance.push_back(interior.clearance(vessel.place(cell)));
  probes.widest_first.resize(probes.cells.size());
  std::iota(probes.widest_first.begin(), probes.widest_first.end(), std::size_t{0});
  std::ranges::stable_sort(probes.widest_first, std::ranges::greater{},
                           [&](std::size_t n) { return probes.clearance[n]; });
  return probes;
}

Passage at(const Probes& probes, std::size_t n, bool is_way) {
  return {2 * probes.clearance[n], probes.vessel.place(probes.cells[n]), probes.vessel.spacing,
          is_way};
}

/// The numbers of openings that are no walls.
std::vector<int> open_ones(const Interior& interior) {
  std::vector<int> numbers;
  for (int n = 0; n < static_cast<int>(interior.openings().size()); ++n)
    if (interior.is_open(n)) numbers.push_back(n);
  return numbers;
}

/// Joins probe by probe, the widest first, until all openings hang together: the last one is where
/// the best way between them is narrowest.
Passage narrowest_way(const Interior& interior, const Probes& probes,
                      const std::vector<int>& numbers) {
  const std::size_t count = probes.cells.size(), openings = numbers.size();
  grid::Lattice lattice = probes.vessel.lattice();
  lattice.periodic = {};  // the way leads through the vessel
  const grid::CellIndex index(lattice, probes.cells);
  geometry::Connected joined(count + openings);
  std::vector<bool> is_joined(count);
  for (const std::size_t n : probes.widest_first) {
    is_joined[n] = true;
    grid::for_each_cell({{-1, -1, -1}, {2, 2, 2}}, [&](const grid::Cell& step) {
      const auto neighbour = lattice.neighbour(probes.cells[n], step);
      const int other = neighbour ? index.find(lattice.number(*neighbour)) : -1;
      if (other >= 0 && is_joined[static_cast<std::size_t>(other)])
        joined.join(n, static_cast<std::size_t>(other));
    });
    const geometry::Vector place = probes.vessel.place(probes.cells[n]);
    for (std::size_t k = 0; k < openings; ++k) {
      const geometry::Opening& opening = interior.openings()[static_cast<std::size_t>(numbers[k])];
      const geometry::Vector step =
          geometry::plus({}, opening.normal, 1.001 * probes.vessel.spacing);
      if (interior.leaves_by(numbers[k], place, step)) joined.join(n, count + k);
    }
    const auto is_one = [&](std::size_t k) {
      return joined.group(count + k) == joined.group(count);
    };
    std::size_t k = 1;
    while (k < openings && is_one(k)) ++k;
    if (k == openings) return at(probes, n, true);
  }
  return {.accuracy = probes.vessel.spacing, .is_way = true};
}

}  // namespace

Passage find_passage(const Interior& interior, const geometry::Bounds& box, double spacing) {
  const Probes probes = probes_in(interior, box, spacing);
  const std::vector<int> openings = open_ones(interior);
  constexpr std::size_t most = 20;
  if (openings.size() > 1 && openings.size() <= most)
    return narrowest_way(interior, probes, openings);
  if (probes.cells.empty()) return {.accuracy = probes.vessel.spacing};
  return at(probes, probes.widest_first.front(), false);
}

}  // namespace thalweg::blood
