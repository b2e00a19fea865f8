// SPDX-License-Identifier: Apache-2.0
// Whole exchanges among all ranks at once, by the carriers that movements use: what a message costs
// there differs from what it costs alone (docs/theory/data-movement.md).
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>

#include "base/clock.hpp"
#include "transport/comm/mpi_native.hpp"
#include "transport/probe/probe_plan.hpp"
#include "transport/routes/carrier.hpp"

namespace thalweg::transport {

namespace {

/// The ranks of a group that one rank sends to, and receives from.
using Peers = std::vector<int>;

Peers all_others(int rank, int ranks) {
  Peers peers;
  for (int step = 1; step < ranks; ++step) peers.push_back((rank + step) % ranks);
  return peers;
}

/// The up to 26 neighbours in a box of ranks that wraps around.
Peers neighbours(int rank, int ranks) {
  std::array<int, 3> box{};
  check_mpi(MPI_Dims_create(ranks, 3, box.data()), "MPI_Dims_create");
  const int plane = box[1] * box[2];
  const std::array<int, 3> me{rank / plane, rank % plane / box[2], rank % box[2]};
  std::set<int> found;
  for (int step = 0; step < 27; ++step) {
    const std::array<int, 3> way{step / 9 - 1, step / 3 % 3 - 1, step % 3 - 1};
    int peer = 0;
    for (std::size_t d = 0; d < 3; ++d) peer = peer * box[d] + (me[d] + way[d] + box[d]) % box[d];
    if (peer != rank) found.insert(peer);
  }
  return {found.begin(), found.end()};
}

struct Pattern {
  const char* name;
  Peers (*peers)(int rank, int ranks);
};
constexpr Pattern patterns[] = {{"transpose", all_others}, {"halo", neighbours}};

/// What a movement of one size has: its buffers, not parts of larger ones, whose pages may be huge
/// where its own are not (the library's single copy pays for every page), and a carrier.
struct SizedExchange {
  Arena out, in;
  std::unique_ptr<Carrier> carrier;

  SizedExchange(const Communicator& group, Route route, const Peers& peers, std::int64_t bytes)
      : out(Buffers::warm, bytes * static_cast<std::int64_t>(peers.size()), 0),
        in(Buffers::warm, bytes * static_cast<std::int64_t>(peers.size()), 0) {
    Chunk chunk;
    for (std::size_t i = 0; i < peers.size(); ++i) {
      const Message message{peers[i], static_cast<std::int64_t>(i) * bytes, bytes};
      chunk.sends.push_back(message);
      chunk.receives.push_back(message);
    }
    carrier = make_carrier(route, {"probe", group, {chunk}, out.take(0), in.take(0)});
  }
};

Operation exchanges(const Communicator& group, Route route, const Peers& peers) {
  auto sizes = std::make_shared<std::map<std::int64_t, SizedExchange>>();
  return [=](std::int64_t bytes, int repetitions) {
    Carrier& carrier = *sizes->try_emplace(bytes, group, route, peers, bytes).first->second.carrier;
    const double start = seconds_now();
    for (int r = 0; r < repetitions; ++r) {
      carrier.start(0);
      carrier.finish();
    }
    return seconds_now() - start;
  };
}

/// The first ranks of the first nodes.
struct Part {
  int nodes;
  std::vector<int> ranks;
};

/// Some of one node's ranks, all of them, and 2, 4, 8, ... nodes: how the cost of an exchange grows
/// is seen at small counts.
std::vector<Part> parts_of(const Topology& topology, bool quick) {
  std::vector<Part> parts;
  const auto& first = topology.ranks_on(0);
  const auto half = static_cast<std::ptrdiff_t>(first.size() / 2);
  if (half >= 2) parts.push_back({1, {first.begin(), first.begin() + half}});
  if (first.size() >= 2) parts.push_back({1, first});
  const int most_nodes = quick ? 4 : 16;
  for (int nodes = 2; nodes <= std::min(most_nodes, topology.nodes()); nodes *= 2) {
    Part part{nodes, {}};
    for (int n = 0; n < nodes; ++n)
      part.ranks.insert(part.ranks.end(), topology.ranks_on(n).begin(), topology.ranks_on(n).end());
    std::ranges::sort(part.ranks);
    parts.push_back(part);
  }
  return parts;
}

/// Count the messages of the rank that sends the most.
void count_messages(Exchange& exchange, const Topology& topology, const Pattern& pattern,
                    const Part& part) {
  const int ranks = static_cast<int>(part.ranks.size());
  const auto node = [&](int rank) {
    return topology.node_of(part.ranks[static_cast<std::size_t>(rank)]);
  };
  for (int rank = 0; rank < ranks; ++rank) {
    const Peers peers = pattern.peers(rank, ranks);
    const auto away = std::ranges::count_if(peers, [&](int p) { return node(p) != node(rank); });
    exchange.messages = std::max(exchange.messages, static_cast<int>(peers.size()));
    exchange.off_node_messages = std::max(exchange.off_node_messages, static_cast<int>(away));
  }
}

std::vector<std::int64_t> exchange_sizes(const ProbeRun& run, std::int64_t largest) {
  return run.sizes(smallest_message, largest, 1);
}

/// Shared memory of a node that a route takes for all these sizes, which are held side by side:
/// what its ranks send within it and, by `shared`, send and receive beyond it.
double shared_bytes(const Exchange& exchange, int ranks_of_node,
                    std::span<const std::int64_t> sizes) {
  constexpr double counters = 8192, apart = 64;  // of a rank; between messages
  const int within = std::min(exchange.messages, ranks_of_node - 1);
  const int beyond = exchange.route == name_of(Route::shared) ? 2 * exchange.off_node_messages : 0;
  double bytes = 0;
  for (const std::int64_t size : sizes)
    bytes += ranks_of_node * (counters + (within + beyond) * (static_cast<double>(size) + apart));
  return bytes;
}

/// The largest message of an exchange; 0 where nothing of it can be measured.
std::int64_t largest_of(ProbeRun& run, const Exchange& exchange, Route route) {
  constexpr std::int64_t all_bytes = std::int64_t{32} << 20;  // that one rank sends
  constexpr std::int64_t least = 4096;
  const int of_node = run.topology.ranks_per_node();
  const std::int64_t most = std::max(least, std::min(run.largest(2 * exchange.ranks * of_node, 4),
                                                     all_bytes / exchange.ranks / 8 * 8));
  if (route != Route::window && route != Route::shared) return most;
  return run.largest_shared(most, least, [&](std::int64_t bytes) {
    return shared_bytes(exchange, of_node, exchange_sizes(run, bytes));
  });
}

void measure_exchange(ProbeRun& run, const Pattern& pattern, Route route, const Part& part,
                      double seconds) {
  const int ranks = static_cast<int>(part.ranks.size());
  Exchange exchange;
  exchange.movement = pattern.name;
  exchange.route = name_of(route);
  exchange.ranks = ranks;
  exchange.nodes = part.nodes;
  count_messages(exchange, run.topology, pattern, part);
  const std::int64_t largest = largest_of(run, exchange, route);
  if (largest == 0) return;
  exchange.bytes = exchange_sizes(run, largest);
  exchange.seconds = sample_among(
      run.comm, part.ranks,
      [&](const Communicator& group) {
        return exchanges(group, route, pattern.peers(group.rank(), ranks));
      },
      exchange.bytes, run.sampling(seconds), run.tick);
  run.profile.exchanges.push_back(std::move(exchange));
}

/// The routes that so many nodes of so many ranks can take. The padded all-to-all is left to live
/// trials: its cost depends on how uneven a movement is.
std::vector<Route> routes_of(const Part& part) {
  std::vector<Route> routes{Route::direct, Route::pairwise, Route::alltoallv, Route::neighbour};
  const bool several_each = static_cast<int>(part.ranks.size()) > part.nodes;
  if (several_each) routes.push_back(Route::window);
  if (several_each && part.nodes > 1)
    for (const Route route : {Route::two_step, Route::three_step, Route::spread, Route::shared})
      routes.push_back(route);
  return routes;
}

}  // namespace

ProbeSteps exchange_steps(const ProbeRun& run) {
  constexpr double seconds = 0.5;
  ProbeSteps steps;
  for (const Pattern& pattern : patterns)
    for (const Part& part : parts_of(run.topology, run.options.quick))
      for (const Route route : routes_of(part))
        steps.push_back(
            {std::string(pattern.name) + ", " + name_of(route), run.sampling(seconds).budget,
             [=](ProbeRun& some) { measure_exchange(some, pattern, route, part, seconds); }});
  return steps;
}

}  // namespace thalweg::transport
