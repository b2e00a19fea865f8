// SPDX-License-Identifier: Apache-2.0
// The standard library's vectors of numbers, for loops that compilers do not turn into vectors by
// themselves. Processors only: lanes.hpp and row.hpp have forms for devices, too.
#pragma once

// GCC 12 takes the first operand of its own AVX-512 intrinsics for uninitialised (GCC bug 105593).
#ifndef __clang__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <experimental/simd>
#ifndef __clang__
#pragma GCC diagnostic pop
#endif

#include "base/portable.hpp"

namespace thalweg::exec::inline TW_HALF {
namespace simd = std::experimental;  // NOLINT(misc-unused-alias-decls): of those that include
}  // namespace thalweg::exec::inline TW_HALF
