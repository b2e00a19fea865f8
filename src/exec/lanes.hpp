// SPDX-License-Identifier: Apache-2.0
// As many numbers as a vector of the processor has, which code computes with as with one number:
// the same number of several bodies that lie side by side. In the device half it is one number:
// code of vectors compiles there, and is not used.
#pragma once

#include "base/portable.hpp"
#ifndef TW_DEVICE_HALF
#include "exec/simd.hpp"
#endif

namespace thalweg::exec::inline TW_HALF {

#ifdef TW_DEVICE_HALF

using Lanes = double;
inline constexpr int lanes = 1;
TW_HD Lanes load_lanes(const double* from) { return *from; }
TW_HD void store_lanes(Lanes value, double* to) { *to = value; }

#else

using Lanes = simd::native_simd<double>;
inline constexpr int lanes = static_cast<int>(Lanes::size());
/// From and to memory that is aligned as thread_scratch() is.
inline Lanes load_lanes(const double* from) { return Lanes(from, simd::vector_aligned); }
inline void store_lanes(const Lanes& value, double* to) { value.copy_to(to, simd::vector_aligned); }

#endif

}  // namespace thalweg::exec::inline TW_HALF
