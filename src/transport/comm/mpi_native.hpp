// SPDX-License-Identifier: Apache-2.0
// The MPI side of a communicator, for this room and for parallel HDF5 in the room io.
#pragma once

#include <mpi.h>

#include <memory>
#include <string>

#include "base/error.hpp"
#include "transport/comm/communicator.hpp"
#include "transport/comm/node_map.hpp"

namespace thalweg::transport {

/// Owns a duplicate of an MPI communicator, so that our messages never meet another library's.
struct Communicator::Native {
  MPI_Comm comm = MPI_COMM_NULL;
  // Used by all_arrive() alone, so that it never meets a call that the other ranks are still in.
  MPI_Comm farewell = MPI_COMM_NULL;
  MPI_Comm node = MPI_COMM_NULL;  // the ranks of comm that share memory with this one
  int rank = 0, size = 1, node_rank = 0, node_size = 1;
  int program_node_rank = 0, program_node_size = 1;
  NodeMap nodes;

  /// Collective. Ranks of parent share a node if they are together in `neighbours` and give the
  /// same part of it.
  Native(MPI_Comm parent, std::string name, MPI_Comm neighbours, int part);
  /// Collective: Communicator::apart().
  explicit Native(std::shared_ptr<const Native> whole);
  /// A number for the next plan, the same on all ranks that make their plans in the same order.
  int next_channel() const { return channel_++; }
  /// A name for what all ranks make of this together next, the same on all of them.
  std::string next_name() const { return name_ + "." + std::to_string(made_++); }
  ~Native();
  Native(const Native&) = delete;
  Native& operator=(const Native&) = delete;

 private:
  std::string name_;
  std::shared_ptr<const Native> whole_;  // that owns farewell and node, if this does not
  mutable int channel_ = 0, made_ = 0;
};

/// No hints for MPI-IO.
inline const MPI_Info no_hints = MPI_INFO_NULL;

/// Whether MPI's objects may be given back: not after the end of MPI, nor while an error goes up on
/// this rank, since giving back what ranks share waits for all of them.
bool may_free();

/// Throws CommError with the call and the library's text unless status is MPI_SUCCESS.
void check_mpi(int status, const char* call);

}  // namespace thalweg::transport
