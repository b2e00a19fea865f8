// SPDX-License-Identifier: Apache-2.0
#include "simulation/interface/split_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace thalweg::simulation {

std::string split_text(const SplitChoice& choice) {
  constexpr std::size_t most = 4;  // more stand in report.json
  std::vector<SplitCandidate> priced;
  for (const SplitCandidate& candidate : choice.candidates)
    if (candidate.seconds > 0) priced.push_back(candidate);
  std::stable_sort(priced.begin(), priced.end(),
                   [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
  std::vector<std::string> prices;
  for (std::size_t n = 0; n < std::min(most, priced.size()); ++n)
    prices.push_back(fmt::format("{} {:.3g}", priced[n].name, 1e3 * priced[n].seconds));
  std::string text = fmt::format("{}: {}", choice.name, choice.why);
  if (!prices.empty()) text += fmt::format(". Predicted ms per step: {}", fmt::join(prices, ", "));
  return text;
}

}  // namespace thalweg::simulation
