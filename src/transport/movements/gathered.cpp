// SPDX-License-Identifier: Apache-2.0
#include "transport/movements/gathered.hpp"

#include <algorithm>
#include <numeric>

namespace thalweg::transport {

Gathered gathered(std::span<const double> own, const Communicator& comm) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(comm.size()));
  counts[static_cast<std::size_t>(comm.rank())] = static_cast<std::int64_t>(own.size());
  comm.sum(counts);
  const auto up_to = [&](auto end) {
    return std::accumulate(counts.begin(), end, std::int64_t{0});
  };
  const std::int64_t before = up_to(counts.begin() + comm.rank());
  Gathered numbers{std::vector<double>(static_cast<std::size_t>(up_to(counts.end()))),
                   static_cast<std::size_t>(before)};
  std::ranges::copy(own, numbers.all.begin() + before);
  comm.sum(numbers.all);
  return numbers;
}

}  // namespace thalweg::transport
