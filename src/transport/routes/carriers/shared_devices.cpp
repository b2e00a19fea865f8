// SPDX-License-Identifier: Apache-2.0
// Shared, for device memory: each rank of the node copies its slice of every message that leaves it
// out of the owner's device buffer into pinned memory and sends it from there; slices that come are
// copied into the buffer of the rank that they are for. Within the node: peer copies. Paper: Bienz
// et al., HPEC 2021, section VI, "duplicate device pointer".
//
// Counters of a rank, per chunk, all growing from exchange to exchange: `ready` its part of
// exchange n may be read, and what it is to receive may be written; `taken` slices of it that have
// been copied out; `arrived` slices that have been copied in.
#include <deque>

#include "transport/routes/carriers/carriers.hpp"
#include "transport/routes/carriers/counted_segment.hpp"
#include "transport/routes/carriers/peer_memory.hpp"
#include "transport/routes/carriers/slices.hpp"

namespace thalweg::transport::carriers {

namespace {

enum Counter : std::size_t { ready, taken, arrived, counters };

/// A slice that this rank sends or receives for a rank of its node.
struct SliceMessage {
  enum State { done, waiting, copying, copied, travelling };
  int owner = 0;                // local rank whose buffer it is
  std::byte* buffer = nullptr;  // there
  std::byte* pinned = nullptr;  // here
  std::size_t bytes = 0;
  Requests request;  // of the message, from or to pinned memory
  State state = done;
  exec::DeviceLink::Mark mark = 0;
};

struct ChunkState {
  std::deque<SliceMessage> sending, receiving;
  std::uint64_t slices_out = 0, slices_in = 0;  // of this rank's own messages
};

class SharedDevices final : public Carrier {
 public:
  explicit SharedDevices(const Plan& plan)
      : plan_(plan), peers_(opened_peer_memory(plan)), chunks_(plan.chunks.size()), shared_(plan),
        near_(make_peer_copies(plan)) {
    std::vector<Slices> slices;
    for (const Chunk& chunk : plan.chunks)
      slices.push_back(slices_of_node(plan.comm, far(chunk.sends), far(chunk.receives)));
    make_room(slices);
    const int channel = plan.comm.native().next_channel();
    for (std::size_t c = 0; c < chunks_.size(); ++c) set_up_slices(c, slices[c], channel);
  }

  void start(std::size_t chunk) override {
    if (chunk == 0) ++epoch_;
    shared_.own(chunk, ready).store(epoch_);
    for (SliceMessage& slice : chunks_[chunk].sending) slice.state = SliceMessage::waiting;
    for (SliceMessage& slice : chunks_[chunk].receiving) {
      slice.request.start();
      slice.state = SliceMessage::travelling;
    }
    near_->start(chunk);
    progress();
  }
  void progress() override {
    serve();
    near_->progress();
  }
  void finish() override {
    wait_until(
        what_, plan_.comm.native(), [&] { return serve() && all_here(); },
        [&] { return peers_awaited(chunks_); });
    near_->finish();
  }

 private:
  std::vector<MessageSlot> far(const std::vector<Message>& messages) const {
    std::vector<MessageSlot> list;
    for (const Message& m : messages)
      if (!stays_on_node(plan_, m)) list.push_back({m, m.offset});
    return list;
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
      slice.buffer = (s.leaves ? peers_->send(s.owner) : peers_->receive(s.owner)) + s.place;
      slice.pinned = room_.get() + used_;
      slice.bytes = static_cast<std::size_t>(s.bytes);
      used_ += slice.bytes;
      s.add_to(slice.request, slice.pinned, tag_of(channel, c, 0), plan_.comm.native().comm);
    }
  }

  /// Do what can be done now; whether nothing is left of the chunks that were started.
  bool serve() {
    bool all = true;
    for (std::size_t c = 0; c < chunks_.size(); ++c) {
      // Messages of a pair match in order, so they start in the order that both nodes share.
      bool in_turn = true;
      for (SliceMessage& slice : chunks_[c].sending) {
        send(slice, c, in_turn);
        in_turn = in_turn &&
                  (slice.state == SliceMessage::travelling || slice.state == SliceMessage::done);
        all = all && slice.state == SliceMessage::done;
      }
      for (SliceMessage& slice : chunks_[c].receiving) {
        receive(slice, c);
        all = all && slice.state == SliceMessage::done;
      }
    }
    return all;
  }
  void send(SliceMessage& slice, std::size_t c, bool in_turn) {
    exec::DeviceLink& link = *plan_.device->helper;
    if (may_copy(slice, c)) begin(slice, link, slice.pinned, slice.buffer);
    if (has_copied(slice, link)) {
      shared_.of(slice.owner, c, taken).fetch_add(1);
      slice.state = SliceMessage::copied;
    }
    if (slice.state == SliceMessage::copied && in_turn) {
      slice.request.start();
      slice.state = SliceMessage::travelling;
    }
    if (slice.state == SliceMessage::travelling && slice.request.test())
      slice.state = SliceMessage::done;
  }
  void receive(SliceMessage& slice, std::size_t c) {
    exec::DeviceLink& link = *plan_.device->in;
    if (slice.state == SliceMessage::travelling && slice.request.test())
      slice.state = SliceMessage::waiting;
    if (may_copy(slice, c)) begin(slice, link, slice.buffer, slice.pinned);
    if (has_copied(slice, link)) {
      shared_.of(slice.owner, c, arrived).fetch_add(1);
      slice.state = SliceMessage::done;
    }
  }
  bool may_copy(const SliceMessage& slice, std::size_t c) const {
    return slice.state == SliceMessage::waiting &&
           shared_.of(slice.owner, c, ready).load() >= epoch_;
  }
  static void begin(SliceMessage& slice, exec::DeviceLink& link, std::byte* to,
                    const std::byte* from) {
    link.copy(to, from, slice.bytes);
    slice.mark = link.mark();
    slice.state = SliceMessage::copying;
  }
  static bool has_copied(const SliceMessage& slice, exec::DeviceLink& link) {
    return slice.state == SliceMessage::copying && link.reached(slice.mark);
  }
  /// Whether the other ranks have taken this rank's slices and brought it theirs.
  bool all_here() const {
    for (std::size_t c = 0; c < chunks_.size(); ++c)
      if (shared_.own(c, taken).load() < epoch_ * chunks_[c].slices_out ||
          shared_.own(c, arrived).load() < epoch_ * chunks_[c].slices_in)
        return false;
    return true;
  }

  Plan plan_;
  std::string what_ = "the movement \"" + plan_.name + "\"";
  std::shared_ptr<PeerMemory> peers_;
  std::shared_ptr<std::byte> room_;
  std::size_t used_ = 0;
  std::vector<ChunkState> chunks_;
  CountedSegment<Counter> shared_;
  std::unique_ptr<Carrier> near_;
  std::uint64_t epoch_ = 0;
};

}  // namespace

std::unique_ptr<Carrier> make_shared_devices(const Plan& plan) {
  if (plan.comm.nodes().nodes() == 1) return make_peer_copies(plan);
  return std::make_unique<SharedDevices>(plan);
}

}  // namespace thalweg::transport::carriers
