// SPDX-License-Identifier: Apache-2.0
// Distributed transforms between points and modes with work on both sides, of which nothing but the
// caller's own state is stored.
//
//   planes<In, Out>(phase, spread, point, largest)
//                                           In fields at points, made of the fields that modes()
//                                           sent; the pointwise work; Out fields on their way to
//                                           modes. largest(0), if given: the largest value of Point
//                                           on this rank
//   modes<In, Out>(phase, filter)           the In fields that planes() sent, as modes; the work on
//                                           modes; Out fields on their way to points
// Both give their work to the exec and do not wait for it, but for messages of other ranks. In or
// Out may be 0: modes<1, 0> ends a transform to modes, modes<0, 1> begins one to points. What the
// layout leaves out does not count on its way to modes and is zero on its way to points.
//
// The caller's work comes as kernels:
//   Spread  static int source(int field): which of the arrived fields it is made of
//           Complex<Real> operator()(int field, int y_bin, int column, Complex<Real> value) const
//   Point   row(int z, int y) const: the work on a row of points, an object with
//           void operator()(int x, const Real* in, Real* out) const. Where it gives a Real instead,
//           planes() finds the largest, at least 0; NaN if any was NaN
//   Filter  void operator()(int row, int depth, int column, const Complex<Real>* in,
//                           Complex<Real>* out) const
//           Extension extension(int field) const: of what arrives, where z is a radius
// z and row are local to this rank, everything else global; column is m_x; depth indexes the m_z
// that count (in a whole layout: the z bin; where z is a radius: radial_mode()). A row's y bin and
// first column: Layout. Transforms are not normalised: Filter divides by the layout's scale.
#pragma once

#include <type_traits>

#include "fft/batched_pipeline.hpp"
#include "fft/fused_pipeline.hpp"

namespace thalweg::fft::inline TW_HALF {

/// The form that is fastest where this half runs.
template <class Real>
using Pipeline = std::conditional_t<exec::kernel_space == exec::Space::host, FusedPipeline<Real>,
                                    BatchedPipeline<Real>>;

}  // namespace thalweg::fft::inline TW_HALF
