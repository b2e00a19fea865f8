// SPDX-License-Identifier: Apache-2.0
// What a movement carries: lists of runs of bytes between this rank's buffers and its peers.
#pragma once

#include <algorithm>
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

/// Where the last message of one side (&Chunk::sends or &Chunk::receives) ends in its buffer.
inline std::int64_t buffer_end(const std::vector<Chunk>& chunks,
                               std::vector<Message> Chunk::*side) {
  std::int64_t end = 0;
  for (const Chunk& chunk : chunks)
    for (const Message& m : chunk.*side) end = std::max(end, m.offset + m.bytes);
  return end;
}

/// A run of bytes of one buffer.
struct ByteRun {
  std::int64_t offset = 0, bytes = 0;
  bool operator==(const ByteRun&) const = default;
};

/// The bytes of messages, with those that follow each other as one run: a copy to or from a device
/// costs its latency however short it is. In ascending order.
inline std::vector<ByteRun> runs_of(const std::vector<Message>& messages) {
  std::vector<ByteRun> parts, runs;
  for (const Message& m : messages)
    if (m.bytes > 0) parts.push_back({m.offset, m.bytes});
  std::sort(parts.begin(), parts.end(),
            [](const ByteRun& a, const ByteRun& b) { return a.offset < b.offset; });
  for (const ByteRun& part : parts)
    if (!runs.empty() && runs.back().offset + runs.back().bytes == part.offset)
      runs.back().bytes += part.bytes;
    else
      runs.push_back(part);
  return runs;
}

}  // namespace thalweg::transport
