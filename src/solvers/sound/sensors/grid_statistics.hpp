// SPDX-License-Identifier: Apache-2.0
// Maxima, minima and sums of squares of a field at all points of the grid, step by step.
#pragma once

#include "solvers/sound/problem/wave_solver.hpp"
#include "solvers/sound/sensors/sampler.hpp"

namespace thalweg::sound::inline TW_HALF {

template <class Real>
class GridStatistics {
 public:
  explicit GridStatistics(const Domain& domain) : size_(domain.end() - domain.begin()) {}

  void add(const Record& record);
  void take(const exec::Exec& exec, const RecordedFields<Real>& fields);

  /// This rank's points; rms: after so many steps.
  std::vector<double> values(const exec::Exec& exec, const Record& record,
                             std::int64_t steps) const;
  void add_state(const exec::Exec& exec, std::vector<StateArray>& arrays) const;
  void set_state(const exec::Exec& exec, const std::vector<StateArray>& arrays);

 private:
  struct Kept {
    Record record;
    exec::Array<Real, 1> values;
  };
  std::vector<double> stored(const exec::Exec& exec, const Kept& kept) const;

  std::int64_t size_;
  std::vector<Kept> kept_;
};

}  // namespace thalweg::sound::inline TW_HALF
