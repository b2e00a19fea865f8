// SPDX-License-Identifier: Apache-2.0
// Where particles begin.
#pragma once

#include "solvers/turbulence/particles/species.hpp"

namespace thalweg::turbulence {

/// Of the particle of that number: the same on any number of ranks. box: sides in x, y, z.
std::array<double, 3> starting_place(const ParticleSpecies& species, std::int64_t number,
                                     const double (&box)[3]);

}  // namespace thalweg::turbulence
