// SPDX-License-Identifier: Apache-2.0
// Means over time of a state and of what fluctuates about them: docs/theory/flow.md, section 6.
#pragma once

#include <vector>

#include "exec/exec.hpp"
#include "solvers/flow/fluxes/kernels.hpp"

namespace thalweg::flow {

inline namespace TW_HALF {

/// What averages are of: a state, the viscosity of its eddies where there is a model of them, and
/// so many scalars, one field after the other.
template <class Real>
struct Moment {
  const Real *state, *eddies, *scalars;
  int scalar_count;
};

template <class Real>
class Averages {
 public:
  /// So many fields, of so many values each, in the order of average_names().
  Averages(std::int64_t size, int count) : fields_({count * size}) {}

  /// Take a state that has held for a step. (6.7)
  void add(const exec::Exec& exec, const exec::Blocks<>& cells, const Geometry<Real>& geometry,
           const Moment<Real>& moment, double step);
  /// How long it has been taken.
  double time() const { return time_; }
  std::vector<Real> fields(const exec::Exec& exec) const;
  void set(const exec::Exec& exec, const std::vector<Real>& fields, double time);

 private:
  exec::Array<Real, 1> fields_;
  double time_ = 0;
};

}  // namespace TW_HALF
}  // namespace thalweg::flow
