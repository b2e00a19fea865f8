// SPDX-License-Identifier: Apache-2.0
// For benchmarks that start the runs that they time: under mpirun they would start them many times.
#pragma once

#include <fmt/format.h>

#include <string>

#include "simulation/process/launch.hpp"

namespace thalweg::bench {

/// Whether a launcher started this process; then rank 0 has said what to call instead.
inline bool refused_under_launcher(const std::string& name) {
  if (!simulation::has_launcher()) return false;
  if (simulation::launcher_rank() == 0)
    fmt::print(stderr,
               "This benchmark starts the runs that it times itself: call  thalweg bench {}  "
               "without mpirun. Nothing was run.\n",
               name);
  return true;
}

}  // namespace thalweg::bench
