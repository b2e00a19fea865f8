// SPDX-License-Identifier: Apache-2.0
#include "simulation/prediction/movement_price.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.hpp"

namespace thalweg::simulation {

namespace {

using namespace transport;

/// A way that the profile can price a movement by.
struct Way {
  std::string route, implementation;
  Memory memory = Memory::host;  // in which the messages lie
  bool in_place = false;         // ranks of a node share the data; the route is that beyond

  std::string name() const { return in_place ? "in-place and " + route : route; }
};

bool leaves_nodes(const MovementWork& movement) {
  for (const RankLoads& loads : movement.chunks)
    for (const auto& rank : loads)
      for (const Load& load : rank)
        if (load.locality == Locality::network) return true;
  return false;
}

/// Direct messages, and the routes that the profile has measured whole. Exchanges of device buffers
/// that a publication measured have an implementation; ranks that compute on devices stage their
/// messages and send them without blocking, unless the case asks for direct messages: whether an
/// MPI library can is not for a profile to say.
std::vector<Way> ways_of(const Target& target, const std::string& kind, const Placement& placement,
                         const std::string& asked) {
  if (target.devices_per_node > 0 && asked == "direct")
    return {{"direct", "isend", Memory::device}};
  if (target.devices_per_node > 0) return {{"staged", "isend"}};
  // As the choice of a run has it: within a node nothing moves.
  const bool several_nodes = placement.nodes > 1;
  const bool in_place = kind == "transpose" && placement.ranks_per_node > 1 &&
                        (asked == "auto" || asked == "in-place");
  if (in_place && !several_nodes) return {{"in-place", ""}};
  std::vector<Way> ways{{"direct", ""}};
  for (const Exchange& exchange : target.profile.exchanges) {
    if (exchange.movement != kind || !exchange.implementation.empty()) continue;
    if ((exchange.nodes > 1) != several_nodes || exchange.route == "direct") continue;
    const bool known = std::any_of(ways.begin(), ways.end(),
                                   [&](const Way& way) { return way.route == exchange.route; });
    if (!known) ways.push_back({exchange.route, ""});
  }
  for (Way& way : ways) way.in_place = in_place;
  if (asked == "auto") return ways;
  std::erase_if(ways, [&](const Way& way) { return way.route != asked; });
  return ways.empty() ? std::vector<Way>{{"direct", "", Memory::host, in_place}} : ways;
}

/// Copies of what the busiest device sends, one way, of one chunk.
double copy_seconds(const Target& target, const RankLoads& loads, Memory from, Memory to) {
  const int sharing =
      (target.ranks_per_node + target.devices_per_node - 1) / target.devices_per_node;
  const Path* path = find_path(target.profile, Locality::socket, from, to, sharing);
  if (!path)
    throw InputError(
        fmt::format("the profile has no path from {} to {} memory", name_of(from), name_of(to)));
  double most = 0;
  for (const auto& rank : loads) {
    double bytes = 0;
    for (const Load& load : rank) bytes += static_cast<double>(load.bytes);
    most = std::max(most, bytes);
  }
  return most > 0 ? seconds_of(*path, sharing * most / path->processes).seconds : 0;
}

/// Those of ranks that share a node follow each other; nodes with fewer ranks are filled up.
RankLoads by_node(const RankLoads& loads, const Placement& placement) {
  if (!placement.map) return loads;
  RankLoads sorted;
  for (int node = 0; node < placement.map->nodes(); ++node) {
    for (const int rank : placement.map->members(node))
      sorted.push_back(loads[static_cast<std::size_t>(rank)]);
    sorted.resize(static_cast<std::size_t>(node + 1) *
                  static_cast<std::size_t>(placement.ranks_per_node));
  }
  return sorted;
}

/// The price of one chunk of a movement, and what of it are copies.
struct ChunkPrice {
  Estimate all;
  double copies = 0;
};

/// A fit of staged exchanges has their copies in it, but it knows only as many ranks per node as
/// were measured, whose messages within a node hide behind those that leave it. With fewer, the
/// messages of one rank may be what limits: the fit counts where it is above these (eq. 6).
ChunkPrice price_chunk(const Target& target, const std::string& kind, const Way& way,
                       const Placement& placement, const RankLoads& loads) {
  const Traffic traffic{.movement = kind,
                        .route = way.route,
                        .implementation = way.implementation,
                        .memory = way.memory,
                        .ranks_per_node = placement.ranks_per_node,
                        .nodes = placement.nodes,
                        .empty_places =
                            placement.nodes * placement.ranks_per_node - placement.ranks(),
                        .in_place = way.in_place,
                        .ranks = by_node(loads, placement)};
  const Estimate whole = exchange_seconds(target.profile, traffic);
  if (way.route != "staged") return {whole};
  ChunkPrice parts{composed_exchange(target.profile, traffic),
                   copy_seconds(target, loads, Memory::device, Memory::pinned) +
                       copy_seconds(target, loads, Memory::pinned, Memory::device)};
  for (double* part : {&parts.all.seconds, &parts.all.low, &parts.all.high}) *part += parts.copies;
  const bool only_parts = std::string(whole.basis) == parts.all.basis;
  return only_parts || parts.all.seconds > whole.seconds ? parts : ChunkPrice{whole};
}

RankLoads without_bytes(RankLoads loads) {
  for (auto& rank : loads)
    for (Load& load : rank) load.bytes = 0;
  return loads;
}

/// The mean chunk: rows and planes seldom divide evenly, but a rank that sends more in one chunk
/// sends less in the next.
RankLoads mean_chunk(const std::vector<RankLoads>& chunks) {
  const auto n = static_cast<std::int64_t>(chunks.size());
  RankLoads mean(chunks.front().size());
  for (std::size_t rank = 0; rank < mean.size(); ++rank) {
    std::map<Locality, Load> sums;
    for (const RankLoads& chunk : chunks)
      for (const Load& load : chunk[rank]) {
        Load& sum = sums[load.locality];
        sum.messages += load.messages;
        sum.bytes += load.bytes;
      }
    for (const auto& [locality, sum] : sums)
      mean[rank].push_back({locality, (sum.messages + n - 1) / n, (sum.bytes + n - 1) / n});
  }
  return mean;
}

void add_totals(PredictedMovement& sum, const MovementWork& movement) {
  for (const RankLoads& loads : movement.chunks)
    for (const auto& rank : loads)
      for (const Load& load : rank) {
        sum.bytes += movement.per_step * static_cast<double>(load.bytes);
        sum.messages += movement.per_step * static_cast<double>(load.messages);
      }
}

PredictedMovement price_by(const MovementWork& movement, const Target& target, const Way& way,
                           const Placement& placement) {
  PredictedMovement sum;
  sum.name = movement.name;
  sum.behind = movement.behind;
  sum.route = way.name();
  add_totals(sum, movement);
  if (sum.messages == 0) return sum;
  const RankLoads loads = mean_chunk(movement.chunks);
  const double n = movement.per_step * static_cast<double>(movement.chunks.size());
  const ChunkPrice price = price_chunk(target, movement.kind, way, placement, loads);
  sum.basis = price.all.basis;
  sum.copies = n * price.copies;
  sum.seconds = n * price.all.seconds;
  sum.low = n * price.all.low;
  sum.high = n * price.all.high;
  sum.latency = std::min(
      n * price_chunk(target, movement.kind, way, placement, without_bytes(loads)).all.seconds,
      sum.seconds);
  return sum;
}

/// A small message between two ranks that far apart, or the next further place that is known.
double latency(const Profile& profile, Locality locality) {
  constexpr double small = 8;
  for (const Locality place : {locality, Locality::node, Locality::socket})
    if (const Path* path = find_path(profile, place, Memory::host, Memory::host))
      return seconds_of(*path, small).seconds;
  return 0;
}

}  // namespace

PredictedMovement price_of(const MovementWork& movement, const Target& target,
                           const Placement& placement, const std::string& route) {
  // A movement within nodes is that of one of them.
  Placement spanned = placement;
  if (!leaves_nodes(movement)) spanned.nodes = 1;
  std::optional<PredictedMovement> best;
  for (const Way& way : ways_of(target, movement.kind, spanned, route)) {
    PredictedMovement price = price_by(movement, target, way, spanned);
    if (!best || price.seconds < best->seconds) best = std::move(price);
  }
  return *best;
}

double reduction_seconds(const Target& target, const Placement& placement) {
  const auto halvings = [](int count) { return std::ceil(std::log2(count)); };
  double seconds = 0;
  if (placement.ranks_per_node > 1)
    seconds += halvings(placement.ranks_per_node) * latency(target.profile, Locality::node);
  if (placement.nodes > 1)
    seconds += halvings(placement.nodes) * latency(target.profile, Locality::network);
  return seconds;
}

}  // namespace thalweg::simulation
