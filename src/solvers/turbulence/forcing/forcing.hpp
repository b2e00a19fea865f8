// SPDX-License-Identifier: Apache-2.0
// Forces on a field of the state (docs/theory/turbulence.md, section 11). Those on single modes are
// added to these modes alone, behind the sweeps of a stage; a linear one is part of the factors
// that are exact in time. Without forcing a step does nothing of this.
#pragma once

#include <memory>
#include <vector>

#include "io/checkpoint/checkpoint.hpp"
#include "solvers/turbulence/equations/equation_set.hpp"
#include "solvers/turbulence/forcing/force_kind.hpp"
#include "solvers/turbulence/scheme.hpp"

namespace thalweg::turbulence {

inline namespace TW_HALF {

template <class Real>
class Forcing {
 public:
  Forcing(const Parameters& parameters, const SetDescription& set, const fft::Layout& layout,
          const std::vector<Stage>& stages, const transport::Communicator& comm);

  /// Whether there are forces on single modes.
  bool acts_on_modes() const { return kind_ != nullptr; }
  /// Growth in a step that the factors of a field of the state take up: A dt of a linear force.
  double growth_in_factors(std::size_t field, double dt) const;

  /// Before the length of a step is known, in each stage: how fast the force makes the field grow
  /// [1/time]. Collective.
  double growth_rate(const exec::Exec& exec, const StageArguments<Real>& stage);
  /// The step begins with its first stage.
  void begin_step(const exec::Exec& exec, std::int64_t step, double dt);
  /// The forces of a stage on the state as it is, and their work on it; before the set advances it.
  void evaluate(const exec::Exec& exec, const StageArguments<Real>& stage);
  /// Add them to U and dU, as forward_lines would have; after the set has advanced both. (11.7)
  void apply(const exec::Exec& exec, const StageArguments<Real>& stage) const;

  /// The work since the start, or since the checkpoint of another forcing [velocity^2]. Collective.
  double work(const exec::Exec& exec) const;
  /// (forced mode, x y z) of the stage evaluated last, and the modes, for tests and measures.
  exec::View<const Complex<double>, 2> forces() const { return force_.view(); }
  const std::vector<ForcedMode>& modes() const { return local_; }

  /// What a restart needs beside the state.
  void save(const exec::Exec& exec, io::CheckpointWriter& file) const;
  /// False where the file is of another forcing: that of the case then begins anew.
  bool load(const exec::Exec& exec, const io::CheckpointReader& file);

 private:
  ForcedField<Real> field_of(const StageArguments<Real>& stage) const;
  /// Of a checkpoint: (forced mode of all ranks; its work, and what the kind remembers).
  io::Block block() const;

  transport::Communicator comm_;
  std::size_t field_ = 0;
  int first_ = 0;           // component
  double linear_rate_ = 0;  // A [1/time]
  std::vector<Stage> stages_;
  std::vector<double> weights_;  // of stages
  std::vector<ForcedMode> all_, local_;
  exec::Array<ForcedMode, 1> modes_;
  exec::Array<Complex<double>, 2> force_;  // (forced mode, x y z)
  exec::Array<double, 1> work_;            // by forced mode
  std::unique_ptr<ForceKind<Real>> kind_;
  bool is_evaluated_ = false;
};

}  // namespace TW_HALF

}  // namespace thalweg::turbulence
