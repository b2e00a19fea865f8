// SPDX-License-Identifier: Apache-2.0
// Rung 4, compiled like all other code.
#include "ladder_fused.hpp"

namespace thalweg::bench::ladder {

std::unique_ptr<Rung> make_vectorised(const Tables& tables) {
  return std::make_unique<Fused<RealSpace, Loops::vectorised>>(tables);
}

}  // namespace thalweg::bench::ladder
