// SPDX-License-Identifier: Apache-2.0
// Memory that the ranks of a node share, and counters in it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "transport/comm/communicator.hpp"

namespace thalweg::transport {

/// A part of shared memory per rank of the node. Move-only; making and ending one is collective.
class SharedSegment {
 public:
  /// `counters` 64-bit counters, then `bytes` of payload. Throws CommError.
  SharedSegment(const Communicator& comm, std::size_t counters, std::int64_t bytes);
  ~SharedSegment();
  SharedSegment(const SharedSegment&) = delete;
  SharedSegment& operator=(const SharedSegment&) = delete;

  /// Counter i of a rank of this node, all starting at 0.
  std::atomic_ref<std::uint64_t> counter(int local_rank, std::size_t i) const;
  std::byte* payload(int local_rank) const;

  /// How many bytes may be taken from where such memory comes from; infinity where nobody knows.
  static double room();
  static bool has_room(double bytes) { return bytes < room(); }

 private:
  struct Window;
  Window* window_;
  std::size_t header_;
};

}  // namespace thalweg::transport
