// SPDX-License-Identifier: Apache-2.0
// What leaves the node lies in shared memory; each rank of the node sends its slice of every
// message from there, and the ranks of the other node receive theirs into the memory of the one
// that it is for. Within the node: window.
//
// Counters of a rank, per chunk, all growing from exchange to exchange: `ready` its part of
// exchange n is there; `taken` slices of it that have left; `arrived` slices that have come for it;
// `emptied` it has taken out those of exchange n.
#include <cstring>
#include <deque>

#include "transport/routes/carriers/carriers.hpp"
#include "transport/routes/carriers/counted_segment.hpp"
#include "transport/routes/carriers/slices.hpp"

namespace thalweg::transport::carriers {

namespace {

enum Counter : std::size_t { ready, taken, arrived, emptied, counters };

/// A slice that this rank sends or receives for a rank of its node.
struct SliceMessage {
  int owner = 0;  // local rank whose memory it is
  Requests request;
  bool started = true, done = true;
};

struct ChunkState {
  std::vector<MessageSlot> sends, receives;  // beyond the node
  std::deque<SliceMessage> sending, receiving;
  std::uint64_t slices_out = 0, slices_in = 0;  // of this rank's own messages
  bool open = false;                            // started, and not all here yet
};

class Shared final : public Carrier {
 public:
  explicit Shared(const Plan& plan)
      : plan_(plan), chunks_(plan.chunks.size()), shared_(plan, lay_out()),
        near_(make_window(within_the_node(plan))) {
    const int channel = plan.comm.native().next_channel();
    for (std::size_t c = 0; c < chunks_.size(); ++c) set_up_slices(c, channel);
  }

  void start(std::size_t chunk) override {
    if (chunk == 0) ++epoch_;
    ChunkState& state = chunks_[chunk];
    const std::uint64_t due = (epoch_ - 1) * state.slices_out;
    wait_until(
        what_, plan_.comm.native(),
        [&] { return progress(), shared_.own(chunk, taken).load() >= due; },
        [&] { return std::vector<int>{}; });
    for (const auto& [message, place] : state.sends)
      std::memcpy(shared_.own_payload() + place, plan_.send + message.offset,
                  static_cast<std::size_t>(message.bytes));
    shared_.own(chunk, ready).store(epoch_);
    for (auto* slices : {&state.sending, &state.receiving})
      for (SliceMessage& slice : *slices) slice.started = slice.done = false;
    state.open = true;
    near_->start(chunk);
    progress();
  }
  void progress() override {
    for (std::size_t c = 0; c < chunks_.size(); ++c) serve(c);
    if (epoch_ > 0) near_->progress();
  }
  void finish() override {
    wait_until(
        what_, plan_.comm.native(), [&] { return all_served(); },
        [&] { return peers_awaited(chunks_); });
    near_->finish();
  }

 private:
  std::int64_t lay_out() {
    std::int64_t end = 0;
    const auto place = [&](const std::vector<Message>& from, std::vector<MessageSlot>& to) {
      for (const Message& m : from) {
        if (stays_on_node(plan_, m)) continue;
        to.push_back({m, end});
        end += whole_lines(m.bytes);
      }
    };
    for (std::size_t c = 0; c < chunks_.size(); ++c) {
      place(plan_.chunks[c].sends, chunks_[c].sends);
      place(plan_.chunks[c].receives, chunks_[c].receives);
    }
    return end;
  }

  /// Collective over the node.
  void set_up_slices(std::size_t c, int channel) {
    ChunkState& state = chunks_[c];
    const Slices slices = slices_of_node(plan_.comm, state.sends, state.receives);
    state.slices_out = slices.out;
    state.slices_in = slices.in;
    for (const Slice& s : slices.mine) {
      SliceMessage& slice = (s.leaves ? state.sending : state.receiving).emplace_back();
      slice.owner = s.owner;
      s.add_to(slice.request, shared_.payload(s.owner) + s.place, tag_of(channel, c, 0),
               plan_.comm.native().comm);
    }
  }

  /// Do what can be done now for a chunk; whether nothing is left.
  bool serve(std::size_t c) {
    ChunkState& state = chunks_[c];
    const bool received = advance(state.receiving, c, emptied, epoch_ - 1, arrived);
    const bool sent = advance(state.sending, c, ready, epoch_, taken);
    if (state.open && shared_.own(c, arrived).load() >= epoch_ * state.slices_in) empty(c);
    return received && sent && !state.open;
  }
  /// Start slices whose owner's counter has come to `due`, in the order that both nodes share,
  /// since messages of a pair match in order; count those that are done. Whether all are.
  bool advance(std::deque<SliceMessage>& slices, std::size_t c, Counter needed, std::uint64_t due,
               Counter finished) {
    bool in_turn = true, all = true;
    for (SliceMessage& slice : slices) {
      if (!slice.started && in_turn && shared_.of(slice.owner, c, needed).load() >= due) {
        slice.request.start();
        slice.started = true;
      }
      in_turn = in_turn && slice.started;
      if (!slice.done && slice.started && slice.request.test()) {
        slice.done = true;
        shared_.of(slice.owner, c, finished).fetch_add(1);
      }
      all = all && slice.done;
    }
    return all;
  }
  void empty(std::size_t c) {
    for (const auto& [message, place] : chunks_[c].receives)
      std::memcpy(plan_.receive + message.offset, shared_.own_payload() + place,
                  static_cast<std::size_t>(message.bytes));
    chunks_[c].open = false;
    shared_.own(c, emptied).store(epoch_);
  }
  bool all_served() {
    bool done = true;
    for (std::size_t c = 0; c < chunks_.size(); ++c) done = serve(c) && done;
    return done;
  }

  Plan plan_;
  std::string what_ = "the movement \"" + plan_.name + "\"";
  std::vector<ChunkState> chunks_;
  CountedSegment<Counter> shared_;
  std::unique_ptr<Carrier> near_;
  std::uint64_t epoch_ = 0;
};

}  // namespace

std::unique_ptr<Carrier> make_shared(const Plan& plan) { return std::make_unique<Shared>(plan); }

}  // namespace thalweg::transport::carriers
