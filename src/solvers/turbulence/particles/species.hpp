// SPDX-License-Identifier: Apache-2.0
// Kinds of particles that a flow carries along (docs/theory/turbulence.md, section 13).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "simulation/interface/simulation.hpp"

namespace thalweg::turbulence {

/// [[particles]]: so many points of one kind. They do not act on the flow.
struct ParticleSpecies {
  std::string name;                             // of output and columns
  std::int64_t count = 0;                       // in the whole box
  double response_time = 0;                     // tau; 0: they follow the flow [time]
  std::array<double, 3> settling_velocity{};    // in a fluid at rest
  std::uint64_t seed = 0;                       // of the places at the start
  std::int64_t trajectory_steps = 0;            // between two rows of trajectories; 0: none
  std::int64_t trajectory_count = 0;            // the first so many are followed
  std::vector<std::array<double, 3>> places{};  // at the start, from a file; empty: random
};

/// Means over the particles of a species.
struct ParticleMeans {
  double velocity_square = 0;      // |v|^2
  double displacement_square = 0;  // |x - x_0|^2, x_0: where it began
  double slip_square = 0;          // |v - u|^2, u: of the fluid where it is
};

/// The columns of history.csv. (13.6)
std::vector<simulation::Scalar> particle_columns(const ParticleSpecies& species,
                                                 const ParticleMeans& means);

/// Phases of a step: the velocity is made splines and sent to neighbours; particles see it and
/// move, and those that leave go to their owners.
inline constexpr const char* spline_phases[] = {"particle_lines", "particle_planes",
                                                "particle_ghosts"};
inline constexpr const char* particles_phase = "particles";
inline constexpr const char* migration_phase = "particle_migration";

/// Bytes of a particle: its number, two places, and the fluid's velocity now and before, of that
/// many bytes a number; with inertia also its own.
constexpr double particle_bytes(const ParticleSpecies& species, int real_bytes) {
  return sizeof(std::int64_t) + 6 * sizeof(double) +
         (species.response_time > 0 ? 9.0 : 6.0) * real_bytes;
}
/// Where particles may leave a rank and come to it, it has room for more of them by this part.
inline constexpr int room_to_move = 16;
/// What passes besides, for each particle of the largest species. Sorting: tiles and numbers twice,
/// and a vector in its new order; between ranks at the start: a vector, packed, sent and received.
constexpr double passing_bytes(int ranks) {
  constexpr double vector = 3 * sizeof(double);
  return 4 * sizeof(int) + vector + (ranks > 1 ? 3 * vector : 0);
}

/// What a checkpoint says of them: "none", or "tracers (1000), drops (500)".
std::string species_text(const std::vector<ParticleSpecies>& all);

}  // namespace thalweg::turbulence
