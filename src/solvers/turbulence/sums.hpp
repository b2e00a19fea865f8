// SPDX-License-Identifier: Apache-2.0
// Quadratic invariants of a state as one sweep over its modes (docs/theory/turbulence.md, section
// 7).
#pragma once

#include <cmath>
#include <vector>

#include "solvers/turbulence/kernels.hpp"
#include "solvers/turbulence/wave_numbers.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::turbulence {

/// Sums over all modes of all ranks. Means over the box, in the units of the case.
struct Sums {
  double energy = 0;          // <u^2> / 2
  double enstrophy = 0;       // <omega^2> / 2
  double helicity = 0;        // <u . omega>
  double energy_over_k = 0;   // sum of energy / |k|, for the integral scale
  double divergence_max = 0;  // largest |k . u^| of a mode
};

inline namespace TW_HALF {

/// One row of modes -> its sums. Works by column first, so that the loop vectorises and the order
/// of additions is that of the loop, whatever the threads.
template <class Real>
struct SumRow {
  static constexpr int quantities = 5;
  ConstSpectralView<Real> velocity;
  WaveVectors<Real> k;
  exec::View<double, 2> rows;  // (local row, quantity)

  std::size_t scratch_bytes() const {
    return sizeof(double) * quantities * static_cast<std::size_t>(velocity.extent[3]);
  }
  TW_HD void operator()(const exec::Team& team) const {
    const int columns = velocity.extent[3], row = team.tile();
    double* sums = team.template scratch<double>();
    team.for_each(quantities * columns, [=](int n) { sums[n] = 0; });
    team.barrier();
    const SumRow self = *this;
    for (int z = 0; z < velocity.extent[2]; ++z)
      team.for_each(columns, [=](int i) { self.add(row, z, i, sums + i, columns); });
    team.barrier();
    team.for_each(quantities,
                  [=](int q) { self.rows(row, q) = combined(sums + q * columns, columns, q); });
  }

 private:
  TW_HD void add(int row, int z, int i, double* sums, int stride) const {
    const int column = k.first_column[row] + i;
    const Real wave[3] = {k.x[column], k.y[row], k.z[z]};
    Complex<Real> u[3], w[3];
    load(velocity, row, z, i, u);
    curl(wave[0], wave[1], wave[2], u, w);
    const Real weight = column > 0 ? 2 : 1;  // columns stand for +m_x and -m_x
    const Real k2 = wave[0] * wave[0] + wave[1] * wave[1] + wave[2] * wave[2];
    const Real energy = weight * Real(0.5) * (norm(u[0]) + norm(u[1]) + norm(u[2]));
    const Real inverse = k2 > 0 ? 1 / k2 : 0;
    const Real divergence = norm(wave[0] * u[0] + wave[1] * u[1] + wave[2] * u[2]);
    sums[0] += energy;
    sums[stride] += weight * Real(0.5) * (norm(w[0]) + norm(w[1]) + norm(w[2]));
    sums[2 * stride] += weight * (dot(u[0], w[0]) + dot(u[1], w[1]) + dot(u[2], w[2]));
    sums[3 * stride] += energy * root(inverse);
    const double largest = sums[4 * stride];
    sums[4 * stride] = divergence > largest ? divergence : largest;
  }
  static TW_HD Real root(Real a) {
    using std::sqrt;
    return sqrt(a);
  }
  static TW_HD double combined(const double* values, int n, int quantity) {
    double total = 0;
    for (int i = 0; i < n; ++i)
      total =
          quantity < quantities - 1 ? total + values[i] : (values[i] > total ? values[i] : total);
    return total;
  }
};

/// Takes the sums of states of one layout, with memory of its own, so that a step allocates none.
template <class Real>
class ModeSums {
 public:
  explicit ModeSums(const fft::Layout& layout);
  /// Row by row over ranks, so the result does not depend on their number. Collective.
  Sums of(const exec::Exec& exec, const transport::Communicator& comm,
          ConstSpectralView<Real> velocity, WaveVectors<Real> k);

 private:
  std::size_t first_row_;
  exec::Array<double, 2> rows_;                         // (local row, quantity)
  exec::Array<double, 2, exec::Space::pinned> copied_;  // the same on the host
  std::vector<double> all_;                             // of all ranks
};

}  // namespace TW_HALF

}  // namespace thalweg::turbulence
