// SPDX-License-Identifier: Apache-2.0
// What the pipeline asks of the kernels of its callers (pipeline.hpp).
#pragma once

#include <type_traits>
#include <utility>

#include "base/complex.hpp"
#include "base/portable.hpp"
#include "fft/extension.hpp"

namespace thalweg::fft::inline TW_HALF {

/// Fields as they arrive.
template <class Real>
struct SpreadAsIs {
  TW_HD static constexpr int source(int field) { return field; }
  TW_HD Complex<Real> operator()(int, int, int, Complex<Real> value) const { return value; }
};

/// How a filter continues the lines of a field beyond the radius.
template <class Filter>
TW_HD constexpr Extension extension_of(const Filter& filter, int field) {
  if constexpr (requires { filter.extension(field); })
    return filter.extension(field);
  else
    return Extension::none;
}

/// A point kernel's work on a row of points.
template <class Point>
using PointRow = decltype(std::declval<const Point&>().row(0, 0));

/// Whether it gives a value at each point, of which the largest is wanted.
template <class Real, class Point>
inline constexpr bool has_peak =
    std::is_same_v<std::invoke_result_t<const PointRow<Point>&, int, const Real*, Real*>, Real>;

}  // namespace thalweg::fft::inline TW_HALF
