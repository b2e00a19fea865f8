// SPDX-License-Identifier: Apache-2.0
// One movement of one size with its buffers, and how it is done by each route.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "exec/array.hpp"
#include "transport/choice/choose.hpp"
#include "transport/comm/node_memory.hpp"

namespace thalweg::bench {

using namespace transport;

/// The ranks in a periodic box as square as it can be; a rank's neighbours in all 26 directions.
std::vector<int> halo_peers(const Communicator& comm);
std::vector<int> transpose_peers(const Communicator& comm);

/// What is timed. in_use: every rank writes what it sends, exchanges, and reads once what has
/// arrived. Only so can a route that leaves messages with their sender be compared with others: it
/// moves bytes while they are read. Only so, too, does no route find in its caches what nobody has
/// written since.
enum class TimedPart { exchange, in_use };

/// Such memory as solvers have.
class Case {
 public:
  /// Collective. `size`: bytes per destination, a multiple of 8. In use, what the route in-place
  /// lets go lies in memory that the node shares, if it can be had; what the others send in memory
  /// of the rank, as it does in a solver whose case names them.
  Case(const Communicator& comm, std::string movement, const std::vector<int>& peers,
       std::int64_t size, TimedPart timed);

  const std::string& movement() const { return movement_; }
  std::int64_t bytes() const { return bytes_; }
  TimedPart timed() const { return timed_; }
  const Communicator& comm() const { return plan_.comm; }
  /// Collective: the choice between all routes.
  RouteChoice choose();
  /// Collective: one exchange by a route, and what is timed with it. The case must outlive it.
  /// `beyond`: in place, the route of messages that leave the node.
  std::function<void()> exchange_by(Route route, Route beyond = Route::direct);
  /// What is timed with an exchange, without one.
  std::function<void()> use_alone();
  /// Whether all that this rank has read so far was what was sent.
  bool all_arrived() const { return all_arrived_; }

 private:
  using Buffer = exec::Array<std::byte, 1, exec::Space::host>;
  class Use;
  /// Of the route, or what the choice is made for: in place if the memory can be shared.
  Plan plan_in_place() const;

  std::string movement_;
  std::int64_t bytes_;
  TimedPart timed_;
  Buffer send_, receive_;
  Plan plan_;
  std::unique_ptr<NodeMemory> shared_;
  bool all_arrived_ = true;
};

}  // namespace thalweg::bench
