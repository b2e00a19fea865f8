// SPDX-License-Identifier: Apache-2.0
// A case with simulation.kind = "sound", read and checked once. The sections are read in files of
// their own; this header and sections.hpp say which.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "solvers/sound/medium/quantity.hpp"
#include "solvers/sound/problem/grid.hpp"
#include "solvers/sound/problem/problem.hpp"
#include "solvers/sound/problem/sensors.hpp"
#include "solvers/sound/problem/wave_solver.hpp"

namespace thalweg::sound {

/// One [[sensor]]: what is written of it.
struct SensorGroup {
  std::string name;
  std::vector<std::int64_t> points;  // numbers of sensor points, as Sensors has them
  std::vector<Record> records;       // series and statistics at these points
};

struct Parameters {
  Grid grid;
  Problem problem;
  Sensors sensors;  // all groups together
  std::vector<SensorGroup> groups;
  std::vector<Record> grid_records;  // statistics of the whole grid, written at the end
  SolverOptions options;
  KnownQuantity sound_speed, density;
  Range absorption;                // [dB/(MHz^y cm)]
  bool writes_medium = true;       // as fields, where it changes from place to place
  double highest_frequency = 0;    // of the sources [Hz]; 0: not known
  std::optional<double> end_time;  // one of these two
  std::optional<std::int64_t> end_step;
  std::vector<std::string> notes;  // what the user should know before the run

  void note(const std::string& text) { notes.push_back("note: " + text); }
};

/// Read and check the solver's sections of a case; mistakes go to the case's diagnostics.
Parameters read_parameters(io::Case& input);

/// Fields that can be written at output times, for SolverKind::field_names.
std::vector<std::string> field_names();

}  // namespace thalweg::sound
