// SPDX-License-Identifier: Apache-2.0
// What a plan asks of the machine, priced by the profile in use.
#include <algorithm>
#include <sstream>

#include "base/error.hpp"
#include "exec/device_info.hpp"
#include "transport/choice/choose.hpp"
#include "transport/choice/known_machine.hpp"
#include "transport/model/cost_model.hpp"
#include "transport/routes/itinerary.hpp"

namespace thalweg::transport {

namespace {

/// What a rank does in one exchange.
struct RankWork {
  Load near{Locality::node, 0, 0}, far{Locality::network, 0, 0};  // sent
  std::int64_t received_bytes = 0;

  double sent() const { return static_cast<double>(near.bytes + far.bytes); }
  double received() const { return static_cast<double>(received_bytes); }
};

std::string work_text(const Plan& plan) {
  RankWork work;
  for (const Chunk& chunk : plan.chunks) {
    for (const Message& m : chunk.sends) {
      Load& load = plan.comm.nodes().together(m.peer, plan.comm.rank()) ? work.near : work.far;
      ++load.messages;
      load.bytes += m.bytes;
    }
    for (const Message& m : chunk.receives) work.received_bytes += m.bytes;
  }
  std::ostringstream text;
  text << work.near.messages << ' ' << work.near.bytes << ' ' << work.far.messages << ' '
       << work.far.bytes << ' ' << work.received_bytes;
  return text.str();
}

RankWork work_of(const std::string& text) {
  std::istringstream in(text);
  RankWork work;
  in >> work.near.messages >> work.near.bytes >> work.far.messages >> work.far.bytes >>
      work.received_bytes;
  return work;
}

/// On the first rank: the loads of all ranks, node by node.
Traffic traffic_of(const Plan& plan, const std::vector<RankWork>& work) {
  Traffic traffic;
  traffic.movement = plan.movement;
  traffic.nodes = plan.comm.nodes().nodes();
  traffic.ranks_per_node = plan.comm.nodes().largest_node();
  traffic.empty_places = traffic.nodes * traffic.ranks_per_node - plan.comm.size();
  for (int node = 0; node < traffic.nodes; ++node) {
    for (const int rank : plan.comm.nodes().members(node)) {
      const RankWork& of_rank = work[static_cast<std::size_t>(rank)];
      traffic.ranks.push_back({of_rank.near, of_rank.far});
    }
    traffic.ranks.resize(static_cast<std::size_t>(node + 1) *
                         static_cast<std::size_t>(traffic.ranks_per_node));
  }
  return traffic;
}

double price(const Profile& profile, const Traffic& traffic) {
  try {
    return exchange_seconds(profile, traffic).seconds;
  } catch (const InputError&) {
    return 0;  // the profile does not know this route
  }
}

/// Processes that copy to and from one device at once.
int sharing_a_device(const Plan& plan) {
  const int devices = std::max(1, static_cast<int>(exec::devices().size()));
  return (plan.comm.nodes().largest_node() + devices - 1) / devices;
}

/// The copies of a staged exchange (eq. 6a): chunk by chunk out of the device and back into it. 0:
/// the profile does not know them.
double copy_seconds(const Plan& plan, const Profile& profile, const std::vector<RankWork>& work) {
  const int sharing = sharing_a_device(plan);
  const Path* out = find_path(profile, Locality::socket, Memory::device, Memory::pinned, sharing);
  const Path* in = find_path(profile, Locality::socket, Memory::pinned, Memory::device, sharing);
  if (!out || !in) return 0;
  const auto chunks = static_cast<double>(plan.chunks.size());
  const auto seconds = [&](const Path& path, double bytes) {
    return bytes > 0 ? chunks * seconds_of(path, sharing * bytes / chunks / path.processes).seconds
                     : 0;
  };
  double longest = 0;
  for (const RankWork& rank : work)
    longest = std::max(longest, seconds(*out, rank.sent()) + seconds(*in, rank.received()));
  return longest;
}

/// Messages from device memory to device memory: by exchanges that were measured so, which have an
/// implementation in published profiles and are not in those of the probe, else by the paths
/// between such memories. The probe's exchanges are of host memory.
double price_of_device_messages(const Profile& profile, Traffic traffic) {
  traffic.memory = Memory::device;
  traffic.implementation = "isend";
  if (!find_path(profile, Locality::node, Memory::device, Memory::device))
    for (auto& loads : traffic.ranks)
      for (Load& load : loads)
        if (load.locality == Locality::node) load.locality = Locality::socket;
  return price(profile, traffic);
}

/// The price of a route for buffers on devices; what devices copy from each other is not modelled.
double price_on_devices(const Profile& profile, Traffic traffic, Route route, double copies) {
  if (route == Route::direct) return price_of_device_messages(profile, std::move(traffic));
  if (route == Route::shared || copies == 0) return 0;
  traffic.route = name_of(route == Route::staged ? Route::direct : route);
  const double messages = price(profile, traffic);
  return messages > 0 ? messages + copies : 0;
}

/// On the first rank.
std::vector<double> prices_of(const Plan& plan, const Profile& profile,
                              const std::vector<RankWork>& work,
                              const std::vector<Candidate>& candidates) {
  Traffic traffic = traffic_of(plan, work);
  const double copies = plan.device ? copy_seconds(plan, profile, work) : 0;
  std::vector<double> seconds;
  for (const Candidate& c : candidates) {
    traffic.route = name_of(c.route);
    seconds.push_back(!c.why_not.empty() ? 0
                      : plan.device      ? price_on_devices(profile, traffic, c.route, copies)
                                         : price(profile, traffic));
  }
  return seconds;
}

}  // namespace

void predict_routes(const Plan& plan, std::vector<Candidate>& candidates) {
  std::vector<RankWork> work;
  for (const std::string& text : plan.comm.gather(work_text(plan))) work.push_back(work_of(text));
  std::vector<double> seconds(candidates.size());
  if (const Profile* profile = profile_in_use(); profile && plan.comm.is_root())
    seconds = prices_of(plan, *profile, work, candidates);
  plan.comm.broadcast(seconds);
  for (std::size_t i = 0; i < candidates.size(); ++i) candidates[i].predicted_seconds = seconds[i];
}

}  // namespace thalweg::transport
