// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/sums.hpp"

#include <algorithm>
#include <cmath>

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
ModeSums<Real>::ModeSums(const fft::Layout& layout)
    : first_row_(static_cast<std::size_t>(layout.first_row())),
      rows_({layout.local_rows(), SumRow<Real>::quantities}),
      copied_({layout.local_rows(), SumRow<Real>::quantities}),
      all_(static_cast<std::size_t>(layout.rows.total()) * SumRow<Real>::quantities) {}

template <class Real>
Sums ModeSums<Real>::of(const exec::Exec& exec, const transport::Communicator& comm,
                        ConstSpectralView<Real> velocity, WaveVectors<Real> k) {
  constexpr std::size_t width = SumRow<Real>::quantities;
  const SumRow<Real> kernel{velocity, k, rows_.view()};
  exec::parallel_tiles(exec, rows_.view().extent[0], kernel.scratch_bytes(), kernel);
  exec::copy(exec, copied_.view(), std::as_const(rows_).view());
  exec.wait();

  // Every rank's rows in one global table, zero elsewhere: adding zeros is exact.
  std::fill(all_.begin(), all_.end(), 0.0);
  std::copy_n(copied_.view().data, copied_.size(),
              all_.begin() + static_cast<std::ptrdiff_t>(first_row_ * width));
  comm.sum(all_);

  Sums sums;
  double divergence = 0;
  for (std::size_t row = 0; row < all_.size(); row += width) {
    sums.energy += all_[row];
    sums.enstrophy += all_[row + 1];
    sums.helicity += all_[row + 2];
    sums.energy_over_k += all_[row + 3];
    divergence = std::max(divergence, all_[row + 4]);
  }
  sums.divergence_max = std::sqrt(divergence);
  return sums;
}

template class ModeSums<float>;
template class ModeSums<double>;

}  // namespace thalweg::turbulence::inline TW_HALF
