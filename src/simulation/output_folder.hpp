// SPDX-License-Identifier: Apache-2.0
// The output folder of a run: its files, and the rule that results are never overwritten unasked.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace thalweg::simulation {

struct OutputFolder {
  std::filesystem::path path;

  std::filesystem::path history() const { return path / "history.csv"; }
  std::filesystem::path log() const { return path / "run.log"; }
  std::filesystem::path report() const { return path / "report.json"; }
  std::filesystem::path case_file() const { return path / "case.toml"; }
  std::filesystem::path checkpoints() const { return path / "checkpoints"; }
  std::filesystem::path checkpoint(std::int64_t step) const;
  std::filesystem::path field(const std::string& name, std::int64_t step) const;
  std::filesystem::path table(const std::string& name, std::int64_t step) const;

  /// Whether a run has left something here.
  bool has_results() const;
  /// Make the folder and its parts. Throws IoError.
  void create() const;
  /// Remove what a run writes, and nothing else.
  void clear() const;
  /// Remove fields and tables of later steps than `step`, which a restarted run writes again.
  void forget_after(std::int64_t step) const;
  /// Keep the newest `keep` checkpoints and remove the rest.
  void prune_checkpoints(int keep) const;
};

}  // namespace thalweg::simulation
