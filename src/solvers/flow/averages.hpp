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
    "reynolds_stress_xz", "reynolds_stress_yz"};
constexpr int average_count = 10;

inline namespace TW_HALF {

template <class Real>
class Averages {
 public:
  /// Fields of so many values each.
  explicit Averages(std::int64_t size) : fields_({average_count * size}) {}

  /// Take a state that has held for a step. (6.7)
  void add(const exec::Exec& exec, const exec::Blocks<>& cells, const Geometry<Real>& geometry,
           const Real* state, double step);
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
