// SPDX-License-Identifier: Apache-2.0
// How the cycles of steps in time end: docs/theory/flow.md, section 6. Apart from the sources that
// nvcc compiles.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace thalweg::flow {

struct Cycles;

/// Of one step and equation.
struct Convergence {
  // The residual by that at the beginning of the step; 0 where it is as small as rounding lets it
  // be.
  double reached = 0;
  int cycles = 0;
};

/// Steps whose cycles ended above the tolerance.
class ConvergenceRecord {
 public:
  /// of: "the flow", or the name of a scalar.
  ConvergenceRecord(std::string of, const Cycles& cycles);

  /// Throws SimulationError where a step did not converge and the case does not go on then.
  void add(std::int64_t step, const Convergence& ended);
  /// A line for the log: after the first such step, and then at each power of two of them.
  std::optional<std::string> note() const;

 private:
  bool is_above(double reached) const;
  std::string text() const;

  std::string of_;
  double tolerance_;
  bool is_a_stop_;
  std::int64_t step_ = 0, count_ = 0;  // count: of such steps
  Convergence last_{};                 // of any step
};

}  // namespace thalweg::flow
