// SPDX-License-Identifier: Apache-2.0
// What the ranks of one node tell each other about their messages.
#pragma once

#include <vector>

#include "transport/comm/communicator.hpp"
#include "transport/routes/itinerary.hpp"

namespace thalweg::transport::carriers {

/// Collective over the node: every message of a chunk that starts or ends on this node, once.
std::vector<GlobalMessage> messages_of_node(const Communicator& comm, const Chunk& chunk);

/// Collective over the node: the values of all its ranks, by local rank. Any lengths.
std::vector<std::vector<std::int64_t>> share_on_node(const Communicator& comm,
                                                     const std::vector<std::int64_t>& mine);

}  // namespace thalweg::transport::carriers
