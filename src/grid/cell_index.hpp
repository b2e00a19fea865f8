// SPDX-License-Identifier: Apache-2.0
// Where cells stand in a list, by their number in the lattice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "grid/lattice.hpp"

namespace thalweg::grid {

class CellIndex {
 public:
  CellIndex(const Lattice& lattice, const std::vector<Cell>& cells)
      : order_(cells.size()), numbers_(cells.size()) {
    std::vector<std::int64_t> number;
    for (const Cell& c : cells) number.push_back(lattice.number(c));
    std::iota(order_.begin(), order_.end(), 0);
    std::sort(order_.begin(), order_.end(), [&](int a, int b) {
      return number[static_cast<std::size_t>(a)] < number[static_cast<std::size_t>(b)];
    });
    for (std::size_t i = 0; i < order_.size(); ++i)
      numbers_[i] = number[static_cast<std::size_t>(order_[i])];
  }

  /// Places in the list in the order of the lattice.
  const std::vector<int>& in_order() const { return order_; }

  /// Where a search stopped: the next one, for a number a little above, begins there.
  struct Hint {
    std::size_t at = 0;
  };
  /// The place of a cell in the list; -1 if it is not there.
  int find(std::int64_t number, Hint& hint) const {
    constexpr std::size_t near = 16;
    const std::size_t end = std::min(numbers_.size(), hint.at + near);
    std::size_t i = hint.at;
    while (i < end && numbers_[i] < number) ++i;
    const bool found_by_hint =
        (i < end || end == numbers_.size()) && (i == 0 || numbers_[i - 1] < number);
    if (!found_by_hint)
      i = static_cast<std::size_t>(std::lower_bound(numbers_.begin(), numbers_.end(), number) -
                                   numbers_.begin());
    hint.at = i;
    return i < numbers_.size() && numbers_[i] == number ? order_[i] : -1;
  }
  int find(std::int64_t number) const {
    Hint middle{numbers_.size() / 2};
    return find(number, middle);
  }

 private:
  std::vector<int> order_;
  std::vector<std::int64_t> numbers_;
};

}  // namespace thalweg::grid
