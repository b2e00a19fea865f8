// SPDX-License-Identifier: Apache-2.0
// A plan's messages between ranks of one node, for carriers whose receivers fetch them out of
// memory that they share, and the rest of the plan.
#pragma once

#include <cstdint>
#include <vector>

#include "transport/routes/carrier.hpp"

namespace thalweg::transport::carriers {

/// Whether a message stays on this rank's node.
bool stays_on_node(const Plan& plan, const Message& message);

/// The plan without the messages that stay on the node.
Plan beyond_the_node(const Plan& plan);

/// Where a message of this rank lies in its memory that others on the node see.
struct MessageSlot {
  Message message;
  std::int64_t place = 0;
};

enum class Reach { within_the_node, beyond_the_node };

/// Slots of the messages of this reach: in device memory where they are in their buffer; on the
/// host one after the other, in whole cache lines, in a segment of which `end` bytes are in use.
std::vector<MessageSlot> slots_of(const Plan& plan, const std::vector<Message>& messages,
                                  Reach reach, std::int64_t& end);

/// A message from a rank of this node, and where it lies there.
struct PeerMessage {
  int local = 0;  // rank on the node
  Message message;
  std::int64_t place = 0;
};

/// Collective over the node, once the senders know where their messages of each chunk lie: what
/// this rank reads in each chunk.
std::vector<std::vector<PeerMessage>>
agree_on_slots(const Plan& plan, const std::vector<std::vector<MessageSlot>>& slots);

}  // namespace thalweg::transport::carriers
