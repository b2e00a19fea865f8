// SPDX-License-Identifier: Apache-2.0
// Within a node every rank copies what is for it out of memory of the sender. On the host that is a
// segment into which the sender lays its messages. Between devices it is the send buffer itself,
// through handles that were opened at set-up (peer_memory.hpp): nothing passes through the host.
//
// Counters of a rank, per chunk, all growing from exchange to exchange: `ready` its part of
// exchange n may be read; `taken` adds up how many readers have copied theirs.
#include <cstring>

#include "transport/comm/watch.hpp"
#include "transport/routes/carriers/carriers.hpp"
#include "transport/routes/carriers/counted_segment.hpp"
#include "transport/routes/carriers/peer_memory.hpp"
#include "transport/routes/carriers/vicinity.hpp"

namespace thalweg::transport::carriers {

namespace {

/// A message on its way from a rank of this node.
struct PeerCopy {
  enum State { done, waiting, copying };
  PeerMessage message;
  State state = done;
  exec::DeviceLink::Mark copied = 0;
};

class NodeCopies final : public Carrier {
  enum Counter : std::size_t { ready, taken, counters };

 public:
  NodeCopies(const Plan& plan, std::unique_ptr<Carrier> beyond)
      : plan_(plan), peers_(plan.device ? opened_peer_memory(plan) : nullptr),
        shared_(plan, lay_out()), copies_(plan.chunks.size()), beyond_(std::move(beyond)) {
    const auto incoming = agree_on_slots(plan, slots_);
    for (std::size_t c = 0; c < copies_.size(); ++c)
      for (const PeerMessage& m : incoming[c]) copies_[c].push_back({.message = m});
  }

  void start(std::size_t chunk) override {
    if (chunk == 0) ++epoch_;
    if (!peers_) fill_segment(chunk);
    shared_.own(chunk, ready).store(epoch_, std::memory_order_release);
    for (PeerCopy& copy : copies_[chunk]) copy.state = PeerCopy::waiting;
    if (beyond_) beyond_->start(chunk);
    progress();
  }
  void progress() override {
    read();
    if (beyond_ && epoch_ > 0) beyond_->progress();
  }
  /// Readers of a send buffer are waited for here, those of the segment when it is filled again.
  void finish() override {
    wait_until(
        what_, plan_.comm.native(), [&] { return read() && (!peers_ || all_taken()); },
        [&] { return unread(); });
    if (beyond_) beyond_->finish();
  }

 private:
  /// Places of what this rank sends within the node; returns the bytes that the segment needs.
  std::int64_t lay_out() {
    std::int64_t end = 0;
    for (const Chunk& chunk : plan_.chunks)
      slots_.push_back(slots_of(plan_, chunk.sends, Reach::within_the_node, end));
    return end;
  }
  void fill_segment(std::size_t chunk) {
    wait_until(
        what_, plan_.comm.native(), [&] { return progress(), is_taken(chunk, epoch_ - 1); },
        [&] { return readers(chunk); });
    for (const MessageSlot& slot : slots_[chunk])
      std::memcpy(shared_.own_payload() + slot.place, plan_.send + slot.message.offset,
                  static_cast<std::size_t>(slot.message.bytes));
  }

  /// Copy what is ready; whether all of the chunks that were started is here.
  bool read() {
    bool all = true;
    for (std::size_t c = 0; c < copies_.size(); ++c)
      for (PeerCopy& copy : copies_[c]) {
        const int local = copy.message.local;
        if (copy.state == PeerCopy::waiting &&
            shared_.of(local, c, ready).load(std::memory_order_acquire) >= epoch_)
          begin(copy);
        if (copy.state == PeerCopy::copying && (!peers_ || link().reached(copy.copied))) {
          copy.state = PeerCopy::done;
          shared_.of(local, c, taken).fetch_add(1, std::memory_order_release);
        }
        all = all && copy.state == PeerCopy::done;
      }
    return all;
  }
  void begin(PeerCopy& copy) {
    const auto& [local, message, place] = copy.message;
    const auto bytes = static_cast<std::size_t>(message.bytes);
    if (peers_) {
      link().copy(plan_.receive + message.offset, peers_->send(local) + place, bytes);
      copy.copied = link().mark();
    } else {
      std::memcpy(plan_.receive + message.offset, shared_.payload(local) + place, bytes);
    }
    copy.state = PeerCopy::copying;
  }
  exec::DeviceLink& link() const { return *plan_.device->in; }

  /// Whether the readers of a chunk have it, up to an exchange.
  bool is_taken(std::size_t chunk, std::uint64_t epoch) const {
    return shared_.own(chunk, taken).load(std::memory_order_acquire) >=
           epoch * slots_[chunk].size();
  }
  bool all_taken() const {
    for (std::size_t c = 0; c < slots_.size(); ++c)
      if (!is_taken(c, epoch_)) return false;
    return true;
  }
  std::vector<int> unread() const {
    std::vector<int> ranks;
    for (const auto& copies : copies_)
      for (const PeerCopy& copy : copies)
        if (copy.state != PeerCopy::done) ranks.push_back(copy.message.message.peer);
    return ranks;
  }
  std::vector<int> readers(std::size_t chunk) const {
    std::vector<int> ranks;
    for (const MessageSlot& slot : slots_[chunk]) ranks.push_back(slot.message.peer);
    return ranks;
  }

  Plan plan_;
  std::string what_ = "the movement \"" + plan_.name + "\"";
  std::shared_ptr<PeerMemory> peers_;            // null: host memory
  std::vector<std::vector<MessageSlot>> slots_;  // by chunk, as what follows
  CountedSegment<Counter> shared_;
  std::vector<std::vector<PeerCopy>> copies_;
  std::unique_ptr<Carrier> beyond_;
  std::uint64_t epoch_ = 0;
};

}  // namespace

std::unique_ptr<Carrier> make_node_copies(const Plan& plan) {
  return std::make_unique<NodeCopies>(plan, nullptr);
}

std::unique_ptr<Carrier> make_window(const Plan& plan) {
  return std::make_unique<NodeCopies>(plan, make_direct(beyond_the_node(plan)));
}

}  // namespace thalweg::transport::carriers
