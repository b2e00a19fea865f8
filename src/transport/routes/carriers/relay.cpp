// SPDX-License-Identifier: Apache-2.0
// Carries itineraries out: one per chunk, side by side.
#include <cstring>

#include "transport/comm/requests.hpp"
#include "transport/routes/carriers/carriers.hpp"
#include "transport/routes/carriers/node_messages.hpp"
#include "transport/routes/itinerary.hpp"

namespace thalweg::transport::carriers {

namespace {

/// The buffers of one chunk's itinerary.
struct Buffers {
  std::byte *send = nullptr, *receive = nullptr;
  std::vector<std::byte> transit;

  std::byte* at(BufferKind buffer, std::int64_t offset) {
    return offset + (buffer == BufferKind::send      ? send
                     : buffer == BufferKind::receive ? receive
                                                     : transit.data());
  }
};

/// One chunk on its way: hop after hop, each once the one before is here.
class ChunkRelay {
 public:
  ChunkRelay(Itinerary plan, const Plan& movement, int channel, std::size_t chunk)
      : plan_(std::move(plan)), buffers_{movement.send, movement.receive,
                                         std::vector<std::byte>(
                                             static_cast<std::size_t>(plan_.transit_bytes))} {
    const MPI_Comm comm = movement.comm.native().comm;
    for (const Hop& hop : plan_.hops) {
      const int tag = tag_of(channel, chunk, hop.number);
      auto& [sends, receives] = requests_.emplace_back();
      for (const Transfer& t : hop.sends)
        sends.add_send(buffers_.at(t.buffer, t.offset), t.bytes, t.peer, tag, comm);
      for (const Transfer& t : hop.receives)
        receives.add_receive(buffers_.at(t.buffer, t.offset), t.bytes, t.peer, tag, comm);
    }
  }

  void start() {
    for (auto& hop : requests_) hop.receives.start();
    next_ = 0;
    advance();
  }
  /// Whether all has arrived and left.
  bool advance() {
    while (next_ < requests_.size()) {
      if (next_ > 0 && !passed(next_ - 1)) return false;
      copy(plan_.hops[next_].copies);
      requests_[next_++].sends.start();
    }
    if (next_ > requests_.size()) return true;
    if (!requests_.empty() && !passed(next_ - 1)) return false;
    copy(plan_.last);
    ++next_;
    return true;
  }
  std::vector<int> missing() const {
    const std::size_t hop = std::min(next_, requests_.size());
    if (hop == 0) return {};
    auto ranks = requests_[hop - 1].receives.unfinished();
    return ranks.empty() ? requests_[hop - 1].sends.unfinished() : ranks;
  }

 private:
  struct HopRequests {
    Requests sends, receives;
  };
  bool passed(std::size_t hop) {
    return requests_[hop].receives.test() && requests_[hop].sends.test();
  }
  void copy(const std::vector<LocalCopy>& copies) {
    for (const LocalCopy& c : copies)
      std::memcpy(buffers_.at(c.to, c.to_offset), buffers_.at(c.from, c.from_offset),
                  static_cast<std::size_t>(c.bytes));
  }

  Itinerary plan_;
  Buffers buffers_;
  std::vector<HopRequests> requests_;
  std::size_t next_ = 0;  // hop to start; one past the last: to be closed; two past: done
};

class Relay final : public Carrier {
 public:
  Relay(Route route, const Plan& plan) : comm_(plan.comm), name_(plan.name) {
    const NodeMap& nodes = plan.comm.nodes();
    const int channel = plan.comm.native().next_channel();
    chunks_.reserve(plan.chunks.size());
    for (std::size_t c = 0; c < plan.chunks.size(); ++c)
      chunks_.emplace_back(plan_itinerary(route, plan.comm.rank(),
                                          messages_of_node(plan.comm, plan.chunks[c]),
                                          plan.chunks[c], nodes),
                           plan, channel, c);
  }

  void start(std::size_t chunk) override {
    started_ = chunk + 1;
    chunks_[chunk].start();
    progress();
  }
  void progress() override { all_done(); }
  void finish() override {
    wait_until(
        "the movement \"" + name_ + "\"", comm_.native(), [&] { return all_done(); },
        [&] { return missing(); });
    started_ = 0;
  }

 private:
  bool all_done() {
    bool done = true;
    for (std::size_t c = 0; c < started_; ++c) done = chunks_[c].advance() && done;
    return done;
  }
  std::vector<int> missing() const {
    for (std::size_t c = 0; c < started_; ++c)
      if (auto ranks = chunks_[c].missing(); !ranks.empty()) return ranks;
    return {};
  }
  Communicator comm_;
  std::string name_;
  std::vector<ChunkRelay> chunks_;
  std::size_t started_ = 0;
};

}  // namespace

std::unique_ptr<Carrier> make_relay(Route route, const Plan& plan) {
  return std::make_unique<Relay>(route, plan);
}

}  // namespace thalweg::transport::carriers
