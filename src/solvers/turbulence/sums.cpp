// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/sums.hpp"

#include <algorithm>
#include <cmath>

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
Sums sum_modes(const exec::Exec& exec, const fft::Layout& layout,
               const transport::Communicator& comm, ConstSpectralView<Real> velocity,
               WaveVectors<Real> k) {
  constexpr int quantities = SumRow<Real>::quantities;
  const int local = layout.local_rows();
  exec::Array<double, 2> rows({local, quantities});
  const SumRow<Real> kernel{velocity, k, rows.view(), layout.modes.columns()};
  exec::parallel_tiles(exec, local, kernel.scratch_bytes(), kernel);

  // Every rank's rows in one global table, zero elsewhere: adding zeros is exact.
  const auto width = static_cast<std::size_t>(quantities);
  std::vector<double> all(static_cast<std::size_t>(layout.modes.rows()) * width);
  const std::size_t first = static_cast<std::size_t>(layout.first_row()) * width;
  exec::copy(exec,
             exec::View<double, 2, exec::Space::host>{all.data() + first, {local, quantities}},
             exec::View<const double, 2>(rows.view()));
  exec.wait();
  comm.sum(all);

  Sums sums;
  double divergence = 0;
  for (std::size_t row = 0; row < all.size(); row += width) {
    sums.energy += all[row];
    sums.enstrophy += all[row + 1];
    sums.helicity += all[row + 2];
    sums.energy_over_k += all[row + 3];
    divergence = std::max(divergence, all[row + 4]);
  }
  sums.divergence_max = std::sqrt(divergence);
  return sums;
}

template Sums sum_modes<float>(const exec::Exec&, const fft::Layout&,
                               const transport::Communicator&, ConstSpectralView<float>,
                               WaveVectors<float>);
template Sums sum_modes<double>(const exec::Exec&, const fft::Layout&,
                                const transport::Communicator&, ConstSpectralView<double>,
                                WaveVectors<double>);

}  // namespace thalweg::turbulence::inline TW_HALF
