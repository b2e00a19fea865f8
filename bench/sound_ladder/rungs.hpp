// SPDX-License-Identifier: Apache-2.0
// The rungs: the same step written in three ways, each from what the last one lacked.
#pragma once

#include <memory>

#include "problem.hpp"

namespace thalweg::bench::ladder {

class Rung {
 public:
  Rung() = default;
  Rung(const Rung&) = delete;
  Rung& operator=(const Rung&) = delete;
  virtual ~Rung() = default;
  virtual void step() = 0;
  /// The pressure at points (z, y, x).
  virtual std::vector<float> pressure() const = 0;
  /// Spent in whole transforms so far [s]; negative where they are not apart from the other work.
  virtual double transform_seconds() const = 0;
};

/// Call before anything else plans a transform: the library only then knows all its threaded ways.
void start_library_threads();

/// (1) One elementary operation of arrays after the other, complex transforms.
std::unique_ptr<Rung> make_separate(const Coefficients& coefficients, const State& start);
/// (2) One loop per update of a field, real transforms.
std::unique_ptr<Rung> make_fused(const Coefficients& coefficients, const State& start);
/// (3) The solver: transforms and updates fused plane by plane.
std::unique_ptr<Rung> make_pipeline(const sound::Problem& problem, const State& start,
                                    const transport::Communicator& comm);

/// The state after the solver's first step, in which the initial pressure enters.
State first_state(const sound::Problem& problem, const transport::Communicator& comm);

}  // namespace thalweg::bench::ladder
