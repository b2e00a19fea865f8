// SPDX-License-Identifier: Apache-2.0
// Arithmetic operations of a stage's sweeps: beside the bytes that these move, what a roofline
// needs (docs/theory/turbulence.md, section 8).
#pragma once

#include "fft/layout.hpp"
#include "solvers/turbulence/passes.hpp"

namespace thalweg::turbulence {

/// Of one field's transforms on the layout's rank, there or back: 5 n log2 n of a line of n complex
/// numbers, half of that of real ones.
struct TransformFlops {
  double lines = 0, planes = 0;
};
TransformFlops transform_flops(const fft::Layout& layout);

/// Of a pass, besides: per mode on the way to points, per point, per mode on the way back. As its
/// kernels are written, on average over the stages of a step.
struct PointwiseFlops {
  double there = 0, at_point = 0, back = 0;
};
PointwiseFlops set_flops(const Parameters& parameters);  // with the scalars that it carries
/// Of n passive scalars together, 1 or 2, that the set does not carry.
PointwiseFlops scalar_flops(int n);
/// Of a sweep over modes alone, per mode of one of its components.
double flops_of(const ModeSweep& sweep);

/// Of the three sweeps of a pass, per call.
struct SweepFlops {
  double inverse_lines = 0, planes = 0, forward_lines = 0;
};
SweepFlops sweep_flops(const Pass& pass, const PointwiseFlops& pointwise,
                       const fft::Layout& layout);

/// Those of passes_of(), in its order.
std::vector<PointwiseFlops> pointwise_flops(const Parameters& parameters,
                                            const SetDescription& set);

}  // namespace thalweg::turbulence
