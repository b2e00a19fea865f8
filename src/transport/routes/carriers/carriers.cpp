// SPDX-License-Identifier: Apache-2.0
#include "transport/routes/carriers/carriers.hpp"

#include <algorithm>
#include <climits>

#include "base/error.hpp"
#include "transport/comm/shared_segment.hpp"
#include "transport/gpu_aware/device_direct.hpp"
#include "transport/routes/carriers/peer_memory.hpp"
#include "transport/routes/carriers/vicinity.hpp"
#include "transport/routes/itinerary.hpp"

namespace thalweg::transport {

std::unique_ptr<Carrier> make_carrier(Route route, const Plan& plan) {
  if (plan.device && route != Route::datatype) return carriers::make_on_device(route, plan);
  switch (route) {
  case Route::direct:
  case Route::staged: return carriers::make_direct(plan);
  case Route::pairwise:
  case Route::two_step:
  case Route::three_step:
  case Route::spread: return carriers::make_relay(route, plan);
  case Route::alltoall: return carriers::make_alltoall(plan);
  case Route::alltoallv: return carriers::make_alltoallv(plan);
  case Route::neighbour: return carriers::make_neighbour(plan);
  case Route::window: return carriers::make_window(plan);
  case Route::shared: return carriers::make_shared(plan);
  case Route::in_place: return carriers::make_in_place(plan);
  case Route::datatype:
    if (plan.packing) return plan.packing->make_typed(plan.comm);
  }
  throw UsageError("the messages of \"" + plan.name + "\" lie packed: route " + name_of(route) +
                   " has nothing to do");
}

namespace {

struct Volume {
  std::int64_t largest = 0;  // message
  std::int64_t sent = 0, received = 0;
};

Volume volume_of(const Plan& plan) {
  Volume volume;
  for (const Chunk& chunk : plan.chunks) {
    for (const Message& m : chunk.sends) {
      volume.largest = std::max(volume.largest, m.bytes);
      volume.sent += m.bytes;
    }
    for (const Message& m : chunk.receives) volume.received += m.bytes;
  }
  return volume;
}

constexpr const char* one_node = "all ranks are on one node";
constexpr const char* one_rank_each = "every node has one rank";

/// Collective. Why the MPI library cannot take the plan's buffers where they lie on devices.
std::string why_not_direct(const Plan& plan) {
  if (plan.comm.size() == 1) return "";
  const DeviceDirect& found = device_direct(plan.comm);
  return found.works ? "" : found.why;
}

/// Collective.
std::string why_not(Route route, const Plan& plan, double largest, double shared_bytes) {
  const Communicator& comm = plan.comm;
  const NodeMap& nodes = comm.nodes();
  const bool several_nodes = nodes.nodes() > 1, several_each = nodes.largest_node() > 1;
  const bool room = SharedSegment::has_room(shared_bytes);
  if (plan.in_place && route != Route::in_place)
    return "the ranks of a node work on the same memory: nothing is sent within it";
  switch (route) {
  case Route::direct: return plan.device ? why_not_direct(plan) : "";
  case Route::staged: return plan.device ? "" : "the buffers lie in host memory";
  case Route::two_step:
  case Route::three_step:
  case Route::spread: return !several_nodes ? one_node : !several_each ? one_rank_each : "";
  case Route::shared:
    if (plan.device)
      return !several_each ? one_rank_each : carriers::peer_memory_of(plan)->why_not();
    return !several_nodes  ? one_node
           : !several_each ? one_rank_each
           : !room         ? "too little shared memory (/dev/shm) is free"
                           : "";
  case Route::window:
    return !several_each ? one_rank_each
           : !room       ? "too little shared memory (/dev/shm) is free"
                         : "";
  case Route::in_place:
    return !several_each    ? one_rank_each
           : !plan.in_place ? "the ranks of a node do not work on the same memory"
                            : "";
  case Route::alltoall: return largest * comm.size() < INT_MAX ? "" : "its blocks would pass 2 GiB";
  case Route::datatype:
    return !plan.packing ? "the messages lie packed already"
           : plan.device ? "MPI libraries copy derived types in device memory block by block"
                         : "";
  default: return "";
  }
}

}  // namespace

double own_bytes(Route route, const Plan& plan) {
  const auto volume = [&](const Plan& part) {
    const Volume mine = volume_of(part);
    return plan.comm.max(static_cast<double>(mine.sent + mine.received));
  };
  switch (route) {
  case Route::alltoall: {  // blocks of one size, for all ranks, of each chunk
    double bytes = 0;
    for (const Chunk& chunk : plan.chunks) {
      std::int64_t largest = 0;
      for (const Message& m : chunk.sends) largest = std::max(largest, m.bytes);
      bytes += 2.0 * plan.comm.size() * plan.comm.max(static_cast<double>(largest));
    }
    return bytes;
  }
  case Route::two_step:
  case Route::three_step:
  case Route::spread: return volume(carriers::beyond_the_node(plan));
  case Route::window: return volume(plan);
  case Route::shared: return volume(plan.device ? carriers::beyond_the_node(plan) : plan);
  case Route::in_place:
    return plan.comm.nodes().nodes() == 1 ? 0
                                          : own_bytes(plan.beyond, carriers::beyond_the_node(plan));
  default: return 0;
  }
}

std::vector<Possibility> possible_routes(const Plan& plan) {
  const Volume mine = volume_of(plan);
  const double largest = plan.comm.max(static_cast<double>(mine.largest));
  // Of a node at most: its ranks' parts, sent and received.
  const double shared = plan.comm.max(static_cast<double>(mine.sent + mine.received)) *
                        plan.comm.nodes().largest_node();
  std::vector<Possibility> list;
  for (const std::string& name : route_names()) {
    if (name == "auto") continue;
    const Route route = route_of(name);
    std::string reason = why_not(route, plan, largest, shared);
    // /dev/shm may differ from node to node.
    if (!plan.comm.agree(reason.empty()) && reason.empty()) reason = "another node cannot";
    list.push_back({route, reason});
  }
  return list;
}

}  // namespace thalweg::transport
