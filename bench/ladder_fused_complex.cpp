// SPDX-License-Identifier: Apache-2.0
// Rung 2, compiled without vectorisation (CMakeLists.txt).
#include "ladder_fused.hpp"

namespace thalweg::bench::ladder {

std::unique_ptr<Rung> make_fused_complex(const Tables& tables) {
  return std::make_unique<Fused<ComplexSpace, Loops::plain>>(tables);
}

}  // namespace thalweg::bench::ladder
