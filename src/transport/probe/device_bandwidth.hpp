// SPDX-License-Identifier: Apache-2.0
// What a device and the host can pass each other: by how the host memory was allocated, by
// direction, by the size of the blocks and by how many threads of the host copy at once. The probe
// and `thalweg bench transport` measure it by the same code; tables after Jaros, Treeby and Rendell
// (2012), section 5.
#pragma once

#include <string>
#include <vector>

#include "exec/device_copies.hpp"
#include "transport/machine/topology.hpp"
#include "transport/probe/probe_sampler.hpp"

namespace thalweg::transport {

/// A device of the first node and the ranks there that see it, the owner first.
struct SharedDevice {
  int device = 0;
  std::vector<int> ranks;
};
std::vector<SharedDevice> devices_of(const Topology& topology);

/// Use a device of this rank's node from this thread; its number is that of the node.
void use_device(const Topology& topology, int rank, int device);

Memory memory_of(exec::HostMemory kind);
/// "copy to device", "copy from device", "copies both ways at once".
const char* name_of(exec::CopyWay way);

/// Chooses the device of a thread, by its number; CUDA's choice holds for one thread alone.
using ChooseDevice = std::function<void(int thread)>;

/// Copies of blocks of up to `largest` bytes, each complete before its thread's next; the first
/// thread is the caller's. The slowest counts. Throws DeviceError.
Operation device_copies(exec::HostMemory kind, exec::CopyWay way, std::int64_t largest, int threads,
                        const ChooseDevice& choose);

/// One row of the tables, a rate for each size.
struct CopyRates {
  exec::HostMemory memory = exec::HostMemory::pinned;
  exec::CopyWay way = exec::CopyWay::to_device;
  int threads = 1;
  std::vector<Quantiles> seconds;  // one per size; of a block of each thread

  /// The rate of all threads together, in both directions where both are used [B/s].
  double rate(std::size_t size, const std::vector<std::int64_t>& bytes) const;
};

struct CopyTable {
  std::string device;  // name of the first
  int devices = 1;     // that several threads use in turn
  std::vector<std::int64_t> bytes;
  std::vector<CopyRates> rows;
};

/// How a table is measured.
struct TableOptions {
  std::vector<std::int64_t> bytes;  // ascending
  std::vector<int> threads;         // ascending, from 1
  Sampling sampling;                // of each row
};

/// Collective: what the owner of the first device measures while the other ranks sleep; empty on
/// all ranks where the first node has no device. Each kind of memory by one thread on that device,
/// and pinned memory by several threads, which take the devices that their rank sees in turn.
CopyTable measure_copy_table(const Communicator& comm, const Topology& topology,
                             const TableOptions& options);

/// The table as text, sizes downwards, rates in GB/s.
std::string copy_table_text(const CopyTable& table);

}  // namespace thalweg::transport
