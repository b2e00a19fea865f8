// SPDX-License-Identifier: Apache-2.0
// Writes what a case asks for while a run goes on: history, tables, fields, slices and probes.
#pragma once

#include <optional>

#include "io/output/history.hpp"
#include "io/output/output_folder.hpp"
#include "simulation/loop/field_files.hpp"
#include "simulation/loop/sample_writer.hpp"
#include "simulation/setup/setup.hpp"

namespace thalweg::simulation {

class Recorder {
 public:
  /// resumed: the files of an earlier run go on.
  Recorder(const Setup& setup, const io::OutputFolder& folder, const transport::Communicator& comm,
           Simulation& solver, std::optional<io::Resumption> resumed);
  /// Write what is due after the step that began at time `before`; tells whether anything was.
  /// Collective; throws IoError.
  bool record(double before);
  /// The last row of the history, if it is not there yet. Collective; throws IoError.
  void record_end();

 private:
  void write_history();
  void write_tables(const TableOutput& output);

  const Setup& setup_;
  const io::OutputFolder& folder_;
  const transport::Communicator& comm_;
  Simulation& solver_;
  FieldFiles fields_;
  std::optional<io::Resumption> resumed_;
  SampleWriter samples_;
  std::optional<io::History> history_;  // from the first row on, which names the columns
};

}  // namespace thalweg::simulation
