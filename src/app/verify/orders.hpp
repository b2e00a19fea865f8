// SPDX-License-Identifier: Apache-2.0
// Orders of convergence: runs of a case that differ in their resolution.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "simulation/checks/result.hpp"
#include "simulation/run.hpp"

namespace thalweg::app {

class OrderRuns {
 public:
  /// Takes a case's checks and uses those that are orders of convergence. The results of the runs
  /// go below the folder.
  OrderRuns(std::vector<simulation::checks::Check> checks, std::filesystem::path folder)
      : checks_(std::move(checks)), folder_(std::move(folder)) {}
  /// How many runs they take.
  std::size_t count() const;
  /// What each of them is asked for, of a case that is run with `base`.
  std::vector<simulation::RunOptions> all(const simulation::RunOptions& base) const;
  /// Make the runs, put the orders into the results of the case's own run, and into its report.
  /// Collective. Throws what `run` throws, and IoError.
  void decide(std::vector<simulation::checks::Result>& results, const simulation::RunOptions& base,
              const transport::Communicator& comm,
              const std::function<void(const simulation::RunOptions&)>& run) const;

 private:
  simulation::RunOptions options_of(const simulation::checks::Check& check, std::size_t number,
                                    std::size_t i, const simulation::RunOptions& base) const;
  void decide_one(simulation::checks::Result& result, std::size_t number,
                  const simulation::RunOptions& base, const transport::Communicator& comm,
                  const std::function<void(const simulation::RunOptions&)>& run) const;

  std::vector<simulation::checks::Check> checks_;
  std::filesystem::path folder_;
};

}  // namespace thalweg::app
