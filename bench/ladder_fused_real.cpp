// SPDX-License-Identifier: Apache-2.0
// Rung 3, compiled without vectorisation (CMakeLists.txt).
#include "ladder_fused.hpp"

namespace thalweg::bench::ladder {

std::unique_ptr<Rung> make_fused_real(const Tables& tables) {
  return std::make_unique<Fused<RealSpace, Loops::plain>>(tables);
}

}  // namespace thalweg::bench::ladder
