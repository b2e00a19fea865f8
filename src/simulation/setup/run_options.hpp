// SPDX-License-Identifier: Apache-2.0
// What the command line says of a run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace thalweg::simulation {

/// What the command line says.
struct RunOptions {
  std::filesystem::path case_file;
  std::filesystem::path out{};           // of a member: its ensemble's; empty: out/NAME
  std::vector<std::string> overrides{};  // key.path=value
  std::string device = "auto";           // auto, cpu, cuda
  std::optional<std::int64_t> steps{};   // stop after this many steps of this process
  std::optional<int> member{};           // this member of the case's ensemble alone
  bool restart = false;
  std::filesystem::path restart_file{};  // empty: the newest intact one in the output folder
  bool force = false;
  bool quiet = false;
};

}  // namespace thalweg::simulation
