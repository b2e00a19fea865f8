// SPDX-License-Identifier: Apache-2.0
// What two devices can pass each other: directly, and through the host; one pair at a time and
// several, each copy waited for or many asked for at once. After Jaros, Treeby and Rendell (2012),
// section 5.4, figures 7 and 8, but between the devices of two ranks, as movements are.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "exec/device_link.hpp"
#include "transport/probe/device_bandwidth.hpp"

namespace thalweg::transport {

/// Two ranks of the first node: `from` copies out of its device's memory into that of `to`.
struct DevicePair {
  int from = 0, to = 0;
  bool operator==(const DevicePair&) const = default;
};

/// Pairs without a common rank: of owners of different devices; where the node has one device, of
/// ranks that use that one.
std::vector<DevicePair> device_pairs(const Topology& topology);

/// How a copy goes. through_host: into pinned memory, and from there. queued: nothing is waited for
/// before the last copy has been asked for; else each part of a copy is.
struct PairWay {
  bool through_host = false, queued = false;
};

/// Copies from `own` to `there`, with a stage in pinned memory; all must outlive it.
Operation pair_copies(exec::DeviceLink& link, const std::byte* own, std::byte* there,
                      std::byte* stage, const PairWay& way);

/// One row of the table, a rate for each size.
struct PairRates {
  PairWay way;
  int pairs = 1;                   // at once
  std::vector<Quantiles> seconds;  // one per size; of a block of each pair

  /// The rate of all pairs together [B/s].
  double rate(std::size_t size, const std::vector<std::int64_t>& bytes) const;
};

struct PairTable {
  std::string device;       // name of the first
  bool within_one = false;  // the pairs' ranks use one device
  std::string why_not;      // why a pair cannot copy; empty: it can
  std::vector<std::int64_t> bytes;
  std::vector<PairRates> rows;
};

/// Collective: what the ranks `from` of the pairs measure while the others sleep, by one pair and
/// by up to three at once. No row, and the reason, on all ranks where there is no pair, where ranks
/// cannot open each other's memory, or where a copy brings other bytes than it should.
PairTable measure_pair_table(const Communicator& comm, const Topology& topology,
                             const TableOptions& options);

/// The table as text, sizes downwards, rates in GB/s.
std::string pair_table_text(const PairTable& table);

}  // namespace thalweg::transport
