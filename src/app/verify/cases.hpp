// SPDX-License-Identifier: Apache-2.0
// Which cases `thalweg verify` runs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/verify/verify.hpp"
#include "simulation/checks/entry.hpp"

namespace thalweg::app {

/// The longest that a case of --quick may say that it takes [s], on two cores.
inline constexpr double quick_seconds = 20;

/// A case that is run, by itself or because another needs its results.
struct VerifyCase {
  std::filesystem::path file;
  std::string name;  // of its folder of results
  bool is_checked = true;
  simulation::checks::VerifyHints hints{};
};

/// The cases that are asked for, each once; one that another needs comes before it. Not collective;
/// every rank finds the same. Throws InputError for a name that is neither a case, a folder of
/// cases, nor a kind of solver, for a named case without checks, for two cases of one name, and
/// where nothing is left to run.
std::vector<VerifyCase> chosen_cases(const VerifyRequest& request);

}  // namespace thalweg::app
