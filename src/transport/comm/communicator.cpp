// SPDX-License-Identifier: Apache-2.0
#include "transport/comm/communicator.hpp"

#include <utility>
#include <vector>

#include "transport/comm/abandoned.hpp"
#include "transport/comm/watch.hpp"

namespace thalweg::transport {

namespace {

/// For every rank the smallest rank of its node.
NodeMap map_of_nodes(MPI_Comm comm, MPI_Comm node, int rank, int size) {
  int first = rank;
  check_mpi(MPI_Bcast(&first, 1, MPI_INT, 0, node), "MPI_Bcast");
  std::vector<int> node_of(static_cast<std::size_t>(size));
  check_mpi(MPI_Allgather(&first, 1, MPI_INT, node_of.data(), 1, MPI_INT, comm), "MPI_Allgather");
  return NodeMap(std::move(node_of));
}

}  // namespace

Communicator::Native::Native(MPI_Comm parent, std::string name, MPI_Comm neighbours, int part)
    : nodes({0}), name_(std::move(name)) {
  check_mpi(MPI_Comm_dup(parent, &comm), "MPI_Comm_dup");
  check_mpi(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check_mpi(MPI_Comm_dup(comm, &farewell), "MPI_Comm_dup");
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  check_mpi(MPI_Comm_split(neighbours, part, rank, &node), "MPI_Comm_split");
  MPI_Comm_rank(node, &node_rank);
  MPI_Comm_size(node, &node_size);
  program_node_rank = node_rank;
  program_node_size = node_size;
  nodes = map_of_nodes(comm, node, rank, size);
}

Communicator::Native::Native(std::shared_ptr<const Native> whole)
    : farewell(whole->farewell), node(whole->node), rank(whole->rank), size(whole->size),
      node_rank(whole->node_rank), node_size(whole->node_size),
      program_node_rank(whole->program_node_rank), program_node_size(whole->program_node_size),
      nodes(whole->nodes), name_(whole->next_name()), whole_(std::move(whole)) {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Comm_idup(whole_->comm, &comm, &request), "MPI_Comm_idup");
  wait_for_request("a communicator for a movement", *whole_, request);
  check_mpi(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
}

Communicator::Native::~Native() {
  give_back(comm, name_ + "/own", size);
  if (whole_) return;
  give_back(farewell, name_ + "/farewell", size);
  give_back(node, name_ + "/node", size);
}

Communicator Communicator::world() {
  static int made = 0;
  MPI_Comm sharing = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &sharing),
            "MPI_Comm_split_type");
  auto native =
      std::make_shared<const Native>(MPI_COMM_WORLD, "world" + std::to_string(made++), sharing, 0);
  MPI_Comm_free(&sharing);
  return Communicator(std::move(native));
}

Communicator Communicator::self() {
  static int made = 0;
  int rank = 0;  // each rank's self is another
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return Communicator(std::make_shared<const Native>(
      MPI_COMM_SELF, "self" + std::to_string(made++) + "of" + std::to_string(rank), MPI_COMM_SELF,
      0));
}

Communicator Communicator::apart() const {
  return Communicator(std::make_shared<const Native>(native_));
}

Communicator Communicator::split(int colour, int key) const {
  MPI_Comm part = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split(native_->comm, colour, key, &part), "MPI_Comm_split");
  const auto native = std::make_shared<Native>(
      part, native_->next_name() + ":" + std::to_string(colour), native_->node, colour);
  MPI_Comm_free(&part);
  native->program_node_rank = native_->program_node_rank;
  native->program_node_size = native_->program_node_size;
  return Communicator(native);
}

int Communicator::rank() const { return native_->rank; }
int Communicator::size() const { return native_->size; }
int Communicator::node_rank() const { return native_->node_rank; }
int Communicator::node_size() const { return native_->node_size; }
int Communicator::node_rank_in_program() const { return native_->program_node_rank; }
int Communicator::node_size_of_program() const { return native_->program_node_size; }
const NodeMap& Communicator::nodes() const { return native_->nodes; }

Communicator Communicator::split_into_nodes(const std::vector<int>& node_of) const {
  TW_CHECK(static_cast<int>(node_of.size()) == size(), "one node per rank");
  return Communicator(std::make_shared<const Native>(native_->comm, native_->next_name(),
                                                     native_->node,
                                                     node_of[static_cast<std::size_t>(rank())]));
}

}  // namespace thalweg::transport
