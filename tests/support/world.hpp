// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transport/comm/communicator.hpp"

namespace thalweg::transport::testing {

/// All ranks of the test, for the whole program: MPI is still there when it goes.
inline const Communicator& world() {
  static const Communicator comm = Communicator::world();
  return comm;
}

}  // namespace thalweg::transport::testing
