// SPDX-License-Identifier: Apache-2.0
// The rungs: the same step written in five ways, each from what the last one lacked.
#pragma once

#include <memory>

#include "ladder_problem.hpp"

namespace thalweg::bench::ladder {

class Rung {
 public:
  Rung() = default;
  Rung(const Rung&) = delete;
  Rung& operator=(const Rung&) = delete;
  virtual ~Rung() = default;
  virtual void set_state(const State& state) = 0;
  virtual void step() = 0;
  virtual std::vector<float> pressure() const = 0;
  /// Spent in whole transforms so far; negative where they are not apart from the other work.
  virtual double transform_seconds() const = 0;
};

/// Call before anything else plans a transform: the library only then knows all its threaded ways.
void start_library_threads();

/// (1) One elementary operation of arrays after the other, complex transforms.
std::unique_ptr<Rung> make_separate(const Tables& tables);
/// (2) One loop per update of a field.
std::unique_ptr<Rung> make_fused_complex(const Tables& tables);
/// (3) The same with real transforms, half of the modes.
std::unique_ptr<Rung> make_fused_real(const Tables& tables);
/// (4) The same with vector code, and memory first touched by the threads that use it.
std::unique_ptr<Rung> make_vectorised(const Tables& tables);
/// (5) The solver: transforms and updates fused plane by plane.
std::unique_ptr<Rung> make_pipeline(const sound::Problem& problem,
                                    const transport::Communicator& comm);

/// The state after the solver's first step, in which the initial pressure enters.
State first_state(const sound::Problem& problem, const transport::Communicator& comm);

}  // namespace thalweg::bench::ladder
