// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/gathered.hpp"

#include <algorithm>

namespace thalweg::flow {

std::vector<double> gathered(const std::vector<double>& own, const transport::Communicator& comm) {
  std::vector<double> counts(static_cast<std::size_t>(comm.size()));
  counts[static_cast<std::size_t>(comm.rank())] = static_cast<double>(own.size());
  comm.sum(counts);
  std::size_t before = 0, count = 0;
  for (std::size_t rank = 0; rank < counts.size(); ++rank) {
    if (rank < static_cast<std::size_t>(comm.rank()))
      before += static_cast<std::size_t>(counts[rank]);
    count += static_cast<std::size_t>(counts[rank]);
  }
  std::vector<double> all(count);
  std::copy(own.begin(), own.end(), all.begin() + static_cast<std::ptrdiff_t>(before));
  comm.sum(all);
  return all;
}

}  // namespace thalweg::flow
