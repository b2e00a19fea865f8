// SPDX-License-Identifier: Apache-2.0
// Messages between ranks as a persistent plan: set up once, then start() and finish() every time,
// with work in between. A transpose is such a plan, and a halo owns one (halo.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "exec/exec.hpp"
#include "exec/stream_link.hpp"
#include "transport/choice/choose.hpp"
#include "transport/choice/spare_memory.hpp"

namespace thalweg::transport {

/// What a plan has done so far.
struct MessagePlanStatistics {
  std::int64_t bytes_per_exchange = 0;  // sent by this rank
  std::int64_t messages_per_exchange = 0;
  std::int64_t network_bytes_per_exchange = 0;  // to ranks of other nodes
  std::int64_t network_messages_per_exchange = 0;
  std::int64_t exchanges = 0;
  double waited_seconds = 0;   // in start() and finish() for others than this device: not hidden
  double spanned_seconds = 0;  // from each first start() to the end of finish()
};

/// What a movement may bring along.
struct MessagePlanOptions {
  std::string movement = "transpose";        // the kind of it in profiles
  bool in_place = false;                     // as Plan::in_place
  std::shared_ptr<const Packing> packing{};  // done around each exchange, unless by datatype
  std::shared_ptr<Staging> staging{};        // of several plans, used by turns; null: its own
  std::shared_ptr<DeviceSide> device{};      // links that stand for a device's streams: for tests
};

inline namespace TW_HALF {

class MessagePlan {
 public:
  /// Collective; takes a communicator of its own, so that its order against other movements and the
  /// caller's collectives does not matter once it is set up. Buffers lie in `space` and must
  /// outlive the plan. Chunks hold no message to this rank itself, and every rank gives equally
  /// many. `route` is a name or "auto", which may try routes and so write into the receive buffer.
  /// Throws CommError, and InputError for a route that is not possible here. In place the caller
  /// releases what it has read, and reclaims before it writes. Packing makes the route datatype
  /// possible: the caller asks choice() whether to pack. For device buffers set_device_trial() must
  /// have been called (device_direct.hpp).
  MessagePlan(const Communicator& comm, std::string name, std::vector<Chunk> chunks,
              std::byte* send, std::byte* receive, const std::string& route, exec::Space space,
              MessagePlanOptions extras = {});

  /// Chunk's part of the send buffer is complete in the order of exec: let it go. All chunks are
  /// started in order, once each, before finish(). On a device this waits for the chunk before, and
  /// the last one goes in progress() or finish(): the host need not wait for what it has just asked
  /// the device to do.
  void start(const exec::Exec& exec, int chunk);
  /// Let the library move messages; call it now and then during long work.
  void progress() { carrier_->progress(); }
  /// All chunks have arrived, in the order of exec, and the send buffer is free. Collective.
  void finish(const exec::Exec& exec);

  /// In place: what has arrived has been read.
  void release() { carrier_->release(); }
  /// In place: wait until what was let go has been read. Throws CommError.
  void reclaim();

  const std::string& name() const { return name_; }
  const MessagePlanStatistics& statistics() const { return statistics_; }
  const RouteChoice& choice() const { return choice_; }

 private:
  Plan plan();

  Communicator comm_;
  std::string name_;
  std::vector<Chunk> chunks_;
  std::byte *send_, *receive_;
  MessagePlanOptions extras_;
  std::shared_ptr<exec::StreamLink> out_, in_;  // where the buffers lie on a device
  std::shared_ptr<DeviceSide> device_;
  RouteChoice choice_;
  TakenMemory memory_;
  std::unique_ptr<Carrier> carrier_;
  MessagePlanStatistics statistics_;
  double first_start_ = 0;
};

}  // namespace TW_HALF

}  // namespace thalweg::transport
