// SPDX-License-Identifier: Apache-2.0
// Which ranks of the program a communicator has: what is kept for a group must not be taken for
// another one that shares some of its ranks.
#pragma once

#include <vector>

#include "transport/comm/communicator.hpp"

namespace thalweg::transport {

/// A list that two communicators share if they have the same ranks, in the same order, on the same
/// nodes, and only then. Not collective.
std::vector<int> group_of(const Communicator& comm);

}  // namespace thalweg::transport
