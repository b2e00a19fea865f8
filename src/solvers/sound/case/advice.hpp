// SPDX-License-Identifier: Apache-2.0
// Numbers that tell whether a case can be trusted. (docs/theory/sound.md, section 8)
#pragma once

#include "solvers/sound/case/parameters.hpp"

namespace thalweg::sound {

/// Largest speed of sound * step / spacing.
double courant_number(const Parameters& p);
/// In any medium, however much its density varies. (8.2)
double surely_stable_step(const Parameters& p);
/// In a medium of one density and as fast as the k-space operators assume, any step is stable.
/// (8.1)
double largest_stable_step(const Problem& problem, double highest_speed);
/// At the sources' highest frequency where sound is slowest; infinite if that is not known.
double points_per_wavelength(const Parameters& p);

}  // namespace thalweg::sound
