// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/level/convergence.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "solvers/flow/case/parameters.hpp"

namespace thalweg::flow {

ConvergenceRecord::ConvergenceRecord(std::string of, const Cycles& cycles)
    : of_(std::move(of)), tolerance_(cycles.tolerance), is_a_stop_(cycles.must_converge) {}

void ConvergenceRecord::add(std::int64_t step, const Convergence& ended) {
  step_ = step;
  last_ = ended;
  if (!is_above(ended.reached)) return;
  ++count_;
  if (is_a_stop_)
    throw SimulationError(text() + ". The run stops there, as cycles.unconverged = \"stop\" says");
}

std::optional<std::string> ConvergenceRecord::note() const {
  const bool is_told = (count_ & (count_ - 1)) == 0;
  if (count_ == 0 || !is_told || !is_above(last_.reached)) return std::nullopt;
  return text();
}

/// What is not finite is a fault of another kind.
bool ConvergenceRecord::is_above(double reached) const {
  return std::isfinite(reached) && reached > tolerance_;
}

std::string ConvergenceRecord::text() const {
  return fmt::format(
      "step {}: the residual of {} is {:.2g} of that at the beginning of the step after {} cycles, "
      "where cycles.tolerance = {:g}; {} {} ended so. Take shorter steps (time.step), a larger "
      "flow.beta, or more cycles (cycles.most)",
      step_, of_, last_.reached, last_.cycles, tolerance_, count_, count_ == 1 ? "step" : "steps");
}

}  // namespace thalweg::flow
