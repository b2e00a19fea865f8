// SPDX-License-Identifier: Apache-2.0
// The output folder of a run: where each file lies, and the rule that results are never overwritten
// unasked. The layout is a contract (docs/howto/output.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "transport/communicator.hpp"

namespace thalweg::simulation {

/// What a run may do with a folder that holds results.
enum class FolderUse {
  fresh,    // refuse
  force,    // remove our files, leave all others
  restart,  // keep everything
};

class OutputFolder {
 public:
  explicit OutputFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& path() const { return folder_; }
  std::filesystem::path case_file() const { return folder_ / "case.toml"; }
  std::filesystem::path log() const { return folder_ / "run.log"; }
  std::filesystem::path history() const { return folder_ / "history.csv"; }
  std::filesystem::path report() const { return folder_ / "report.json"; }
  std::filesystem::path checkpoints() const { return folder_ / "checkpoints"; }
  /// spectra/NAME-000100.csv
  std::filesystem::path table(const std::string& name, std::int64_t step) const;
  /// fields/NAME-000100.vtkhdf
  std::filesystem::path field(const std::string& name, std::int64_t step) const;
  /// checkpoints/000100.h5
  std::filesystem::path checkpoint(std::int64_t step) const;

  /// The files in the folder that runs write, relative to it, sorted. Looks on this rank.
  std::vector<std::string> results() const;
  /// Throws InputError if the folder holds results, or is no folder. Collective; touches nothing.
  void require_free(const transport::Communicator& comm) const;
  /// Make the folder ready: remove temporary files that a killed run left behind, and with force
  /// all results; nothing else. Collective; throws what require_free() does if use is fresh, and
  /// IoError.
  void prepare(const transport::Communicator& comm, FolderUse use) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace thalweg::simulation
