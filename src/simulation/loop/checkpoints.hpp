// SPDX-License-Identifier: Apache-2.0
// The checkpoints of a run: writing them, keeping the newest, and finding the one to go on from.
#pragma once

#include <filesystem>
#include <optional>

#include "base/error.hpp"
#include "io/output/output_folder.hpp"
#include "simulation/process/log.hpp"
#include "simulation/setup/case_record.hpp"
#include "simulation/setup/run_options.hpp"
#include "simulation/setup/setup.hpp"

namespace thalweg::simulation {

/// What checkpoints say of the case.
struct CaseNotes {
  CaseRecord record;
  std::vector<MadeChange> changes;  // that restarts so far were allowed to make
};

class Checkpoints {
 public:
  /// The notes must outlive it.
  Checkpoints(const io::OutputFolder& folder, const transport::Communicator& comm, int keep,
              const CaseNotes& notes);
  /// Write the solver's state and remove what is older than the newest `keep`. The newest intact
  /// one is never removed. Collective; throws IoError.
  void write(Simulation& solver, const std::string& kind);
  /// The newest one that this run has read or written.
  const std::optional<std::filesystem::path>& last() const { return last_; }
  void set_last(std::filesystem::path file) { last_ = std::move(file); }
  std::int64_t last_step() const { return last_step_; }

 private:
  const io::OutputFolder& folder_;
  const transport::Communicator& comm_;
  int keep_;
  const CaseNotes& notes_;
  std::optional<std::filesystem::path> last_;
  std::int64_t last_step_ = -1;  // of the last one written
};

/// There is no checkpoint to go on from.
class NoCheckpointError : public InputError {
  using InputError::InputError;
};

/// Where --restart goes on.
struct RestartPoint {
  std::filesystem::path file;
  bool in_output_folder = true;  // else a new run starts from another run's state
  std::int64_t step = 0;
  std::vector<MadeChange> changes;  // the file's own, then those of this restart
};
/// The file that --restart names, or the newest intact one in the output folder. Throws InputError
/// that says why a file cannot be used and names the newest intact one, or lists how the case
/// differs from the one that the file was written for, unless checkpoint.allow_changes has that;
/// NoCheckpointError if there is none. Collective.
RestartPoint find_restart(const RunOptions& options, const io::OutputFolder& folder,
                          const Setup& setup, const CaseRecord& record,
                          const transport::Communicator& comm, Log& log);

}  // namespace thalweg::simulation
