// SPDX-License-Identifier: Apache-2.0
// What the benchmarks of blood run: vessels of plasma, and red cells in them.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "simulation/interface/simulation.hpp"
#include "solvers/blood/case/parameters.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::bench {

/// A case as users write it. shape: as cases call it. So many lattice sites wide, at a spacing of
/// 1 um.
std::string plasma(const std::string& shape, int sites);

/// Red cells at rest, packed, at a spacing of 0.5 um.
std::string suspension(const std::string& shape, int sites, double hematocrit, blood::Delta delta,
                       blood::Spreading spreading = {}, blood::Copies copies = {});

blood::Parameters parameters_of(const std::string& text);

/// At its initial state, in double precision or single, on "cpu" or "cuda". Throws InputError where
/// this program has no half for the device. Collective.
std::unique_ptr<simulation::Simulation> solver_of(const std::string& text, bool single,
                                                  const std::string& device,
                                                  const transport::Communicator& comm);

/// Sites with fluid, of all ranks.
double sites_of(const blood::Parameters& p);
/// Of the cells of all ranks.
double vertices_of(const blood::Parameters& p);

/// Steps come in pairs: from home, and back.
inline std::vector<double> seconds_of_pairs(simulation::Simulation& solver, int steps,
                                            const transport::Communicator& comm) {
  std::vector<double> seconds;
  for (int s = 0; s < steps; s += 2) {
    comm.barrier();
    const double start = seconds_now();
    solver.step(1e9);
    solver.step(1e9);
    solver.phases().list();  // a device may still be at work; this waits for the end of the steps
    seconds.push_back(comm.max(seconds_now() - start) / 2);
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds;
}

}  // namespace thalweg::bench
