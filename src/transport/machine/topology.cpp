// SPDX-License-Identifier: Apache-2.0
// What follows from the places of ranks, however they were found.
#include "transport/machine/topology.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/error.hpp"

namespace thalweg::transport {

namespace {

bool meet(const std::vector<int>& a, const std::vector<int>& b) {
  return std::any_of(a.begin(), a.end(), [&](int x) { return std::ranges::count(b, x) > 0; });
}

bool has(const std::vector<int>& all, int one) { return std::ranges::count(all, one) > 0; }

using Cores = std::set<int>;

Cores cores_of(const RankPlace& place) { return {place.cores.begin(), place.cores.end()}; }

/// "rank 3", "ranks 0 and 2", "ranks 0, 1, 2 and 5 more".
std::string rank_list(const std::vector<int>& ranks) {
  if (ranks.size() == 1) return fmt::format("rank {}", ranks[0]);
  if (ranks.size() == 2) return fmt::format("ranks {} and {}", ranks[0], ranks[1]);
  constexpr std::size_t shown = 8;
  if (ranks.size() <= shown) return fmt::format("ranks {}", fmt::join(ranks, ", "));
  return fmt::format("ranks {} and {} more", fmt::join(ranks.begin(), ranks.begin() + shown, ", "),
                     ranks.size() - shown);
}

/// The ranks of a node that have no cores but those of a set.
std::vector<int> confined_to(const Cores& cores, const std::vector<int>& members,
                             const std::vector<RankPlace>& ranks) {
  std::vector<int> found;
  for (const int r : members) {
    const Cores own = cores_of(ranks[static_cast<std::size_t>(r)]);
    if (!own.empty() && std::ranges::includes(cores, own)) found.push_back(r);
  }
  return found;
}

/// Sets of cores that more ranks are confined to than they have cores, smallest first; a set that
/// holds a reported one is not reported again.
std::vector<Cores> crowded_sets(const std::vector<int>& members,
                                const std::vector<RankPlace>& ranks) {
  std::set<Cores> sets;
  for (const int r : members) sets.insert(cores_of(ranks[static_cast<std::size_t>(r)]));
  std::vector<Cores> ordered(sets.begin(), sets.end()), crowded;
  std::ranges::stable_sort(ordered, {}, &Cores::size);
  for (const Cores& cores : ordered) {
    const bool known = std::ranges::any_of(
        crowded, [&](const Cores& smaller) { return std::ranges::includes(cores, smaller); });
    if (!known && confined_to(cores, members, ranks).size() > cores.size())
      crowded.push_back(cores);
  }
  return crowded;
}

std::string plural(std::size_t n, const char* what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

/// "4 x NVIDIA H100", "none".
std::string device_list(const std::vector<DevicePlace>& devices) {
  std::map<std::string, int> counts;
  for (const DevicePlace& device : devices) ++counts[device.name];
  std::vector<std::string> parts;
  for (const auto& [name, count] : counts) parts.push_back(fmt::format("{} x {}", count, name));
  return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

Topology::Topology(std::vector<NodePlace> nodes, std::vector<RankPlace> ranks)
    : nodes_(std::move(nodes)), ranks_(std::move(ranks)), members_(nodes_.size()) {
  for (int r = 0; r < this->ranks(); ++r)
    members_.at(static_cast<std::size_t>(node_of(r))).push_back(r);
  for (int n = 0; n < this->nodes(); ++n) give_devices(n);
}

void Topology::give_devices(int node) {
  const auto& devices = nodes_[static_cast<std::size_t>(node)].devices;
  const auto& members = members_[static_cast<std::size_t>(node)];
  const auto near = [&](const RankPlace& place, int d) {
    return meet(place.cores, devices[static_cast<std::size_t>(d)].cores);
  };
  // A device that few ranks see is given first, or those ranks might own another one by then.
  std::vector<int> order(devices.size()), seen(devices.size());
  for (std::size_t d = 0; d < devices.size(); ++d) {
    order[d] = static_cast<int>(d);
    seen[d] = static_cast<int>(std::ranges::count_if(
        members, [&](int r) { return has(rank(r).visible_devices, static_cast<int>(d)); }));
  }
  std::ranges::stable_sort(order, {}, [&](int d) { return seen[static_cast<std::size_t>(d)]; });
  for (const int d : order) {
    RankPlace* owner = nullptr;
    for (const int r : members) {
      RankPlace& place = ranks_[static_cast<std::size_t>(r)];
      if (place.owns_device || !has(place.visible_devices, d)) continue;
      if (!owner || (near(place, d) && !near(*owner, d))) owner = &place;
    }
    if (owner) owner->device = d, owner->owns_device = true;
  }
  std::vector<int> helpers(devices.size());
  for (const int r : members) {
    RankPlace& place = ranks_[static_cast<std::size_t>(r)];
    if (place.owns_device) continue;
    // Each rank computes on its device: equal shares matter more than short ways.
    const auto cost = [&](int d) {
      return std::tuple(!has(place.visible_devices, d), helpers[static_cast<std::size_t>(d)],
                        !near(place, d));
    };
    for (const int owner : members)
      if (const int d = rank(owner).device;
          rank(owner).owns_device && (place.device < 0 || cost(d) < cost(place.device)))
        place.device = d;
    if (place.device >= 0) ++helpers[static_cast<std::size_t>(place.device)];
  }
}

int Topology::ranks_per_node() const {
  std::size_t most = 0;
  for (const auto& members : members_) most = std::max(most, members.size());
  return static_cast<int>(most);
}

Locality Topology::locality(int rank_a, int rank_b) const {
  const RankPlace &a = rank(rank_a), &b = rank(rank_b);
  if (rank_a == rank_b) return Locality::self;
  if (a.node != b.node) return Locality::network;
  return a.sockets.size() == 1 && a.sockets == b.sockets ? Locality::socket : Locality::node;
}

int Topology::device_number(int r) const {
  const std::vector<int>& visible = rank(r).visible_devices;
  const auto found = std::ranges::find(visible, rank(r).device);
  return found == visible.end() ? -1 : static_cast<int>(found - visible.begin());
}

bool Topology::is_helper(int r) const { return rank(r).device >= 0 && !rank(r).owns_device; }

std::vector<std::string> Topology::warnings() const {
  std::vector<std::string> found;
  for (int n = 0; n < nodes(); ++n) {
    const auto& members = ranks_on(n);
    const std::string where = nodes() > 1 ? fmt::format(" of {}", node(n).host) : "";
    Cores all;
    for (const int r : members) all.merge(cores_of(rank(r)));
    for (const Cores& cores : crowded_sets(members, ranks_)) {
      const auto crowd = confined_to(cores, members, ranks_);
      if (cores == all)
        found.push_back(fmt::format("{} ranks share {} core{}{}: they wait for each other's turns "
                                    "and measure that; start at most {}",
                                    crowd.size(), cores.size(), cores.size() == 1 ? "" : "s", where,
                                    cores.size()));
      else
        found.push_back(fmt::format("{} are bound to the same core{} ({}){}: give each its own "
                                    "(mpirun --bind-to core)",
                                    rank_list(crowd), cores.size() == 1 ? "" : "s",
                                    fmt::join(cores, ", "), where));
    }
    std::vector<int> unbound;
    for (const int r : members)
      if (all.size() > 1 && cores_of(rank(r)) == all) unbound.push_back(r);
    if (members.size() > 1 && !unbound.empty())
      found.push_back(
          fmt::format("{}{} {} not bound to cores, so the system may move {} during the "
                      "work (mpirun --bind-to core)",
                      rank_list(unbound), where, unbound.size() == 1 ? "is" : "are",
                      unbound.size() == 1 ? "it" : "them"));
  }
  return found;
}

std::string Topology::summary() const {
  if (nodes_.empty()) return "no nodes";
  const NodePlace& first = nodes_.front();
  std::string text = fmt::format("{} on {}; {} with {}, {}", plural(ranks_.size(), "rank"),
                                 plural(nodes_.size(), "node"), first.processor,
                                 plural(static_cast<std::size_t>(first.sockets), "socket"),
                                 plural(static_cast<std::size_t>(first.cores), "core"));
  if (first.devices.empty()) return text;
  const auto owners = std::ranges::count_if(ranks_, &RankPlace::owns_device);
  return text + fmt::format("; {} ({}), {}", plural(first.devices.size(), "device"),
                            first.devices.front().name,
                            plural(ranks_.size() - static_cast<std::size_t>(owners), "helper"));
}

Texts fingerprint(const Topology& topology) {
  const NodePlace& node = topology.node(0);
  return {{"processor", node.processor},
          {"cores", std::to_string(node.cores)},
          {"sockets", std::to_string(node.sockets)},
          {"devices", device_list(node.devices)},
          {"network", node.network.empty() ? "none" : node.network},
          {"ranks_per_node", std::to_string(topology.ranks_per_node())},
          {"mpi", library_version()}};
}

}  // namespace thalweg::transport
