// SPDX-License-Identifier: Apache-2.0
// Sums and histograms of fields at points, which do not depend on the number of threads, nor on
// that of ranks: where these share planes, sums do by rounding.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solvers/turbulence/statistics/snapshot.hpp"
#include "solvers/turbulence/statistics/statistics_parameters.hpp"

namespace thalweg::turbulence {

/// Means over the box of (v - centre)^p and |v - centre|^p of one component, by order from 1 on.
struct Powers {
  std::array<double, highest_order> plain{}, absolute{};  // absolute: of odd orders
};

/// Central moments of one component.
struct Moments {
  double mean = 0, variance = 0;
  double skewness = 0, flatness = 0;  // 0 where the variance is
};

inline namespace TW_HALF {

/// Of the components of a field (plane, y, x, component) about centres of the same number. Summed
/// plane by plane, in their order, by the ranks that share each. Collective.
template <class Real>
std::vector<Powers> powers_of(const Snapshot<Real>& snapshot, exec::View<const Real, 4> field,
                              const std::vector<double>& centres);

/// The same in two passes: moments about the mean. (14.5) Collective.
template <class Real>
std::vector<Moments> moments_of(const Snapshot<Real>& snapshot, exec::View<const Real, 4> field);

/// Probability densities of (v - mean) / sqrt(variance) of each component in bins of equal width
/// from -range to range; what lies beyond is counted in none. (14.6) Collective.
template <class Real>
std::vector<std::vector<double>>
densities_of(const Snapshot<Real>& snapshot, exec::View<const Real, 4> field,
             const std::vector<Moments>& moments, const StatisticsParameters& statistics);

/// Bytes that they take where kernels run, on this rank.
double point_sum_bytes(const fft::Layout& layout, int bins);

}  // namespace TW_HALF

}  // namespace thalweg::turbulence
