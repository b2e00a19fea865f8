// SPDX-License-Identifier: Apache-2.0
// Sums over the message lists of predictions, to hold against what runs have sent.
#pragma once

#include "simulation/interface/step_work.hpp"

namespace thalweg {

/// The bytes or the messages of one exchange, all chunks and ranks.
inline double sum_of(const simulation::MovementWork& movement,
                     std::int64_t transport::Load::*member) {
  std::int64_t sum = 0;
  for (const transport::RankLoads& ranks : movement.chunks)
    for (const auto& loads : ranks)
      for (const transport::Load& load : loads) sum += load.*member;
  return static_cast<double>(sum);
}

}  // namespace thalweg
