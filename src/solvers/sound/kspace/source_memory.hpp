// SPDX-License-Identifier: Apache-2.0
// What the sources of a problem take on a rank, for estimates.
#pragma once

#include <cstddef>

#include "solvers/sound/operators/domain.hpp"

namespace thalweg::sound {

/// Bytes on one rank.
struct SourceMemory {
  double signals = 0;  // as the problem holds them, on the host
  double arrays = 0;   // where kernels read them
};

/// real_bytes: of a number of the state.
SourceMemory source_memory(const Problem& problem, const Domain& domain, std::size_t real_bytes);

/// Whether a source goes through the k-space correction, and whether one does so in each step,
/// because each of its points has a signal of its own.
bool corrects_sources(const Problem& problem);
bool corrects_in_steps(const Problem& problem);

}  // namespace thalweg::sound
