// SPDX-License-Identifier: Apache-2.0
// Memory to send from in tests, which the ranks of a node share if that is wanted.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "tests/unit/transport/messages.hpp"
#include "transport/comm/node_memory.hpp"
#include "transport/routes/itinerary.hpp"

namespace thalweg::transport::testing {

class SendBuffer {
 public:
  /// Collective.
  SendBuffer(const Communicator& comm, std::int64_t bytes, bool shared)
      : comm_(comm), shared_(shared ? NodeMemory::offer(comm, bytes) : nullptr),
        own_(shared_ ? 0 : static_cast<std::size_t>(bytes)),
        data(shared_ ? shared_->data() : own_.data()) {}

  bool is_shared() const { return shared_ != nullptr; }

  /// Where the memory is shared, what the ranks of this node have for this one, copied to where it
  /// would have been received. `mine` was made by uneven_lists().
  void collect(const Lists& mine, std::byte* in) const {
    if (!shared_) return;
    for (const int peer : comm_.nodes().members(comm_.nodes().node_of(comm_.rank()))) {
      const Lists theirs = uneven_lists(peer, comm_.size(), mine.base, mine.chunks.size());
      for (std::size_t c = 0; c < mine.chunks.size(); ++c)
        for (const Message& m : mine.chunks[c].receives)
          if (m.peer == peer)
            std::copy_n(shared_->of(comm_.nodes().local(peer)) + offset_of(theirs.chunks[c]),
                        static_cast<std::size_t>(m.bytes), in + m.offset);
    }
  }

 private:
  /// Where in another rank's memory a chunk's message for this one lies.
  std::int64_t offset_of(const Chunk& chunk) const {
    for (const Message& m : chunk.sends)
      if (m.peer == comm_.rank()) return m.offset;
    return 0;
  }

  Communicator comm_;
  std::unique_ptr<NodeMemory> shared_;
  std::vector<std::byte> own_;

 public:
  std::byte* const data;
};

}  // namespace thalweg::transport::testing
