// SPDX-License-Identifier: Apache-2.0
// Memory of a rank that the other ranks of its node can read where it is, for the route in-place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "transport/comm/communicator.hpp"

namespace thalweg::transport {

class SharedSegment;

class NodeMemory {
 public:
  /// Collective: so many bytes for each rank, which may differ. Null on all ranks where no node has
  /// several ranks, or where a node has too little shared memory left. Throws CommError.
  static std::unique_ptr<NodeMemory> offer(const Communicator& comm, std::int64_t bytes);
  ~NodeMemory();

  std::byte* data() const;
  /// Where the memory of a rank of this node begins, for this rank.
  std::byte* of(int local_rank) const;

 private:
  NodeMemory(const Communicator& comm, std::int64_t bytes);

  int local_rank_;
  std::unique_ptr<SharedSegment> segment_;
};

}  // namespace thalweg::transport
