// SPDX-License-Identifier: Apache-2.0
#include "transport/comm/node_memory.hpp"

#include "exec/array.hpp"
#include "transport/comm/mpi_native.hpp"
#include "transport/comm/shared_segment.hpp"

namespace thalweg::transport {

std::unique_ptr<NodeMemory> NodeMemory::offer(const Communicator& comm, std::int64_t bytes) {
  const NodeMap& nodes = comm.nodes();
  const double of_a_node = comm.max(static_cast<double>(bytes)) * nodes.largest_node();
  if (nodes.largest_node() < 2 || !comm.agree(SharedSegment::has_room(of_a_node))) return nullptr;
  return std::unique_ptr<NodeMemory>(new NodeMemory(comm, bytes));
}

NodeMemory::NodeMemory(const Communicator& comm, std::int64_t bytes)
    : local_rank_(comm.native().node_rank),
      segment_(std::make_unique<SharedSegment>(comm, 0, bytes)) {
  // Taken now: pages that nobody has written do not count as used where the next one asks for room.
  constexpr std::int64_t page = 4096;
  exec::first_touch(data(), static_cast<std::size_t>(bytes / page), page);
}

NodeMemory::~NodeMemory() = default;

std::byte* NodeMemory::data() const { return of(local_rank_); }

std::byte* NodeMemory::of(int local_rank) const { return segment_->payload(local_rank); }

}  // namespace thalweg::transport
