// SPDX-License-Identifier: Apache-2.0
// Within a node every rank copies what is for it out of the sender's device buffer into its own,
// through handles that were opened at set-up (peer_memory.hpp); nothing passes through the host. A
// sender's counter `ready` of a chunk says up to which exchange its part may be read; its counter
// `taken` adds up how many readers have it.
#include "transport/comm/watch.hpp"
#include "transport/routes/carriers/carriers.hpp"
#include "transport/routes/carriers/counted_segment.hpp"
#include "transport/routes/carriers/peer_memory.hpp"
#include "transport/routes/carriers/vicinity.hpp"

namespace thalweg::transport::carriers {

namespace {

enum Counter : std::size_t { ready, taken, counters };

/// A message on its way from a rank of this node.
struct PeerCopy {
  enum State { done, waiting, copying };
  PeerMessage message;
  State state = done;
  exec::DeviceLink::Mark copied = 0;
};

struct ChunkState {
  std::uint64_t readers = 0;  // of this rank's messages
  std::vector<PeerCopy> copies;
};

class PeerCopies final : public Carrier {
 public:
  explicit PeerCopies(const Plan& plan)
      : plan_(plan), link_(*plan.device->in), peers_(opened_peer_memory(plan)),
        chunks_(plan.chunks.size()), shared_(plan) {
    std::vector<std::vector<MessageSlot>> slots(chunks_.size());
    for (std::size_t c = 0; c < chunks_.size(); ++c)
      for (const Message& m : plan.chunks[c].sends)
        if (stays_on_node(plan, m)) slots[c].push_back({m, m.offset});
    const auto incoming = agree_on_slots(plan, slots);
    for (std::size_t c = 0; c < chunks_.size(); ++c) {
      chunks_[c].readers = slots[c].size();
      for (const PeerMessage& m : incoming[c]) chunks_[c].copies.push_back({.message = m});
    }
  }

  void start(std::size_t chunk) override {
    if (chunk == 0) ++epoch_;
    shared_.own(chunk, ready).store(epoch_, std::memory_order_release);
    for (PeerCopy& copy : chunks_[chunk].copies) copy.state = PeerCopy::waiting;
    progress();
  }
  void progress() override { read(); }
  void finish() override {
    wait_until(
        what_, plan_.comm.native(), [&] { return read() && all_taken(); },
        [&] { return unread(); });
  }

 private:
  /// Copy what is ready; whether all of the chunks that were started is here.
  bool read() {
    bool all = true;
    for (std::size_t c = 0; c < chunks_.size(); ++c)
      for (PeerCopy& copy : chunks_[c].copies) {
        const int local = copy.message.local;
        if (copy.state == PeerCopy::waiting &&
            shared_.of(local, c, ready).load(std::memory_order_acquire) >= epoch_)
          begin(copy);
        if (copy.state == PeerCopy::copying && link_.reached(copy.copied)) {
          copy.state = PeerCopy::done;
          shared_.of(local, c, taken).fetch_add(1, std::memory_order_release);
        }
        all = all && copy.state == PeerCopy::done;
      }
    return all;
  }
  void begin(PeerCopy& copy) {
    const auto& [local, message, place] = copy.message;
    link_.copy(plan_.receive + message.offset, peers_->send(local) + place,
               static_cast<std::size_t>(message.bytes));
    copy.copied = link_.mark();
    copy.state = PeerCopy::copying;
  }
  bool all_taken() const {
    for (std::size_t c = 0; c < chunks_.size(); ++c)
      if (shared_.own(c, taken).load(std::memory_order_acquire) < epoch_ * chunks_[c].readers)
        return false;
    return true;
  }
  std::vector<int> unread() const {
    std::vector<int> ranks;
    for (const ChunkState& chunk : chunks_)
      for (const PeerCopy& copy : chunk.copies)
        if (copy.state != PeerCopy::done) ranks.push_back(copy.message.message.peer);
    return ranks;
  }

  Plan plan_;
  std::string what_ = "the movement \"" + plan_.name + "\"";
  exec::DeviceLink& link_;
  std::shared_ptr<PeerMemory> peers_;
  std::vector<ChunkState> chunks_;
  CountedSegment<Counter> shared_;
  std::uint64_t epoch_ = 0;
};

}  // namespace

std::unique_ptr<Carrier> make_peer_copies(const Plan& plan) {
  return std::make_unique<PeerCopies>(plan);
}

}  // namespace thalweg::transport::carriers
