// SPDX-License-Identifier: Apache-2.0
// What a plan asks of the machine, priced by the profile in use.
#include <array>
#include <sstream>

#include "base/error.hpp"
#include "transport/choose.hpp"
#include "transport/cost_model.hpp"
#include "transport/itinerary.hpp"
#include "transport/known_machine.hpp"

namespace thalweg::transport {

namespace {

/// This rank's messages and bytes within its node and beyond.
std::string loads_text(const Plan& plan) {
  std::array<std::int64_t, 4> sums{};
  for (const Chunk& chunk : plan.chunks)
    for (const Message& m : chunk.sends) {
      const std::size_t side = plan.comm.nodes().together(m.peer, plan.comm.rank()) ? 0 : 2;
      ++sums[side];
      sums[side + 1] += m.bytes;
    }
  std::ostringstream text;
  for (const std::int64_t sum : sums) text << sum << ' ';
  return text.str();
}

std::vector<Load> loads_of(const std::string& text) {
  std::istringstream in(text);
  Load near{Locality::node, 0, 0}, far{Locality::network, 0, 0};
  in >> near.messages >> near.bytes >> far.messages >> far.bytes;
  return {near, far};
}

/// On the first rank: the loads of all ranks, node by node.
Traffic traffic_of(const Plan& plan, const std::vector<std::string>& loads) {
  Traffic traffic;
  traffic.movement = plan.movement;
  traffic.nodes = plan.comm.nodes().nodes();
  traffic.ranks_per_node = plan.comm.nodes().largest_node();
  for (int node = 0; node < traffic.nodes; ++node)
    for (const int rank : plan.comm.nodes().members(node))
      traffic.ranks.push_back(loads_of(loads[static_cast<std::size_t>(rank)]));
  return traffic;
}

double price(const Profile& profile, const Traffic& traffic) {
  try {
    return exchange_seconds(profile, traffic).seconds;
  } catch (const InputError&) {
    return 0;  // the profile does not know this route
  }
}

}  // namespace

void predict_routes(const Plan& plan, std::vector<Candidate>& candidates) {
  const auto loads = plan.comm.gather(loads_text(plan));
  std::vector<double> seconds(candidates.size());
  if (const Profile* profile = profile_in_use(); profile && plan.comm.is_root()) {
    Traffic traffic = traffic_of(plan, loads);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (!candidates[i].why_not.empty()) continue;
      traffic.route = name_of(candidates[i].route);
      seconds[i] = price(*profile, traffic);
    }
  }
  plan.comm.broadcast(seconds);
  for (std::size_t i = 0; i < candidates.size(); ++i) candidates[i].predicted_seconds = seconds[i];
}

}  // namespace thalweg::transport
