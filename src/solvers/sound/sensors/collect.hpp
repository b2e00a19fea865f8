// SPDX-License-Identifier: Apache-2.0
// Values at the grid points of sensors, from the ranks that hold the points to rank 0, in the
// sensors' order.
#pragma once

#include <cstdint>
#include <vector>

#include "transport/comm/communicator.hpp"

namespace thalweg::sound {

class Collector {
 public:
  /// Collective. local: the numbers of the sensor points that this rank holds, of `total`.
  Collector(const transport::Communicator& comm, const std::vector<std::int64_t>& local,
            std::int64_t total);

  std::int64_t total() const { return total_; }
  /// rows x local points of every rank -> rows x total on rank 0 (empty elsewhere). T: float or
  /// double. Collective.
  template <class T>
  std::vector<T> gather(const std::vector<T>& rows, std::int64_t row_count = 1) const;
  /// From rank 0 back to each rank's points. Collective.
  std::vector<double> scatter(const std::vector<double>& all) const;

 private:
  transport::Communicator comm_;
  std::vector<std::int64_t> local_;
  std::vector<std::vector<std::int64_t>> of_rank_;  // rank 0 only
  std::int64_t total_;
};

}  // namespace thalweg::sound
