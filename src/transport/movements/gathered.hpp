// SPDX-License-Identifier: Apache-2.0
// Numbers of all ranks, brought together on each.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "transport/comm/communicator.hpp"

namespace thalweg::transport {

struct Gathered {
  std::vector<double> all;  // one rank behind the other
  std::size_t before = 0;   // how many belong to the ranks before this one
};

/// The same on every rank. Collective; each rank gives as many as it likes.
Gathered gathered(std::span<const double> own, const Communicator& comm);

}  // namespace thalweg::transport
