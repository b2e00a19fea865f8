// SPDX-License-Identifier: Apache-2.0
// How much energy a field can hold: waves keep it or lose it, so the root of the energy grows in a
// step by no more than that of what the sources add. (docs/theory/sound.md, 8.3)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/portable.hpp"
#include "solvers/sound/problem/problem.hpp"

namespace thalweg::sound {

/// In an axisymmetric grid a point stands for a ring, whose area goes with its radius in cells;
/// staggered: half a cell further out. The point on the axis stands for a disc of half a cell.
TW_HD constexpr double radial_weight(int cells, bool staggered) {
  if (staggered) return cells + 0.5;
  return cells > 0 ? cells : 0.125;
}

/// The largest values of a medium.
struct MediumBounds {
  double speed_squared_per_density = 0;  // c0^2 / rho0
  double density = 0;
};

/// Roots of energies, in units of sqrt(Pa) times that of a cell's size.
class EnergyBudget {
 public:
  EnergyBudget() = default;
  EnergyBudget(const Problem& problem, const MediumBounds& medium);

  /// After so many steps the field has this energy: what comes later is counted from there.
  void start(std::int64_t steps, double energy);
  /// The largest energy that a field can have after so many steps.
  double most(std::int64_t steps) const;

 private:
  double added(std::int64_t steps) const;

  std::vector<double> added_{0.0};  // root of the energy, by the sources' first n steps
  double root_at_start_ = 0, added_at_start_ = 0;
};

/// What is said of a field that has grown beyond its budget. Apart from kspace_watch.cpp, because
/// nvcc cannot compile fmt. peak: the largest pressure [Pa]; times: its energy over the budget.
std::string growth_text(double peak, double times);

}  // namespace thalweg::sound
