// SPDX-License-Identifier: Apache-2.0
// Who runs where: the node, socket and cores of every rank, the devices and who owns them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "transport/comm/communicator.hpp"
#include "transport/profile/profile.hpp"

namespace thalweg::transport {

/// A device of a node. Devices are told apart by their address on the PCI bus, because processes
/// may number them differently.
struct DevicePlace {
  std::string name, pci_bus_id;
  std::vector<int> cores;  // nearest to it; empty: unknown
  bool operator==(const DevicePlace&) const = default;
};

/// One node, as its first rank sees it.
struct NodePlace {
  std::string host, processor;
  int cores = 1, sockets = 1;  // of the whole machine
  std::vector<DevicePlace> devices;
  std::string network;           // adapters; empty: none found
  std::int64_t cache_bytes = 0;  // of one cache of the last level; 0: unknown
};

/// One rank. Cores have the system's number of their first hardware thread.
struct RankPlace {
  int node = 0;
  std::vector<int> cores;            // that it may run on; empty: unknown
  std::vector<int> sockets, memory;  // of those cores: sockets, NUMA nodes
  std::vector<int> visible_devices;  // numbers in NodePlace::devices, in this process's order
  int device = -1;                   // that it owns or helps; -1: the node has none for it
  bool owns_device = false;
};

class Topology {
 public:
  /// Collective: asks MPI which ranks share a node, and hwloc where each may run. Ranks whose
  /// hosts differ by name are on different nodes whatever MPI says. Throws CommError.
  static Topology discover(const Communicator& comm);
  /// A machine as described; gives each device to one rank that sees it, near ones first, and
  /// makes the other ranks helpers, equally many of each device if they can be, then of near ones.
  /// RankPlace::node must be valid.
  Topology(std::vector<NodePlace> nodes, std::vector<RankPlace> ranks);

  int ranks() const { return static_cast<int>(ranks_.size()); }
  int nodes() const { return static_cast<int>(nodes_.size()); }
  const RankPlace& rank(int rank) const { return ranks_.at(static_cast<std::size_t>(rank)); }
  const NodePlace& node(int node) const { return nodes_.at(static_cast<std::size_t>(node)); }
  int node_of(int rank) const { return this->rank(rank).node; }
  /// In ascending order.
  const std::vector<int>& ranks_on(int node) const {
    return members_.at(static_cast<std::size_t>(node));
  }
  /// The most that any node has.
  int ranks_per_node() const;

  /// self: the same rank; socket: both are confined to one and the same socket.
  Locality locality(int rank_a, int rank_b) const;
  /// Ranks without a device of their own on a node with devices.
  bool is_helper(int rank) const;
  /// The device that a rank owns or helps, by its number among those that the rank sees, which is
  /// what runs and the probe let it work on; -1: it sees none.
  int device_number(int rank) const;

  /// What is wrong with the binding, in plain words; empty if all is well.
  std::vector<std::string> warnings() const;
  /// Nodes, sockets, ranks and devices in one line.
  std::string summary() const;

 private:
  void give_devices(int node);

  std::vector<NodePlace> nodes_;
  std::vector<RankPlace> ranks_;
  std::vector<std::vector<int>> members_;
};

/// What measurements of this machine depend on, host names apart: processor, cores and sockets,
/// devices and adapters of the first node, ranks per node, MPI library.
Texts fingerprint(const Topology& topology);

}  // namespace thalweg::transport
