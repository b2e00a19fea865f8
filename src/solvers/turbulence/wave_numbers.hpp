// SPDX-License-Identifier: Apache-2.0
// Wave numbers of one rank's modes, direction by direction, as tables.
#pragma once

#include <array>
#include <vector>

#include "exec/exec.hpp"
#include "fft/layout.hpp"
#include "solvers/turbulence/kernels.hpp"

namespace thalweg::turbulence {

/// k_i = 2 pi m_i / L_i [1/length]; x by column, y by local row, z by depth index. Entries that pad
/// columns and depth are 0.
struct WaveNumbers {
  std::vector<double> x, y, z;

  /// length: x, y, z.
  WaveNumbers(const fft::Layout& layout, const std::array<double, 3>& length);
};

inline namespace TW_HALF {

/// Three tables (x, y, z) where kernels can read them.
template <class Real>
class DirectionTables {
 public:
  DirectionTables() = default;
  DirectionTables(const std::vector<double>& x, const std::vector<double>& y,
                  const std::vector<double>& z)
      : x_(uploaded(x)), y_(uploaded(y)), z_(uploaded(z)) {}

  WaveVectors<Real> wave_vectors() const {
    return {x_.view().data, y_.view().data, z_.view().data};
  }
  Decay<Real> decay() const { return {x_.view().data, y_.view().data, z_.view().data}; }

 private:
  static exec::Array<Real, 1> uploaded(const std::vector<double>& values) {
    const int n = static_cast<int>(values.size());
    const std::vector<Real> rounded(values.begin(), values.end());
    exec::Array<Real, 1> array({n});
    exec::Exec exec;
    exec::copy(exec, array.view(),
               exec::View<const Real, 1, exec::Space::host>{rounded.data(), {n}});
    exec.wait();
    return array;
  }
  exec::Array<Real, 1> x_, y_, z_;
};

}  // namespace TW_HALF

}  // namespace thalweg::turbulence
