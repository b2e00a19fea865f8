// SPDX-License-Identifier: Apache-2.0
// All members of an ensemble in one run of the program (docs/design/ensemble.md).
#pragma once

#include "simulation/interface/simulation.hpp"
#include "simulation/setup/ensemble.hpp"
#include "simulation/setup/run_options.hpp"

namespace thalweg::simulation {

/// Run the members that are not done, as many at once as there are groups of ranks. Collective.
/// Returns the exit status as run() does. Throws InputError before anything is written, IoError
/// where the ensemble's own files cannot be, and once all members are over the error of the worst
/// that failed.
int run_ensemble(const RunOptions& options, const Ensemble& ensemble,
                 const transport::Communicator& all);

}  // namespace thalweg::simulation
