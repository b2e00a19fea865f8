// SPDX-License-Identifier: Apache-2.0
// What the benchmarks of blood run: vessels of plasma, and red cells in them.
#pragma once

#include <algorithm>
#include <vector>

#include "base/clock.hpp"
#include "solvers/blood/parameters.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::bench {

/// So many lattice sites wide, at a spacing of 1 um.
blood::Parameters plasma(blood::VesselShape shape, int sites);

/// Red cells at rest, packed, at a spacing of 0.5 um.
blood::Parameters suspension(blood::VesselShape shape, int sites, double hematocrit,
                             blood::Delta delta);

/// Of the cells of all ranks.
double vertices_of(const blood::Parameters& p);

/// Steps come in pairs: from home, and back.
template <class Solver>
std::vector<double> seconds_of_pairs(Solver& solver, int steps,
                                     const transport::Communicator& comm) {
  std::vector<double> seconds;
  for (int s = 0; s < steps; s += 2) {
    comm.barrier();
    const double start = seconds_now();
    solver.step(1e9);
    solver.step(1e9);
    seconds.push_back(comm.max(seconds_now() - start) / 2);
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds;
}

}  // namespace thalweg::bench
