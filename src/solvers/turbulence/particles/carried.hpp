// SPDX-License-Identifier: Apache-2.0
// All particles that a flow carries (docs/theory/turbulence.md, section 13).
#pragma once

#include <memory>
#include <optional>

#include "simulation/interface/field_writer.hpp"
#include "solvers/turbulence/parameters.hpp"
#include "solvers/turbulence/particles/particles.hpp"
#include "solvers/turbulence/particles/path_recorder.hpp"
#include "solvers/turbulence/particles/velocity_splines.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
class CarriedParticles {
 public:
  /// Collective.
  CarriedParticles(const Parameters& parameters, const fft::Layout& layout,
                   const transport::Communicator& comm);

  /// What a step needs of the flow. state: its modes, the velocity first.
  struct Flow {
    const exec::Exec& exec;
    fft::Pipeline<Real>& pipeline;
    Phases& phases;
    ConstSpectralView<Real> state;
  };
  /// At the start. Collective.
  void place(const Flow& flow);
  /// After the flow has made a step dt. Collective.
  void step(const Flow& flow, double dt);

  /// Trajectories go here from now on. Collective.
  void start_output(const io::OutputFolder& folder) { folder_.emplace(folder); }
  /// The rows of a step, where they are due. Collective; throws IoError.
  void record(const exec::Exec& exec, double time, std::int64_t step);
  /// What is recorded is in files. Collective; throws IoError.
  void flush();

  /// Of each species, in the order of the case. Collective.
  std::vector<simulation::Scalar> columns(const exec::Exec& exec) const;
  /// Whether there is a species of that name; then its points are written. Collective.
  bool write(const std::string& name, simulation::FieldWriter& writer,
             const exec::Exec& exec) const;
  void save(io::CheckpointWriter& file, const exec::Exec& exec);
  void load(const io::CheckpointReader& file, const exec::Exec& exec);
  const VelocitySplines<Real>& splines() const { return splines_; }

 private:
  SplineField<Real> velocity_of(const Flow& flow);

  VelocitySplines<Real> splines_;
  std::vector<std::unique_ptr<Particles<Real>>> species_;
  std::vector<PathRecorder> recorders_;  // of each species
  std::optional<io::OutputFolder> folder_;
  double last_step_ = 0;
  int steps_until_sorted_ = 0;
};

}  // namespace thalweg::turbulence::inline TW_HALF
