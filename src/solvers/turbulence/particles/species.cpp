// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/particles/species.hpp"

#include <cmath>

namespace thalweg::turbulence {

std::vector<simulation::Scalar> particle_columns(const ParticleSpecies& species,
                                                 const ParticleMeans& means) {
  return {{species.name + "_velocity_rms", "velocity", std::sqrt(means.velocity_square / 3)},
          {species.name + "_displacement_rms", "length", std::sqrt(means.displacement_square)},
          {species.name + "_slip_rms", "velocity", std::sqrt(means.slip_square / 3)}};
}

std::string species_text(const std::vector<ParticleSpecies>& all) {
  std::string text;
  for (const ParticleSpecies& species : all)
    text += (text.empty() ? "" : ", ") + species.name + " (" + std::to_string(species.count) + ")";
  return text.empty() ? "none" : text;
}

}  // namespace thalweg::turbulence
