// SPDX-License-Identifier: Apache-2.0
// The distributed transform: from modes to points, pointwise work, and back to modes, for In fields
// one way and Out fields the other (either may be 0). Interface and rules: fused_pipeline.hpp.
#pragma once

#include <type_traits>

#include "fft/batched_pipeline.hpp"
#include "fft/fused_pipeline.hpp"

namespace thalweg::fft::inline TW_HALF {

/// The form that is fastest where this half runs.
template <class Real, int In, int Out>
using Pipeline = std::conditional_t<exec::kernel_space == exec::Space::host,
                                    FusedPipeline<Real, In, Out>, BatchedPipeline<Real, In, Out>>;

}  // namespace thalweg::fft::inline TW_HALF
