// SPDX-License-Identifier: Apache-2.0
#include "simulation/report/split_json.hpp"

#include <nlohmann/json.hpp>

namespace thalweg::simulation {

using nlohmann::ordered_json;

ordered_json split_json(const std::optional<SplitChoice>& split) {
  if (!split) return nullptr;
  ordered_json candidates = ordered_json::array();
  for (const SplitCandidate& candidate : split->candidates)
    candidates.push_back(
        {{"name", candidate.name},
         {"predicted_seconds",
          candidate.seconds > 0 ? ordered_json(candidate.seconds) : ordered_json(nullptr)},
         {"why_not", candidate.why_not}});
  return {{"name", split->name}, {"why", split->why}, {"candidates", candidates}};
}

}  // namespace thalweg::simulation
