// SPDX-License-Identifier: Apache-2.0
// Messages from device memory to device memory whose contents are checked: what trials of an MPI
// library send (device_direct.hpp).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "transport/comm/mpi_native.hpp"
#include "transport/comm/node_map.hpp"

namespace thalweg::transport {

/// From whom to whom a message of the trial goes.
struct TrialWay {
  int from = 0, to = 0;
  bool operator==(const TrialWay&) const = default;
};

/// Around the ranks of each node that take part, and from the ranks of each node with such ranks to
/// those of the next: every rank sends and receives on its node, and across where there are
/// several.
std::vector<TrialWay> trial_ways(const NodeMap& nodes, const std::vector<bool>& takes_part);

/// Short, long and very long messages: libraries treat them differently. A trial sends all.
inline constexpr std::size_t trial_lengths[] = {8, std::size_t{64} << 10, std::size_t{4} << 20};

/// Collective: every rank gives its trouble, or none; all get the one that counts.
using AgreeOnTrouble = std::function<std::string(const std::string& trouble)>;

/// Collective over the ranks of the ways: messages of one length, all at once, from and to memory
/// of the device that each has chosen, once all agree that they have such memory. Returns what they
/// agree went wrong: a message was late by `seconds` or arrived changed, or a call failed. Memory
/// of messages that are still under way then is never freed. May crash.
std::string send_device_memory(MPI_Comm comm, int me, const std::vector<TrialWay>& ways,
                               std::size_t length, double seconds, const AgreeOnTrouble& agree);

}  // namespace thalweg::transport
