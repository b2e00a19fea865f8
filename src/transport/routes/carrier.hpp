// SPDX-License-Identifier: Apache-2.0
// How the messages of a plan travel between two buffers: one object per plan, one class per route
// or family of routes (carriers/).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "transport/comm/communicator.hpp"
#include "transport/comm/message.hpp"
#include "transport/routes/device_side.hpp"
#include "transport/routes/route.hpp"

namespace thalweg::transport {

class Carrier {
 public:
  virtual ~Carrier() = default;
  /// This chunk's part of the send buffer is complete: let it go. Chunks start in order, from 0.
  virtual void start(std::size_t chunk) = 0;
  /// On a device: wait until it has filled what is to go. What start() or finish() would wait for
  /// besides is other ranks.
  virtual void await_device() {}
  /// Let messages move; never waits.
  virtual void progress() = 0;
  /// Wait until all chunks are here, on a device in the order of Plan::device's link `in`, and the
  /// send buffer is free. Throws CommError naming the movement and the ranks that did not answer
  /// within patience().
  virtual void finish() = 0;

  /// For carriers of plans in place: what has arrived has been read.
  virtual void release() {}
  /// For carriers of plans in place: wait until the others have read what this rank let go. Throws
  /// as finish().
  virtual void reclaim() {}
};

/// What is done around an exchange whose messages are packed from, and unpacked to, other memory.
struct Packing {
  std::function<void()> pack, unpack;  // done when they return
  /// Collective: what carries them without that, over the plan's communicator (the route datatype);
  /// host memory only.
  std::function<std::unique_ptr<Carrier>(const Communicator& comm)> make_typed;
  double run_bytes = 0;  // of consecutive bytes that are packed, on average
};

/// What a carrier is made for.
struct Plan {
  std::string name;  // of the movement, for messages
  Communicator comm;
  std::vector<Chunk> chunks;
  std::byte* send = nullptr;
  std::byte* receive = nullptr;
  std::string movement = "transpose";  // the kind: "transpose", "halo"
  /// The ranks of a node work on the same memory (node_memory.hpp): a message between them only
  /// says that its part is there; its offset does not matter.
  bool in_place = false;
  Route beyond = Route::direct;              // in place: the route of messages that leave the node
  std::shared_ptr<DeviceSide> device{};      // where the buffers lie in device memory
  std::shared_ptr<const Packing> packing{};  // where that is done around every exchange

  /// What is taken unless something else is better.
  Route usual_route() const { return device ? Route::staged : Route::direct; }
};

/// Collective. Throws UsageError for a route that possible_routes() excludes.
std::unique_ptr<Carrier> make_carrier(Route route, const Plan& plan);

/// Collective: the most host memory that a carrier of this route takes beside the plan's buffers
/// and staging area, on the mean over the ranks of a node [bytes].
double own_bytes(Route route, const Plan& plan);

/// Collective: every route, and why those that cannot carry this plan's messages cannot.
std::vector<Possibility> possible_routes(const Plan& plan);

}  // namespace thalweg::transport
