// SPDX-License-Identifier: Apache-2.0
// The last rung at the size of paper 003's example, run rather than scaled.
#pragma once

#include <array>

#include "transport/communicator.hpp"

namespace thalweg::bench::ladder {

/// The grid and the number of steps of the paper's example.
inline constexpr std::array<int, 3> paper_grid{768, 768, 256};
inline constexpr int paper_steps = 3000;

struct Full {
  double setup_seconds = 0;
  double seconds = 0, best = 0;  // of a step
  double bytes = 0;              // largest resident size of this process
  double hours() const { return seconds * paper_steps / 3600; }
};

/// Take steps of the problem of all rungs on that grid, after one that is not timed. Throws
/// InputError if it does not fit into memory.
Full run_full(int steps, const transport::Communicator& comm);

}  // namespace thalweg::bench::ladder
