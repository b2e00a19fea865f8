// SPDX-License-Identifier: Apache-2.0
// Which slices of the messages between nodes a rank carries for the ranks of its node.
#pragma once

#include <vector>

#include "transport/comm/requests.hpp"
#include "transport/routes/carriers/vicinity.hpp"

namespace thalweg::transport::carriers {

/// A part of a rank's message.
struct Slice {
  int owner = 0;  // local rank whose message it is
  bool leaves = false;
  std::int64_t place = 0, bytes = 0;  // in the owner's memory
  int source = 0, dest = 0;           // of the whole message
  int other = 0;                      // the rank of the other node that this one meets

  /// Set up its message out of this rank's memory or into it.
  void add_to(Requests& requests, std::byte* here, int tag, MPI_Comm comm) const;
};

struct Slices {
  std::vector<Slice> mine;        // that this rank carries, in an order that both nodes share
  std::uint64_t out = 0, in = 0;  // that this rank's own messages are cut into
};

/// Collective over the node, for the messages of one chunk to and from other nodes, with their
/// places in the memory of this rank that the others see.
Slices slices_of_node(const Communicator& comm, const std::vector<MessageSlot>& sends,
                      const std::vector<MessageSlot>& receives);

}  // namespace thalweg::transport::carriers
