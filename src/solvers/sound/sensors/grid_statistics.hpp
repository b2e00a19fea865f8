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
  void save_state(const exec::Exec& exec, const StateVisitor& visit) const;
  void load_state(const exec::Exec& exec, const StateReader& read);

 private:
  /// A statistic at all points of this rank.
  struct Running {
    Record record;
    exec::Array<Real, 1> extremes;
    exec::Array<double, 1> squares;  // a sum over all steps loses its digits in single precision
  };
  std::vector<double> stored(const exec::Exec& exec, const Running& running) const;

  std::int64_t size_;
  std::vector<Running> running_;
};

}  // namespace thalweg::sound::inline TW_HALF
