// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/particles/refill.hpp"

#include <algorithm>

namespace thalweg::turbulence {

Refill refill(const std::vector<int>& leaving, int count, int arriving) {
  const int holes = static_cast<int>(leaving.size());
  Refill found{.count = count - holes + arriving, .arrivals = {}, .from = {}, .to = {}};
  const int filled = std::min(holes, arriving);
  found.arrivals.assign(leaving.begin(), leaving.begin() + filled);
  for (int place = count; place < found.count; ++place) found.arrivals.push_back(place);
  // Of the holes that are left as many lie before the new end as items stay behind it.
  auto hole = leaving.begin() + filled;
  auto left = std::lower_bound(leaving.begin(), leaving.end(), found.count);
  for (int place = found.count; place < count; ++place) {
    if (left != leaving.end() && *left == place) {
      ++left;
      continue;
    }
    found.from.push_back(place);
    found.to.push_back(*hole++);
  }
  return found;
}

}  // namespace thalweg::turbulence
