// SPDX-License-Identifier: Apache-2.0
// Routes on which a message visits other ranks on its way, as plans without MPI: which piece of
// which message moves from whom to whom in which hop, and what one rank has to send, receive and
// copy in each. carriers/relay.cpp carries such a plan out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "transport/comm/message.hpp"
#include "transport/comm/node_map.hpp"
#include "transport/routes/route.hpp"

namespace thalweg::transport {

/// A message as all ranks of the two nodes know it.
struct GlobalMessage {
  int source = 0, dest = 0;
  std::int64_t bytes = 0;
};

/// Bytes [begin, begin + bytes) of the message from source to dest.
struct Piece {
  int source = 0, dest = 0;
  std::int64_t begin = 0, bytes = 0;
};

/// In hop number `hop` something goes from one rank to another.
struct Move {
  int hop = 0, from = 0, to = 0;
};

/// A piece and its moves, in the order of their hops.
struct PieceSchedule {
  Piece piece;
  std::vector<Move> moves;
};

/// How a message travels on a route of several hops (docs/theory/data-movement.md, section 4):
///   pairwise    round r: every rank sends to the one r further on
///   two_step    to the partner on the other node, which hands it out there
///   three_step  to the one rank of the node that sends to the other node, across, handed out there
///   spread      cut over all ranks of the node, across side by side, put together there
/// Throws UsageError for other routes.
std::vector<PieceSchedule> piece_schedules(Route route, const GlobalMessage& message,
                                           const NodeMap& nodes);

/// Where bytes lie on a rank: in the caller's buffers, or in the plan's own.
enum class BufferKind { send, receive, transit };

struct LocalCopy {
  BufferKind from = BufferKind::send, to = BufferKind::transit;
  std::int64_t from_offset = 0, to_offset = 0, bytes = 0;
};

/// A message of one hop.
struct Transfer {
  int peer = 0;
  BufferKind buffer = BufferKind::send;
  std::int64_t offset = 0, bytes = 0;
};

/// A hop starts when all that earlier ones receive is here: its copies first, then its messages.
struct Hop {
  int number = 0;  // the same for sender and receiver
  std::vector<LocalCopy> copies;
  std::vector<Transfer> sends, receives;
};

/// All that one rank does for one chunk.
struct Itinerary {
  std::vector<Hop> hops;
  std::vector<LocalCopy> last;  // once everything is here
  std::int64_t transit_bytes = 0;
};

/// The itinerary of rank `me`. `messages` holds, in any order, every message that has its source
/// or its destination on me's node; `chunk` says where me's own lie.
Itinerary plan_itinerary(Route route, int me, const std::vector<GlobalMessage>& messages,
                         const Chunk& chunk, const NodeMap& nodes);

}  // namespace thalweg::transport
