// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "transport/comm/communicator.hpp"

namespace thalweg::transport::testing {

/// All ranks of the test, for the whole program: MPI is still there when it goes.
inline const Communicator& world() {
  static const Communicator comm = Communicator::world();
  return comm;
}

/// On all ranks the numbers that the first has; what others pass does not count. Collective.
inline std::vector<double> of_first(std::vector<double> values) {
  const double count = world().is_root() ? static_cast<double>(values.size()) : 0;
  values.resize(static_cast<std::size_t>(world().sum(count)));
  world().broadcast(values);
  return values;
}

}  // namespace thalweg::transport::testing
