// SPDX-License-Identifier: Apache-2.0
// What the runs of a case write, by name: what the checks of that case can be about.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace thalweg::simulation::checks {

/// A table that a solver writes: its columns, and the folder of its files GROUP/NAME-STEP.csv,
/// which is also the key output.GROUP that says when. Groups: "spectra", "statistics" and "tables".
struct TableColumns {
  std::string name;
  std::vector<std::string> columns;
  std::string group = "tables";
};

/// What traces.h5 holds of a sensor.
struct SensorRecords {
  std::string name;
  std::vector<std::string> series;      // one value per point and recorded step
  std::vector<std::string> statistics;  // one value per point
};

struct Recordings {
  std::vector<std::string> history{};  // columns behind step, time and dt; empty: not known
  std::vector<TableColumns> tables{};
  std::vector<std::string> fields{};             // that this case has beyond those of its kind
  std::vector<std::string> fields_on_request{};  // the same, written only where they are named
  /// Those of both that are images of a periodic box, of which there can be slices and probes.
  std::vector<std::string> images{};
  /// None: not known, because the case that names them has mistakes.
  std::optional<std::vector<SensorRecords>> sensors{};
};

}  // namespace thalweg::simulation::checks
