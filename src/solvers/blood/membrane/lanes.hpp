// SPDX-License-Identifier: Apache-2.0
// The same number of several cells, side by side in a vector of the processor. Kernels of one cell
// compute as many cells at once where their numbers are of this type. Only for processors.
#pragma once

#include "base/simd.hpp"

namespace thalweg::blood::inline TW_HALF {

using Lanes = simd::native_simd<double>;
inline constexpr int lanes_of_cells = static_cast<int>(Lanes::size());

}  // namespace thalweg::blood::inline TW_HALF
