// SPDX-License-Identifier: Apache-2.0
// Where items go in a list from which some leave and to which others come, so that most stay where
// they are.
#pragma once

#include <vector>

namespace thalweg::turbulence {

struct Refill {
  int count = 0;              // of items from then on
  std::vector<int> arrivals;  // the places of those that come
  std::vector<int> from, to;  // those behind the new end that fill places before it
};

/// leaving: places of those that leave, ascending, of `count` items; arriving: how many come.
Refill refill(const std::vector<int>& leaving, int count, int arriving);

}  // namespace thalweg::turbulence
