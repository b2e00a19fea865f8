// SPDX-License-Identifier: Apache-2.0
#include "transport/routes/carriers/vicinity.hpp"

#include "transport/routes/carriers/node_messages.hpp"

namespace thalweg::transport::carriers {

bool stays_on_node(const Plan& plan, const Message& message) {
  return plan.comm.nodes().together(message.peer, plan.comm.rank());
}

Plan beyond_the_node(const Plan& plan) {
  Plan beyond = plan;
  for (Chunk& chunk : beyond.chunks)
    for (auto* side : {&chunk.sends, &chunk.receives})
      std::erase_if(*side, [&](const Message& m) { return stays_on_node(plan, m); });
  beyond.in_place = false;
  return beyond;
}

std::vector<MessageSlot> slots_of(const Plan& plan, const std::vector<Message>& messages,
                                  Reach reach, std::int64_t& end) {
  constexpr std::int64_t line = 64;
  std::vector<MessageSlot> slots;
  for (const Message& m : messages) {
    if (stays_on_node(plan, m) != (reach == Reach::within_the_node)) continue;
    slots.push_back({m, plan.device ? m.offset : end});
    if (!plan.device) end += (m.bytes + line - 1) / line * line;
  }
  return slots;
}

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
