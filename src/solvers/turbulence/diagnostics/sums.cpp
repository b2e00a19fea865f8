// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/diagnostics/sums.hpp"

#include <algorithm>

#include "solvers/turbulence/quantum/measures.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
ModeSums<Real>::ModeSums(const fft::Layout& layout)
    : first_row_(static_cast<std::size_t>(layout.first_row())),
      rows_({layout.local_rows(), measured_values}),
      copied_({layout.local_rows(), measured_values}),
      all_(static_cast<std::size_t>(layout.rows.total()) * measured_values) {}

template <class Real>
template <class Measure>
std::array<double, measured_values>
ModeSums<Real>::of(fft::Pipeline<Real>& pipeline, const exec::Exec& exec,
                   const transport::Communicator& comm, ConstSpectralView<Real> state,
                   WaveVectors<Real> k, const Measure& measure) {
  using Kernel = SumRow<Real, Measure>;
  pipeline.on_modes(Kernel{state, k, measure, rows_.view()},
                    [](const exec::Exec& on, const Kernel& kernel, int rows) {
                      exec::parallel_tiles(on, rows, kernel.scratch_bytes(), kernel);
                    });
  exec::copy(exec, copied_.view(), std::as_const(rows_).view());
  exec.wait();

  // Every rank's rows in one global table, zero elsewhere: adding zeros is exact.
  std::fill(all_.begin(), all_.end(), 0.0);
  std::copy_n(copied_.view().data, copied_.size(),
              all_.begin() + static_cast<std::ptrdiff_t>(first_row_ * measured_values));
  comm.sum(all_);

  std::array<double, measured_values> sums{};
  constexpr int added = measured_values - Measure::maxima;
  for (std::size_t n = 0; n < all_.size(); ++n) {
    double& sum = sums[n % measured_values];
    sum = static_cast<int>(n % measured_values) < added ? sum + all_[n] : std::max(sum, all_[n]);
  }
  return sums;
}

template class ModeSums<float>;
template class ModeSums<double>;
template std::array<double, measured_values>
ModeSums<float>::of(fft::Pipeline<float>&, const exec::Exec&, const transport::Communicator&,
                    ConstSpectralView<float>, WaveVectors<float>, const VelocityMeasure<float>&);
template std::array<double, measured_values>
ModeSums<float>::of(fft::Pipeline<float>&, const exec::Exec&, const transport::Communicator&,
                    ConstSpectralView<float>, WaveVectors<float>, const ScalarMeasure<float>&);
template std::array<double, measured_values>
ModeSums<float>::of(fft::Pipeline<float>&, const exec::Exec&, const transport::Communicator&,
                    ConstSpectralView<float>, WaveVectors<float>, const MagneticMeasure<float>&);
template std::array<double, measured_values>
ModeSums<float>::of(fft::Pipeline<float>&, const exec::Exec&, const transport::Communicator&,
                    ConstSpectralView<float>, WaveVectors<float>, const ComponentMeasure<float>&);
template std::array<double, measured_values>
ModeSums<double>::of(fft::Pipeline<double>&, const exec::Exec&, const transport::Communicator&,
                     ConstSpectralView<double>, WaveVectors<double>,
                     const VelocityMeasure<double>&);
template std::array<double, measured_values>
ModeSums<double>::of(fft::Pipeline<double>&, const exec::Exec&, const transport::Communicator&,
                     ConstSpectralView<double>, WaveVectors<double>, const ScalarMeasure<double>&);
template std::array<double, measured_values>
ModeSums<double>::of(fft::Pipeline<double>&, const exec::Exec&, const transport::Communicator&,
                     ConstSpectralView<double>, WaveVectors<double>,
                     const MagneticMeasure<double>&);
template std::array<double, measured_values>
ModeSums<double>::of(fft::Pipeline<double>&, const exec::Exec&, const transport::Communicator&,
                     ConstSpectralView<double>, WaveVectors<double>,
                     const ComponentMeasure<double>&);
template std::array<double, measured_values>
ModeSums<float>::of(fft::Pipeline<float>&, const exec::Exec&, const transport::Communicator&,
                    ConstSpectralView<float>, WaveVectors<float>,
                    const WaveFunctionMeasure<float>&);
template std::array<double, measured_values>
ModeSums<float>::of(fft::Pipeline<float>&, const exec::Exec&, const transport::Communicator&,
                    ConstSpectralView<float>, WaveVectors<float>, const MotionMeasure<float>&);
template std::array<double, measured_values>
ModeSums<float>::of(fft::Pipeline<float>&, const exec::Exec&, const transport::Communicator&,
                    ConstSpectralView<float>, WaveVectors<float>, const LongestWave<float>&);
template std::array<double, measured_values>
ModeSums<double>::of(fft::Pipeline<double>&, const exec::Exec&, const transport::Communicator&,
                     ConstSpectralView<double>, WaveVectors<double>,
                     const WaveFunctionMeasure<double>&);
template std::array<double, measured_values>
ModeSums<double>::of(fft::Pipeline<double>&, const exec::Exec&, const transport::Communicator&,
                     ConstSpectralView<double>, WaveVectors<double>, const MotionMeasure<double>&);
template std::array<double, measured_values>
ModeSums<double>::of(fft::Pipeline<double>&, const exec::Exec&, const transport::Communicator&,
                     ConstSpectralView<double>, WaveVectors<double>, const LongestWave<double>&);

}  // namespace thalweg::turbulence::inline TW_HALF
