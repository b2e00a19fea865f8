// SPDX-License-Identifier: Apache-2.0
// The last words of a run: what it wrote and how to open it, or what went wrong and how to go on.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "simulation/loop/loop.hpp"
#include "simulation/report/report.hpp"

namespace thalweg::simulation {

/// What the last words are made of.
struct Closing {
  LoopEnd end;
  const RunFacts& facts;
  std::int64_t steps = 0;
  double time = 0;
  double floor_seconds = 0;          // per step; 0: unknown
  std::vector<std::string> results;  // files relative to the folder
  std::filesystem::path folder;
  std::optional<std::filesystem::path> last_checkpoint;
  std::string command;  // that goes on with the run
};

/// "done", "stopped by SIGTERM", "stopped by --steps".
std::string status_text(const LoopEnd& end);
/// A text as one argument of a shell command.
std::string shell_quoted(const std::string& text);
/// The command line that goes on with a run, without the launcher.
std::string restart_command(const RunOptions& options);
std::vector<std::string> closing_lines(const Closing& closing);
std::string advice_after_divergence(const SolverKind::Remedy& remedy, const std::string& command,
                                    const std::optional<std::filesystem::path>& last_checkpoint);
std::string advice_after_failure(const std::string& command,
                                 const std::optional<std::filesystem::path>& last_checkpoint);

}  // namespace thalweg::simulation
