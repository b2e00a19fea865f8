// SPDX-License-Identifier: Apache-2.0
// The velocity as splines on this rank's points and those around them.
#pragma once

#include "fft/pipeline.hpp"
#include "solvers/turbulence/particles/spline.hpp"
#include "solvers/turbulence/wave_numbers.hpp"
#include "transport/movements/halo.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
class VelocitySplines {
 public:
  /// length: of the box in x, y, z. Collective.
  VelocitySplines(const fft::Layout& layout, const std::array<double, 3>& length,
                  const transport::Communicator& comm, const std::string& route);

  /// Those of a state, whose first three components are the velocity: three transforms to points,
  /// and the exchange of ghost rows with all ranks around. Collective.
  void update(const exec::Exec& exec, fft::Pipeline<Real>& pipeline, Phases& phases,
              ConstSpectralView<Real> state);
  SplineField<Real> field() const;
  const transport::Halo<Real>& halo() const { return halo_; }

 private:
  /// This rank's own ones.
  void close_rows(const exec::Exec& exec);

  fft::Layout layout_;
  std::array<double, 3> length_;
  DirectionTables<Real> filter_;
  exec::Array<Real, 4> coefficients_;  // (plane, y, x, component)
  transport::Halo<Real> halo_;
};

}  // namespace thalweg::turbulence::inline TW_HALF
