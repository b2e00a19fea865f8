// SPDX-License-Identifier: Apache-2.0
// Wave numbers of one rank's modes, direction by direction, as tables.
#pragma once

#include <array>
#include <vector>

#include "exec/upload.hpp"
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
      : x_(exec::uploaded_as<Real>(x)), y_(exec::uploaded_as<Real>(y)),
        z_(exec::uploaded_as<Real>(z)) {}

  WaveVectors<Real> wave_vectors() const {
    return {x_.view().data, y_.view().data, z_.view().data};
  }
  Decay<Real> decay() const { return {x_.view().data, y_.view().data, z_.view().data}; }

 private:
  exec::Array<Real, 1> x_, y_, z_;
};

}  // namespace TW_HALF

}  // namespace thalweg::turbulence
