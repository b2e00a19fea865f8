// SPDX-License-Identifier: Apache-2.0
// What a run of turbulence writes, by name (docs/theory/turbulence.md, section 7).
#pragma once

#include "simulation/checks/recordings.hpp"

namespace thalweg::turbulence {

/// The columns of NavierStokes::scalars() and tables(), for cases that are read before a solver is
/// there.
simulation::checks::Recordings recordings();

}  // namespace thalweg::turbulence
