// SPDX-License-Identifier: Apache-2.0
// Passive scalars beyond those that an equation set carries in its own sweeps
// (docs/theory/turbulence.md, section 9). They go in pairs, and the last of an odd number alone:
// each group takes its own three sweeps per stage, with the velocity of that stage.
#pragma once

#include <vector>

#include "fft/pipeline.hpp"
#include "solvers/turbulence/equations/equation_set.hpp"
#include "solvers/turbulence/wave_numbers.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
class PassiveScalars {
 public:
  /// The scalars of the case that the set does not carry: the last components of the state.
  PassiveScalars(const Parameters& parameters, const SetDescription& set);

  /// D <- a D + R of the state as it is, D = dU / dt: before the set changes the velocity, and
  /// before the length of the step is known. (9.2)
  void add_rates(fft::Pipeline<Real>& pipeline, const StageArguments<Real>& stage) const;
  /// U <- U + b dt D; then U and D decay. (9.3) decay: by field of the state, of which the scalars
  /// are those from first_field on.
  void advance(fft::Pipeline<Real>& pipeline, const StageArguments<Real>& stage,
               const std::vector<DecayTables<Real>>& decay, std::size_t first_field) const;
  int count() const { return static_cast<int>(scalars_.size()); }

 private:
  struct OneScalar {
    Real gradient[3];  // mean gradient [1/length]
    Real friction;     // diffusivity where the term is explicit
  };
  template <int n>
  void add_rates_of(int first, const char* const (&phases)[3], fft::Pipeline<Real>& pipeline,
                    const StageArguments<Real>& stage) const;

  int first_;  // component
  std::vector<OneScalar> scalars_;
};

}  // namespace thalweg::turbulence::inline TW_HALF
