// SPDX-License-Identifier: Apache-2.0
// The sections of a case, one function each, in the order in which they build on each other.
#pragma once

#include "solvers/sound/case/parameters.hpp"

namespace thalweg::sound {

/// [grid], [sound] (grid_case.cpp)
void read_grid(io::Case& input, Parameters& p);
void read_layers(io::Case& input, Parameters& p);
/// [medium], [[medium.region]] (medium_case.cpp)
void read_medium(io::Case& input, Parameters& p);
/// [time] (time_case.cpp); needs the medium
void read_time(io::Case& input, Parameters& p);
/// [initial], [[initial.pressure]] (initial_case.cpp)
void read_initial(io::Case& input, Parameters& p);
/// [[source]] (source_case.cpp); needs the time
void read_sources(io::Case& input, Parameters& p);
/// [[sensor]] (sensor_case.cpp)
void read_sensors(io::Case& input, Parameters& p);
/// Notes on what the case resolves (advice.cpp).
void advise(Parameters& p);

}  // namespace thalweg::sound
