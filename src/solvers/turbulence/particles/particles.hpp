// SPDX-License-Identifier: Apache-2.0
// The particles of one species on this rank: those in cells behind its points.
#pragma once

#include "exec/exec.hpp"
#include "exec/growable_array.hpp"
#include "fft/layout.hpp"
#include "io/checkpoint/checkpoint.hpp"
#include "io/fields/points.hpp"
#include "solvers/turbulence/particles/kernels.hpp"
#include "solvers/turbulence/particles/species.hpp"
#include "transport/movements/migration.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// What is known of particles: three values each, one behind the other.
template <class Real>
struct ParticleState {
  exec::GrowableArray<std::int64_t> identity;
  exec::GrowableArray<double> place, origin;    // not wrapped into the box [length]
  exec::GrowableArray<Real> velocity;           // their own, of those with a response time
  exec::GrowableArray<Real> seen, seen_before;  // of the fluid: where they are, and a step ago
};

template <class Real>
class Particles {
 public:
  /// length: of the box in x, y, z. Collective.
  Particles(const ParticleSpecies& species, const fft::Layout& layout,
            const std::array<double, 3>& length, const transport::Communicator& comm);

  const ParticleSpecies& species() const { return species_; }
  /// Of this rank.
  std::int64_t count() const { return state_.identity.size(); }

  /// At their places at the start, where `field` is the fluid's velocity. Collective.
  void place(const exec::Exec& exec, const SplineField<Real>& field);
  /// Over a step dt, at the end of which `field` is the fluid's velocity; last_dt: the step before
  /// it, 0 for none. (13.5) They also see that velocity.
  void move(const exec::Exec& exec, const SplineField<Real>& field, double dt, double last_dt);
  /// Give those that have left this rank's cells to their owners, where they see `field`.
  /// Collective.
  void settle(const exec::Exec& exec, const SplineField<Real>& field);
  /// Those that read mostly the same coefficients lie behind each other in memory from now on.
  void sort(const exec::Exec& exec);

  /// Collective.
  ParticleMeans means(const exec::Exec& exec) const;
  /// Places in the box, velocities, and the fluid's.
  io::PointSet points(const exec::Exec& exec) const;
  /// Those whose trajectories are recorded: places as they are, not wrapped into the box, and
  /// velocities.
  io::PointSet followed(const exec::Exec& exec) const;
  void save(io::CheckpointWriter& file, const exec::Exec& exec) const;
  void load(const io::CheckpointReader& file, const exec::Exec& exec);

 private:
  bool has_inertia() const { return species_.response_time > 0; }
  template <class Move>
  void move_fields(Move&& move);
  /// Those that come, by their places among those of this rank. Collective.
  exec::Array<int, 1> exchange(const exec::Exec& exec);
  void see(const exec::Exec& exec, const SplineField<Real>& field);
  /// The velocity of those without inertia is what they see, with that of settling.
  const exec::GrowableArray<Real>& velocity_or_seen() const {
    return has_inertia() ? state_.velocity : state_.seen;
  }
  std::vector<Real> as_velocity(std::vector<Real> values) const;

  ParticleSpecies species_;
  transport::Communicator comm_;
  double box_[3];  // x, y, z [length]
  GridLines lines_;
  OwnCells own_;
  int across_;                                 // ranks that share planes
  exec::Array<int, 1> plane_parts_, y_parts_;  // whose planes and y are
  ParticleState<Real> state_;
  exec::GrowableArray<int> leaving_;
  transport::Migration migration_;
};

}  // namespace thalweg::turbulence::inline TW_HALF
