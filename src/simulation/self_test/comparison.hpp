// SPDX-License-Identifier: Apache-2.0
// One solver's step on the CPU and on a device, compared.
#pragma once

#include <string>
#include <vector>

#include "simulation/interface/simulation.hpp"

namespace thalweg::simulation {

/// Steps of a case text by the factory of a device, "cpu" or "cuda"; settings as of --set.
struct SampleRun {
  std::string kind, text;
  std::vector<std::string> settings;
  int steps;
};

/// The values of every field of a solver after the run's steps, on this rank. Collective; throws
/// what the solver throws.
std::vector<std::vector<double>> fields_after(const SampleRun& run, const std::string& device,
                                              const transport::Communicator& comm);

/// The largest difference between the fields of the two, each over its largest value, on any rank.
/// Collective.
double largest_difference(const std::vector<std::vector<double>>& a,
                          const std::vector<std::vector<double>>& b,
                          const transport::Communicator& comm);

}  // namespace thalweg::simulation
