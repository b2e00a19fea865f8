// SPDX-License-Identifier: Apache-2.0
// Which of many things hang together, by what is said of pairs (union-find; R. E. Tarjan,
// "Efficiency of a good but not linear set union algorithm", J. ACM 22, 1975).
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace thalweg::geometry {

class Connected {
 public:
  explicit Connected(std::size_t count) : next_(count) {
    std::iota(next_.begin(), next_.end(), std::size_t{0});
  }
  void join(std::size_t a, std::size_t b) { next_[group(a)] = group(b); }
  /// The thing that stands for all that hang together with this one.
  std::size_t group(std::size_t a) {
    while (next_[a] != a) a = next_[a] = next_[next_[a]];
    return a;
  }

 private:
  std::vector<std::size_t> next_;
};

}  // namespace thalweg::geometry
