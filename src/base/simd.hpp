// SPDX-License-Identifier: Apache-2.0
// The standard library's vectors of numbers, for code of processors that compilers do not turn into
// vectors by themselves. Not for kernels of devices.
#pragma once

// GCC 12 takes the first operand of its own AVX-512 intrinsics for uninitialised (GCC bug 105593).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <experimental/simd>
#pragma GCC diagnostic pop

#include "base/portable.hpp"

namespace thalweg::inline TW_HALF {
namespace simd = std::experimental;
}  // namespace thalweg::inline TW_HALF
