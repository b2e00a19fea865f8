// SPDX-License-Identifier: Apache-2.0
#include "transport/routes/carriers/vicinity.hpp"

#include "transport/routes/carriers/shipments.hpp"

namespace thalweg::transport::carriers {

namespace {

Plan those_that(bool stay, const Plan& plan) {
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
  Plan beyond = those_that(false, plan);
  beyond.in_place = false;
  return beyond;
}
Plan within_the_node(const Plan& plan) { return those_that(true, plan); }

std::vector<std::vector<Reading>> agree_on_places(const Plan& plan,
                                                  const std::vector<std::vector<Lying>>& lying) {
  std::vector<std::int64_t> mine;
  for (std::size_t c = 0; c < lying.size(); ++c)
    for (const Lying& l : lying[c])
      mine.insert(mine.end(), {static_cast<std::int64_t>(c), l.message.peer, l.place});
  const auto all = share_on_node(plan.comm, mine);
  std::vector<std::vector<Reading>> readings(plan.chunks.size());
  for (std::size_t c = 0; c < plan.chunks.size(); ++c)
    for (const Message& m : plan.chunks[c].receives) {
      if (!stays_on_node(plan, m)) continue;
      const int local = plan.comm.nodes().local(m.peer);
      const auto& told = all[static_cast<std::size_t>(local)];
      for (std::size_t t = 0; t + 2 < told.size(); t += 3)
        if (told[t] == static_cast<std::int64_t>(c) && told[t + 1] == plan.comm.rank())
          readings[c].push_back({local, m, told[t + 2]});
    }
  return readings;
}

}  // namespace thalweg::transport::carriers
