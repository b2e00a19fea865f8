// SPDX-License-Identifier: Apache-2.0
// The sources of a case.
#pragma once

#include <string>

#include "solvers/sound/case/emitter.hpp"
#include "solvers/sound/sources/join.hpp"

namespace thalweg::sound {

/// The signals and emissions of a [[source]] with shape = "traces": each point plays what a sensor
/// of an earlier run heard there. Mistakes are the case's.
void read_traces_source(io::Case& input, const std::string& at, const Grid& grid,
                        CaseSource& source);

}  // namespace thalweg::sound
