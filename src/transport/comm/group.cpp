// SPDX-License-Identifier: Apache-2.0
#include "transport/comm/group.hpp"

#include "transport/comm/mpi_native.hpp"

namespace thalweg::transport {

std::vector<int> group_of(const Communicator& comm) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  std::vector<int> here(ranks), members(ranks);
  for (std::size_t r = 0; r < ranks; ++r) here[r] = static_cast<int>(r);
  MPI_Group ours = MPI_GROUP_NULL, all = MPI_GROUP_NULL;
  check_mpi(MPI_Comm_group(comm.native().comm, &ours), "MPI_Comm_group");
  check_mpi(MPI_Comm_group(MPI_COMM_WORLD, &all), "MPI_Comm_group");
  check_mpi(MPI_Group_translate_ranks(ours, comm.size(), here.data(), all, members.data()),
            "MPI_Group_translate_ranks");
  MPI_Group_free(&ours);
  MPI_Group_free(&all);
  for (int r = 0; r < comm.size(); ++r) members.push_back(comm.nodes().node_of(r));
  return members;
}

}  // namespace thalweg::transport
