// SPDX-License-Identifier: Apache-2.0
// Means over time of a state and of what fluctuates about them: docs/theory/flow.md, section 6.
#pragma once

#include <string>
#include <vector>

#include "exec/exec.hpp"
#include "solvers/flow/kernels.hpp"

namespace thalweg::flow {

/// In the order of Averages::fields().
constexpr const char* average_names[] = {
    "mean_pressure",      "mean_velocity_x",    "mean_velocity_y",    "mean_velocity_z",
    "reynolds_stress_xx", "reynolds_stress_yy", "reynolds_stress_zz", "reynolds_stress_xy",
    "reynolds_stress_xz", "reynolds_stress_yz", "mean_eddy_viscosity"};
/// Without a model of eddies the last one is not there.
constexpr int average_count(bool has_eddies) { return has_eddies ? 11 : 10; }

inline namespace TW_HALF {

/// What averages are of: a state, and the viscosity of its eddies where there is a model of them.
template <class Real>
struct Moment {
  const Real *state, *eddies;
};

template <class Real>
class Averages {
 public:
  /// Fields of so many values each.
  Averages(std::int64_t size, bool has_eddies)
      : count_(average_count(has_eddies)), fields_({count_ * size}) {}

  int count() const { return count_; }
  /// Take a state that has held for a step. (6.7)
  void add(const exec::Exec& exec, const exec::Blocks<>& cells, const Geometry<Real>& geometry,
           const Moment<Real>& moment, double step);
  /// How long it has been taken.
  double time() const { return time_; }
  std::vector<Real> fields(const exec::Exec& exec) const;
  void set(const exec::Exec& exec, const std::vector<Real>& fields, double time);

 private:
  int count_;
  exec::Array<Real, 1> fields_;
  double time_ = 0;
};

}  // namespace TW_HALF
}  // namespace thalweg::flow
