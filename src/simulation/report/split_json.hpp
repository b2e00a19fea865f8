// SPDX-License-Identifier: Apache-2.0
// How a case was split over ranks, as report.json and `thalweg check --json` have it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "simulation/interface/split_choice.hpp"

namespace thalweg::simulation {

/// null where there is none. Candidates without a price have null seconds.
nlohmann::ordered_json split_json(const std::optional<SplitChoice>& split);

}  // namespace thalweg::simulation
