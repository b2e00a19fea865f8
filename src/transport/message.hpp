// SPDX-License-Identifier: Apache-2.0
// What a movement carries: lists of runs of bytes between this rank's buffers and its peers.
#pragma once

#include <cstdint>
#include <vector>

namespace thalweg::transport {

/// A run of bytes that goes to or comes from a peer: offset into the send or the receive buffer.
struct Message {
  int peer = 0;
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
};

/// One part of a movement that can start on its own. A peer appears at most once on each side.
struct Chunk {
  std::vector<Message> sends, receives;
};

}  // namespace thalweg::transport
