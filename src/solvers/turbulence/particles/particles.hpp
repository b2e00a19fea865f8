// SPDX-License-Identifier: Apache-2.0
// The particles of one species on this rank: those above whose plane of z it has.
#pragma once

#include "exec/exec.hpp"
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
  exec::Array<std::int64_t, 1> identity;
  exec::Array<double, 1> place, origin;    // not wrapped into the box [length]
  exec::Array<Real, 1> velocity;           // their own
  exec::Array<Real, 1> seen, seen_before;  // of the fluid: where they are, and a step ago
};

template <class Real>
class Particles {
 public:
  /// length: of the box in x, y, z. Collective.
  Particles(const ParticleSpecies& species, const fft::Layout& layout,
            const std::array<double, 3>& length, const transport::Communicator& comm);

  const ParticleSpecies& species() const { return species_; }
  /// Of this rank.
  std::int64_t count() const { return static_cast<std::int64_t>(state_.identity.size()); }

  /// At their places at the start, with no velocity yet. Collective.
  void place(const exec::Exec& exec);
  /// The velocity of the fluid where they are; is_first: there was none before.
  void see(const exec::Exec& exec, const SplineField<Real>& field, bool is_first);
  /// Over a step dt; last_dt: the one before it, 0 for none. (13.5)
  void move(const exec::Exec& exec, double dt, double last_dt);
  /// Those of a row of points lie behind each other in memory from now on: they read the same
  /// velocities.
  void sort(const exec::Exec& exec);
  /// Give those that have left this rank's planes to their owners. Collective.
  void settle(const exec::Exec& exec);

  /// Collective.
  ParticleMeans means(const exec::Exec& exec) const;
  /// Places, velocities, and the fluid's. wrapped: places are those in the box.
  io::PointSet points(const exec::Exec& exec, bool wrapped) const;
  void save(io::CheckpointWriter& file, const exec::Exec& exec) const;
  void load(const io::CheckpointReader& file, const exec::Exec& exec);

 private:
  template <class Move>
  void move_fields(Move&& move);

  ParticleSpecies species_;
  transport::Communicator comm_;
  double box_[3], spacing_[3];  // x, y, z [length]
  int points_[3];
  exec::Array<int, 1> owner_of_plane_;
  ParticleState<Real> state_;
  transport::Migration migration_;
};

}  // namespace thalweg::turbulence::inline TW_HALF
