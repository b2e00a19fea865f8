// SPDX-License-Identifier: Apache-2.0
// The group of ranks that run one simulation, without MPI's types: only this room includes mpi.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace thalweg::transport {

/// Starts and ends MPI. One object lives in main(); throws CommError.
class Session {
 public:
  /// quick: a process that nobody started as one of many leaves out the library's networks.
  enum class Start { quick, full };
  Session(int* argc, char*** argv, Start start = Start::quick);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  /// End every rank at once with this exit status: for errors that only one rank knows.
  [[noreturn]] static void abort(int status);
};

/// Name and version of the MPI library, in one line.
std::string library_version();

class NodeMap;

/// A group of ranks. Copies share it; every call but rank() and size() is collective.
class Communicator {
 public:
  static Communicator world();
  /// This process alone.
  static Communicator self();

  int rank() const;
  int size() const;
  bool is_root() const { return rank() == 0; }

  void barrier() const;
  /// A barrier that leaves the core to others while it waits, for waits of minutes; calls
  /// `meanwhile` a hundred times a second.
  void wait_for_all(const std::function<void()>& meanwhile) const;
  /// Whether every rank calls this within so many seconds: tells an error that all ranks met, which
  /// may end in order, from one that the others do not know of and wait for this rank. After false
  /// only Session::abort() is left.
  bool all_arrive(double seconds) const;
  /// Counts of MPI calls are int: what is longer travels in pieces of so many elements.
  static constexpr std::int64_t largest_piece = std::int64_t{1} << 30;
  /// Element-wise over ranks, in place; the same bits on every rank.
  void sum(std::span<double> values, std::int64_t piece = largest_piece) const;
  void sum(std::span<std::int64_t> values) const;
  void max(std::span<double> values) const;
  void min(std::span<double> values) const;
  double sum(double value) const;
  double max(double value) const;
  double min(double value) const;
  /// True on all ranks if it is true on all ranks.
  bool agree(bool ok) const;
  /// The text of rank root, on all ranks.
  std::string broadcast(const std::string& text, int root = 0,
                        std::int64_t piece = largest_piece) const;
  void broadcast(std::span<double> values, int root = 0, std::int64_t piece = largest_piece) const;
  /// The texts of all ranks, in rank order, on rank 0 (empty elsewhere). They travel in pieces of
  /// at most `piece_bytes`, of all ranks together, which MPI can count: texts may be of any length.
  std::vector<std::string> gather(const std::string& text,
                                  std::int64_t piece_bytes = 64 << 20) const;
  /// The text of the first rank that has one, on all ranks; empty if none has.
  std::string first_text(const std::string& text) const;
  /// A communicator of the same ranks with messages and collectives of its own, which never meet
  /// those of this one whatever order ranks start them in: for a movement. Collective; the MPI
  /// library makes one communicator more. Throws CommError.
  Communicator apart() const;
  /// Give back what the ranks of this group made together and could not give back while an error
  /// went up: after an error that all of them met and go on from. Collective.
  void give_back_abandoned() const;
  /// How many such objects this rank holds. Not collective.
  static std::size_t abandoned();
  /// The ranks that give the same colour (>= 0), in the order of their keys. They share a node as
  /// they do here.
  Communicator split(int colour, int key) const;
  /// Ranks that share this rank's node, and this rank's number among them.
  int node_size() const;
  int node_rank() const;
  /// node_size() and node_rank() among all ranks of the program: a part made by split() shares the
  /// node's devices and memory with the other parts.
  int node_size_of_program() const;
  int node_rank_in_program() const;
  /// Which ranks share a node. Not collective.
  const NodeMap& nodes() const;
  /// A communicator of the same ranks as if rank r were on node node_of[r], where r's node is split
  /// by that: lets one machine stand for several. Parts made by split() keep these nodes.
  Communicator split_into_nodes(const std::vector<int>& node_of) const;

  /// MPI_Comm of this group as a handle for the rooms that pass it on (parallel HDF5).
  struct Native;
  const Native& native() const { return *native_; }

 private:
  explicit Communicator(std::shared_ptr<const Native> native) : native_(std::move(native)) {}
  std::shared_ptr<const Native> native_;
};

}  // namespace thalweg::transport
