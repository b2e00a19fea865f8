// SPDX-License-Identifier: Apache-2.0
// `thalweg verify`: run cases and hold their results to their references (docs/howto/checks.md).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "transport/comm/communicator.hpp"

namespace thalweg::app {

struct VerifyRequest {
  std::vector<std::string> names;  // cases, folders or kinds; empty: all shipped cases
  bool quick = false;              // only those that say that they are short
  bool force = false;              // overwrite results in `out`
  std::filesystem::path out{};     // empty: a folder that is removed if everything holds
  std::string device = "auto";
};

/// Run the cases and print the table of their checks. Collective. Returns 0, 1 where a check does
/// not hold or cannot be decided, 3 or 4 where a run failed so, 128 + signal where one was stopped.
/// Throws InputError before anything is run.
int verify(const VerifyRequest& request, const transport::Communicator& comm);

}  // namespace thalweg::app
