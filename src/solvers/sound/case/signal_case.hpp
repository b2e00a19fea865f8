// SPDX-License-Identifier: Apache-2.0
// The signal of a source of a case.
#pragma once

#include <string>

#include "io/case/case.hpp"
#include "solvers/sound/sources/signal.hpp"

namespace thalweg::sound {

/// The keys below `at` ("source.0.signal."); `unit` of the amplitude; dt: step of the run.
Signal read_signal(io::Case& input, const std::string& at, const std::string& unit, double dt);

}  // namespace thalweg::sound
