// SPDX-License-Identifier: Apache-2.0
#include "transport/probe/probe_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>

#include "base/error.hpp"
#include "transport/model/statistics.hpp"

namespace thalweg::transport {

std::vector<std::int64_t> sizes_between(std::int64_t smallest, std::int64_t largest, int per_octave,
                                        bool neighbours) {
  TW_CHECK(0 < smallest && smallest <= largest && per_octave > 0, "sizes from small to large");
  constexpr std::int64_t grain = 8, first_rounded = 64, first_with_neighbours = 256;
  std::set<std::int64_t> sizes{smallest, largest};
  for (int i = 0;; ++i) {
    const double exact = static_cast<double>(smallest) * std::exp2(double(i) / per_octave);
    std::int64_t size = std::llround(exact);
    if (size >= first_rounded) size = (size + grain / 2) / grain * grain;
    if (size > largest) break;
    sizes.insert(size);
  }
  for (std::int64_t power = first_with_neighbours; neighbours && power < largest; power *= 2)
    for (const std::int64_t size : {power - grain, power + grain})
      if (smallest <= size && size <= largest) sizes.insert(size);
  return {sizes.begin(), sizes.end()};
}

std::vector<int> shuffled(int count, std::uint64_t seed) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  // SplitMix64 (Steele, Lea & Flood 2014) and Fisher-Yates: the same on every machine.
  const auto next = [&seed] {
    std::uint64_t z = seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  };
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[next() % i]);
  return order;
}

double fair_share(std::vector<double> needs, double total) {
  std::ranges::sort(needs, std::greater());
  auto left = static_cast<double>(needs.size());
  for (const double need : needs) {
    if (need * left <= total) return total / left;
    total -= need;
    --left;
  }
  return 0;
}

Noise noise_of(const std::vector<double>& barrier_times) {
  return {.median = quantile_of(barrier_times, 0.5), .p99 = quantile_of(barrier_times, 0.99)};
}

}  // namespace thalweg::transport
