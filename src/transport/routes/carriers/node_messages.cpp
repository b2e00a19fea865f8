// SPDX-License-Identifier: Apache-2.0
#include "transport/routes/carriers/node_messages.hpp"

#include <numeric>

#include "transport/comm/mpi_native.hpp"

namespace thalweg::transport::carriers {

std::vector<std::vector<std::int64_t>> share_on_node(const Communicator& comm,
                                                     const std::vector<std::int64_t>& mine) {
  const Communicator::Native& native = comm.native();
  const auto ranks = static_cast<std::size_t>(native.node_size);
  std::vector<int> counts(ranks), offsets(ranks);
  const int count = static_cast<int>(mine.size());
  check_mpi(MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, native.node),
            "MPI_Allgather");
  std::exclusive_scan(counts.begin(), counts.end(), offsets.begin(), 0);
  std::vector<std::int64_t> all(static_cast<std::size_t>(offsets.back() + counts.back()));
  check_mpi(MPI_Allgatherv(mine.data(), count, MPI_INT64_T, all.data(), counts.data(),
                           offsets.data(), MPI_INT64_T, native.node),
            "MPI_Allgatherv");
  std::vector<std::vector<std::int64_t>> by_rank(ranks);
  for (std::size_t r = 0; r < ranks; ++r)
    by_rank[r].assign(all.begin() + offsets[r], all.begin() + offsets[r] + counts[r]);
  return by_rank;
}

std::vector<GlobalMessage> messages_of_node(const Communicator& comm, const Chunk& chunk) {
  const NodeMap& nodes = comm.nodes();
  std::vector<std::int64_t> mine;
  const auto tell = [&](const GlobalMessage& t) {
    mine.insert(mine.end(), {t.source, t.dest, t.bytes});
  };
  for (const Message& m : chunk.sends) tell({comm.rank(), m.peer, m.bytes});
  // What starts on this node its sender tells.
  for (const Message& m : chunk.receives)
    if (!nodes.together(m.peer, comm.rank())) tell({m.peer, comm.rank(), m.bytes});
  std::vector<GlobalMessage> messages;
  for (const auto& values : share_on_node(comm, mine))
    for (std::size_t i = 0; i + 2 < values.size(); i += 3)
      messages.push_back(
          {static_cast<int>(values[i]), static_cast<int>(values[i + 1]), values[i + 2]});
  return messages;
}

}  // namespace thalweg::transport::carriers
