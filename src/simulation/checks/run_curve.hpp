// SPDX-License-Identifier: Apache-2.0
// The curve that a check is about, from the files that a run has left.
#pragma once

#include "io/output/output_folder.hpp"
#include "simulation/checks/entry.hpp"

namespace thalweg::simulation::checks {

/// The curve that a check asks for: of history.csv, the table of a time, or a sensor's points in
/// traces.h5. Not collective: for one rank. Throws UndecidedCheck where the run has not written it
/// (yet) or a table cannot be read, InputError or IoError where traces.h5 cannot be read.
Curve run_curve(const Check& check, const io::OutputFolder& folder);

}  // namespace thalweg::simulation::checks
