// SPDX-License-Identifier: Apache-2.0
// What leaves the node is cut over its ranks: each sends its slice of every message, and the ranks
// of the other node receive theirs for the rank that the message is for. On the host messages lie
// in shared segments, out of which and into which slices travel. Between devices each rank copies
// its slices out of the owner's buffer into pinned memory and sends them from there; those that
// come are copied into the buffer of the rank that they are for (Bienz et al., HPEC 2021, section
// VI, "duplicate device pointer"). Within the node: node copies.
//
// Counters of a rank, per chunk, all growing from exchange to exchange: `ready` its part of
// exchange n may be read; `writable` what it is to receive in exchange n may be written; `taken`
// slices of it that others need no more; `arrived` slices that have come for it.
#include <cstring>
#include <deque>

#include "transport/routes/carriers/carriers.hpp"
#include "transport/routes/carriers/counted_segment.hpp"
#include "transport/routes/carriers/peer_memory.hpp"
#include "transport/routes/carriers/slice_message.hpp"
#include "transport/routes/carriers/slices.hpp"

namespace thalweg::transport::carriers {

namespace {

struct ChunkState {
  std::vector<MessageSlot> sends, receives;  // beyond the node
  std::deque<SliceMessage> sending, receiving;
  std::uint64_t slices_out = 0, slices_in = 0;  // of this rank's own messages
  bool incomplete = false;                      // started, and not all here yet
};

class Shared final : public Carrier {
  enum Counter : std::size_t { ready, writable, taken, arrived, counters };

 public:
  explicit Shared(const Plan& plan)
      : plan_(plan), peers_(plan.device ? opened_peer_memory(plan) : nullptr),
        chunks_(plan.chunks.size()), shared_(plan, lay_out()), near_(make_node_copies(plan)) {
    std::vector<Slices> slices;
    for (const ChunkState& chunk : chunks_)
      slices.push_back(slices_of_node(plan.comm, chunk.sends, chunk.receives));
    if (peers_) make_room(slices);
    const int channel = plan.comm.native().next_channel();
    for (std::size_t c = 0; c < chunks_.size(); ++c) {
      set_up_slices(c, slices[c], channel);
      if (!peers_) shared_.own(c, writable).store(1);
    }
  }

  void start(std::size_t chunk) override {
    if (chunk == 0) ++epoch_;
    ChunkState& state = chunks_[chunk];
    if (peers_)
      shared_.own(chunk, writable).store(epoch_);
    else
      fill_segment(chunk);
    shared_.own(chunk, ready).store(epoch_);
    for (SliceMessage& slice : state.sending) slice.state = SliceMessage::waiting;
    for (SliceMessage& slice : state.receiving) slice.state = SliceMessage::here;
    for (auto* slices : {&state.sending, &state.receiving})
      for (SliceMessage& slice : *slices) slice.started = false;
    state.incomplete = true;
    near_->start(chunk);
    progress();
  }
  void progress() override {
    serve();
    near_->progress();
  }
  /// Those that take slices of a send buffer are waited for here, those of the segment when it is
  /// filled again.
  void finish() override {
    wait_until(
        what_, plan_.comm.native(), [&] { return serve() && (!peers_ || all_taken()); },
        [&] { return peers_awaited(chunks_); });
    near_->finish();
  }

 private:
  /// Places of this rank's messages beyond the node; returns the bytes that the segment needs.
  std::int64_t lay_out() {
    std::int64_t end = 0;
    for (std::size_t c = 0; c < chunks_.size(); ++c) {
      chunks_[c].sends = slots_of(plan_, plan_.chunks[c].sends, Reach::beyond_the_node, end);
      chunks_[c].receives = slots_of(plan_, plan_.chunks[c].receives, Reach::beyond_the_node, end);
    }
    return end;
  }
  /// Pinned memory for all slices at once: such memory is slow to allocate.
  void make_room(const std::vector<Slices>& all) {
    std::size_t bytes = 0;
    for (const Slices& slices : all)
      for (const Slice& s : slices.mine) bytes += static_cast<std::size_t>(s.bytes);
    room_ = plan_.device->helper->pinned(bytes);
  }
  void set_up_slices(std::size_t c, const Slices& slices, int channel) {
    ChunkState& state = chunks_[c];
    state.slices_out = slices.out;
    state.slices_in = slices.in;
    for (const Slice& s : slices.mine) {
      SliceMessage& slice = (s.leaves ? state.sending : state.receiving).emplace_back();
      slice.owner = s.owner;
      slice.theirs = memory_of(s) + s.place;
      slice.mine = peers_ ? room_.get() + used_ : slice.theirs;
      slice.bytes = static_cast<std::size_t>(s.bytes);
      used_ += slice.bytes;
      s.add_to(slice.request, slice.mine, tag_of(channel, c, 0), plan_.comm.native().comm);
    }
  }
  std::byte* memory_of(const Slice& s) const {
    if (!peers_) return shared_.payload(s.owner);
    return s.leaves ? peers_->send(s.owner) : peers_->receive(s.owner);
  }

  void fill_segment(std::size_t chunk) {
    wait_until(
        what_, plan_.comm.native(), [&] { return progress(), is_taken(chunk, epoch_ - 1); },
        [] { return std::vector<int>{}; });
    for (const auto& [message, place] : chunks_[chunk].sends)
      std::memcpy(shared_.own_payload() + place, plan_.send + message.offset,
                  static_cast<std::size_t>(message.bytes));
  }
  void empty_segment(std::size_t chunk) {
    for (const auto& [message, place] : chunks_[chunk].receives)
      std::memcpy(plan_.receive + message.offset, shared_.own_payload() + place,
                  static_cast<std::size_t>(message.bytes));
    shared_.own(chunk, writable).store(epoch_ + 1);
  }

  /// Do what can be done now; whether nothing is left of the chunks that were started.
  bool serve() {
    bool all = true;
    for (std::size_t c = 0; c < chunks_.size(); ++c) {
      ChunkState& state = chunks_[c];
      const bool received =
          advance(state.receiving, [&](auto& slice, bool turn) { receive(slice, c, turn); });
      const bool sent =
          advance(state.sending, [&](auto& slice, bool turn) { send(slice, c, turn); });
      if (state.incomplete && shared_.own(c, arrived).load() >= epoch_ * state.slices_in) {
        if (!peers_) empty_segment(c);
        state.incomplete = false;
      }
      all = all && received && sent && !state.incomplete;
    }
    return all;
  }
  /// Messages of a pair match in order, so they start in the order that both nodes share:
  /// one(slice, whether it may). Whether all are done.
  template <class One>
  static bool advance(std::deque<SliceMessage>& slices, One one) {
    bool in_turn = true, all = true;
    for (SliceMessage& slice : slices) {
      one(slice, in_turn);
      in_turn = in_turn && slice.started;
      all = all && slice.state == SliceMessage::done;
    }
    return all;
  }
  void send(SliceMessage& slice, std::size_t c, bool in_turn) {
    exec::DeviceLink* link = peers_ ? plan_.device->helper.get() : nullptr;
    if (slice.state == SliceMessage::waiting && allowed(slice, c, ready))
      slice.begin_copy(link, slice.mine, slice.theirs);
    if (slice.has_copied(link)) {
      if (peers_) shared_.of(slice.owner, c, taken).fetch_add(1);
      slice.state = SliceMessage::here;
    }
    if (slice.state == SliceMessage::here && in_turn) slice.start();
    if (slice.state == SliceMessage::travelling && slice.request.test()) {
      if (!peers_) shared_.of(slice.owner, c, taken).fetch_add(1);
      slice.state = SliceMessage::done;
    }
  }
  void receive(SliceMessage& slice, std::size_t c, bool in_turn) {
    exec::DeviceLink* link = peers_ ? plan_.device->in.get() : nullptr;
    if (slice.state == SliceMessage::here && in_turn && (peers_ || allowed(slice, c, writable)))
      slice.start();
    if (slice.state == SliceMessage::travelling && slice.request.test())
      slice.state = SliceMessage::waiting;
    if (slice.state == SliceMessage::waiting && allowed(slice, c, writable))
      slice.begin_copy(link, slice.theirs, slice.mine);
    if (slice.has_copied(link)) {
      shared_.of(slice.owner, c, arrived).fetch_add(1);
      slice.state = SliceMessage::done;
    }
  }
  bool allowed(const SliceMessage& slice, std::size_t c, Counter by) const {
    return shared_.of(slice.owner, c, by).load() >= epoch_;
  }
  /// Whether the others have this rank's slices of a chunk, up to an exchange.
  bool is_taken(std::size_t chunk, std::uint64_t epoch) const {
    return shared_.own(chunk, taken).load() >= epoch * chunks_[chunk].slices_out;
  }
  bool all_taken() const {
    for (std::size_t c = 0; c < chunks_.size(); ++c)
      if (!is_taken(c, epoch_)) return false;
    return true;
  }

  Plan plan_;
  std::string what_ = "the movement \"" + plan_.name + "\"";
  std::shared_ptr<PeerMemory> peers_;  // null: host memory
  std::shared_ptr<std::byte> room_;
  std::size_t used_ = 0;
  std::vector<ChunkState> chunks_;
  CountedSegment<Counter> shared_;
  std::unique_ptr<Carrier> near_;
  std::uint64_t epoch_ = 0;
};

}  // namespace

std::unique_ptr<Carrier> make_shared(const Plan& plan) {
  if (plan.comm.nodes().nodes() == 1) return make_node_copies(plan);
  return std::make_unique<Shared>(plan);
}

}  // namespace thalweg::transport::carriers
