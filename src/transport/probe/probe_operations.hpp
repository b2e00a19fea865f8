// SPDX-License-Identifier: Apache-2.0
// What the probe times on the host: messages between two ranks, between many, copies, and reads of
// shared memory. Each returns an Operation for its group of ranks; making one is collective.
#pragma once

#include <memory>
#include <vector>

#include "exec/array.hpp"
#include "transport/probe/probe_sampler.hpp"

namespace thalweg::transport {

/// warm: the same buffer every time, as in a loop over one message. cold: always another part of
/// memory, twice the last cache's size or more, as for buffers that are filled once per time step.
enum class Buffers { warm, cold };

/// Memory to send from and to receive into. Pages are touched by this process.
class Arena {
 public:
  /// Room for parts of up to `largest` bytes; cold parts take turns in at least `spread` bytes.
  Arena(Buffers kind, std::int64_t largest, std::int64_t spread);
  /// The next part, of at most `largest` bytes.
  std::byte* take(std::int64_t bytes);

 private:
  Buffers kind_;
  using Memory = exec::host_half::Array<std::byte, 2, exec::host_half::Space::host>;
  Memory memory_;  // (page, byte)
  std::int64_t next_ = 0;
};

/// How large the buffers of an operation get.
struct Extent {
  std::int64_t largest = 0;      // of one message [B]
  std::int64_t cache_bytes = 0;  // of the last level
};

/// Group of two: one way of a round trip, blocking.
Operation ping_pong(const Communicator& pair, Buffers kind, const Extent& extent);

/// Group of two: the same bytes as runs of `run` bytes with gaps as long, by an MPI datatype
/// (`typed`) or packed and unpacked by loops around a message. `run`: a multiple of 8.
Operation strided_ping_pong(const Communicator& pair, bool typed, std::int64_t run,
                            const Extent& extent);

/// Group of two that shares memory; one copies into it what the other then copies out of it. With
/// `writes` the writer's time until all is visible, which is long because the reader's cache holds
/// what is overwritten; else from then until the reader, told by a flag, has its copy. The two add
/// up to a message.
Operation window_access(const Communicator& pair, bool writes, const Extent& extent);

/// Any group, of even size where messages go both ways or not: rank i and rank i + size/2 exchange
/// one message, all pairs at once. one_way: only the lower half sends.
Operation pairs_at_once(const Communicator& group, bool one_way, const Extent& extent);

/// Any group: the size counts messages of `bytes` bytes, all outstanding at once, from every rank
/// to the ranks `offsets` further on, in turn.
Operation many_messages(const Communicator& group, const std::vector<int>& offsets,
                        std::int64_t bytes, int most_messages);

/// Any group: every rank copies within its own memory, all at once.
Operation copies(Buffers kind, const Extent& extent);

}  // namespace thalweg::transport
