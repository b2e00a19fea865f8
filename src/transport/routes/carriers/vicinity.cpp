// SPDX-License-Identifier: Apache-2.0
#include "transport/routes/carriers/vicinity.hpp"

#include "transport/routes/carriers/node_messages.hpp"

namespace thalweg::transport::carriers {

namespace {

/// The plan with only the messages that stay on the node, or only those that do not.
Plan messages_only(bool stay, const Plan& plan) {
  Plan part = plan;
  for (Chunk& chunk : part.chunks)
    for (auto* side : {&chunk.sends, &chunk.receives})
      std::erase_if(*side, [&](const Message& m) { return stays_on_node(plan, m) != stay; });
  return part;
}

}  // namespace

bool stays_on_node(const Plan& plan, const Message& message) {
  return plan.comm.nodes().together(message.peer, plan.comm.rank());
}

Plan beyond_the_node(const Plan& plan) {
  Plan beyond = messages_only(false, plan);
  beyond.in_place = false;
  return beyond;
}
Plan within_the_node(const Plan& plan) { return messages_only(true, plan); }

std::vector<std::vector<PeerMessage>>
agree_on_slots(const Plan& plan, const std::vector<std::vector<MessageSlot>>& slots) {
  std::vector<std::int64_t> mine;
  for (std::size_t c = 0; c < slots.size(); ++c)
    for (const MessageSlot& slot : slots[c])
      mine.insert(mine.end(), {static_cast<std::int64_t>(c), slot.message.peer, slot.place});
  const auto all = share_on_node(plan.comm, mine);
  std::vector<std::vector<PeerMessage>> incoming(plan.chunks.size());
  for (std::size_t c = 0; c < plan.chunks.size(); ++c)
    for (const Message& m : plan.chunks[c].receives) {
      if (!stays_on_node(plan, m)) continue;
      const int local = plan.comm.nodes().local(m.peer);
      const auto& told = all[static_cast<std::size_t>(local)];
      for (std::size_t t = 0; t + 2 < told.size(); t += 3)
        if (told[t] == static_cast<std::int64_t>(c) && told[t + 1] == plan.comm.rank())
          incoming[c].push_back({local, m, told[t + 2]});
    }
  return incoming;
}

}  // namespace thalweg::transport::carriers
