// SPDX-License-Identifier: Apache-2.0
// From a case file to a solver: what `run` and `check` share.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "simulation/checks/entry.hpp"
#include "simulation/interface/simulation.hpp"
#include "simulation/setup/ensemble.hpp"
#include "simulation/setup/field_samples.hpp"
#include "simulation/setup/run_options.hpp"
#include "simulation/setup/schedule.hpp"
#include "simulation/setup/transport_options.hpp"

namespace thalweg::simulation {

/// Tables of one group, and when they are written.
struct TableOutput {
  std::string group;
  Schedule when;
  std::vector<std::string> names;
};

/// time.until_steady: when a run ends before its end.
struct UntilSteady {
  double tolerance = 0;
  std::int64_t every_steps = 1;
  std::string quantity{};  // a column of history.csv; empty: the velocity field
};

/// A case that has been read and checked completely.
struct Setup {
  explicit Setup(io::Case a_case) : input(std::move(a_case)) {}
  io::Case input;
  std::string kind, title, precision;
  std::string device;       // "cpu" or "cuda"
  std::string device_name;  // of this rank
  SolverKind::Summary summary;
  std::optional<Ensemble> ensemble;
  std::optional<double> end_time;  // one of these two
  std::optional<std::int64_t> end_step;
  std::optional<UntilSteady> until_steady;
  Schedule history, fields, checkpoint;
  std::vector<TableOutput> tables;
  std::vector<std::string> field_names;
  io::BlockForm block_form = io::BlockForm::cgns;
  FieldSamples samples;
  TransportOptions transport;
  std::vector<checks::Check> checks;
  int keep_checkpoints = 2;
  std::vector<std::string> allow_changes;  // keys that a restart may find changed
  bool final_checkpoint = false;  // the case asks for checkpoints: write one at the end too

  /// Read a case. From one with an ensemble, the member that the options name, or the first with
  /// what the case says of all. Throws InputError with every mistake in the case. Collective.
  static Setup read(const RunOptions& options, const transport::Communicator& comm);
  /// Build the solver on its device. Collective.
  std::unique_ptr<Simulation> build(const transport::Communicator& comm);
};

/// Parse a case, the same on all ranks. Throws InputError. Collective.
io::Case load_case(const RunOptions& options, const transport::Communicator& comm);

}  // namespace thalweg::simulation
