// SPDX-License-Identifier: Apache-2.0
// The checkpoints of a run: writing them, keeping the newest, and finding the one to go on from.
#pragma once

#include <filesystem>
#include <optional>

#include "io/output/output_folder.hpp"
#include "simulation/interface/simulation.hpp"
#include "simulation/process/log.hpp"
#include "simulation/setup/run_options.hpp"

namespace thalweg::simulation {

class Checkpoints {
 public:
  Checkpoints(const io::OutputFolder& folder, const transport::Communicator& comm, int keep);
  /// Write the solver's state and remove what is older than the newest `keep`. The newest intact
  /// one is never removed. Collective; throws IoError.
  void write(Simulation& solver, const std::string& kind);
  /// The newest one that this run has read or written.
  const std::optional<std::filesystem::path>& last() const { return last_; }
  void set_last(std::filesystem::path file) { last_ = std::move(file); }
  std::int64_t last_step() const { return last_step_; }

 private:
  void forget_later_ones(std::int64_t step) const;

  const io::OutputFolder& folder_;
  const transport::Communicator& comm_;
  int keep_;
  std::optional<std::filesystem::path> last_;
  std::int64_t last_step_ = -1;  // of the last one written
};

/// Where --restart goes on.
struct RestartPoint {
  std::filesystem::path file;
  bool in_output_folder = true;  // else a new run starts from another run's state
};
/// The file that --restart names, or the newest intact one in the output folder. Throws InputError
/// that says why a file cannot be used and names the newest intact one. Collective.
RestartPoint find_restart(const RunOptions& options, const io::OutputFolder& folder,
                          const std::string& kind, const transport::Communicator& comm, Log& log);

}  // namespace thalweg::simulation
