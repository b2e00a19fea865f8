// SPDX-License-Identifier: Apache-2.0
// `thalweg check`: the effective case, decomposition and memory, without a run.
#pragma once

#include <string>

#include "simulation/run.hpp"

namespace thalweg::app {

/// A case file: the effective case with what was found out about it as comments.
std::string check_text(const simulation::CheckResult& result, int threads);
/// What check_text() says, as JSON, for programs.
std::string check_json(const simulation::CheckResult& result, int threads);

}  // namespace thalweg::app
