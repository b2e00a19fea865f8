// SPDX-License-Identifier: Apache-2.0
#include "transport/routes/carriers/slices.hpp"

#include <algorithm>
#include <tuple>

#include "transport/comm/mpi_native.hpp"
#include "transport/routes/carriers/node_messages.hpp"

namespace thalweg::transport::carriers {

namespace {

/// The ranks between which a piece goes from node to node.
std::pair<int, int> crossing(const PieceSchedule& schedule, const NodeMap& nodes) {
  for (const Move& move : schedule.moves)
    if (!nodes.together(move.from, move.to)) return {move.from, move.to};
  return {schedule.piece.source, schedule.piece.dest};
}

/// Cut one message; owner: the local rank on this node.
void cut(const GlobalMessage& message, int owner, bool leaves, std::int64_t place,
         const Communicator& comm, Slices& slices) {
  for (const PieceSchedule& j : piece_schedules(Route::spread, message, comm.nodes())) {
    if (owner == comm.native().node_rank) ++(leaves ? slices.out : slices.in);
    const auto [from, to] = crossing(j, comm.nodes());
    if ((leaves ? from : to) != comm.rank()) continue;
    slices.mine.push_back({owner, leaves, place + j.piece.begin, j.piece.bytes, message.source,
                           message.dest, leaves ? to : from});
  }
}

}  // namespace

void Slice::add_to(Requests& requests, std::byte* here, int tag, MPI_Comm comm) const {
  if (leaves)
    requests.add_send(here, bytes, other, tag, comm);
  else
    requests.add_receive(here, bytes, other, tag, comm);
}

Slices slices_of_node(const Communicator& comm, const std::vector<MessageSlot>& sends,
                      const std::vector<MessageSlot>& receives) {
  std::vector<std::int64_t> mine;
  const auto tell = [&](const std::vector<MessageSlot>& list, bool leaves) {
    for (const MessageSlot& slot : list)
      mine.insert(mine.end(), {leaves, slot.message.peer, slot.message.bytes, slot.place});
  };
  tell(sends, true);
  tell(receives, false);
  Slices slices;
  const auto all = share_on_node(comm, mine);
  const auto& members = comm.nodes().members(comm.nodes().node_of(comm.rank()));
  for (std::size_t local = 0; local < all.size(); ++local)
    for (std::size_t i = 0; i + 3 < all[local].size(); i += 4) {
      const bool leaves = all[local][i] != 0;
      const int owner = members[local], peer = static_cast<int>(all[local][i + 1]);
      const GlobalMessage message{leaves ? owner : peer, leaves ? peer : owner, all[local][i + 2]};
      cut(message, static_cast<int>(local), leaves, all[local][i + 3], comm, slices);
    }
  std::stable_sort(slices.mine.begin(), slices.mine.end(), [](const Slice& a, const Slice& b) {
    return std::tie(a.dest, a.source, a.place) < std::tie(b.dest, b.source, b.place);
  });
  return slices;
}

}  // namespace thalweg::transport::carriers
