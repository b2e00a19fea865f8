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

#include "transport/carriers/carriers.hpp"
#include "transport/carriers/requests.hpp"
#include "transport/carriers/segment.hpp"
#include "transport/carriers/slices.hpp"

namespace thalweg::transport::carriers {

namespace {

enum Counter : std::size_t { ready, taken, arrived, emptied, counters };

/// A slice that this rank sends or receives for a rank of its node.
struct Duty {
  int owner = 0;  // local rank whose memory it is
  Requests request;
  bool started = true, done = true;
};

struct ChunkState {
  std::vector<Far> sends, receives;
  std::deque<Duty> sending, receiving;
  std::uint64_t slices_out = 0, slices_in = 0;  // of this rank's own messages
  bool open = false;                            // started, and not all here yet
};

class Shared final : public Carrier {
 public:
  explicit Shared(const Plan& plan)
      : plan_(plan), nodes_(plan.comm.nodes()), chunks_(plan.chunks.size()),
        segment_(plan.comm, counters * plan.chunks.size(), lay_out()),
        near_(make_window(within_the_node())) {
    const int channel = plan.comm.native().next_channel();
    for (std::size_t c = 0; c < chunks_.size(); ++c) take_duties(c, channel);
  }

  void start(std::size_t chunk) override {
    if (chunk == 0) ++epoch_;
    ChunkState& state = chunks_[chunk];
    const std::uint64_t due = (epoch_ - 1) * state.slices_out;
    wait_until(
        what_, plan_.comm.native(),
        [&] { return progress(), count(me(), chunk, taken).load() >= due; },
        [&] { return std::vector<int>{}; });
    for (const Far& far : state.sends)
      std::memcpy(segment_.payload(me()) + far.place, plan_.send + far.message.offset,
                  static_cast<std::size_t>(far.message.bytes));
    count(me(), chunk, ready).store(epoch_);
    for (auto* duties : {&state.sending, &state.receiving})
      for (Duty& duty : *duties) duty.started = duty.done = false;
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
  int me() const { return plan_.comm.native().node_rank; }
  std::atomic_ref<std::uint64_t> count(int local, std::size_t chunk, Counter which) const {
    return segment_.counter(local, chunk * counters + which);
  }
  bool far(const Message& m) const { return !nodes_.together(m.peer, plan_.comm.rank()); }

  std::int64_t lay_out() {
    constexpr std::int64_t line = 64;
    std::int64_t end = 0;
    const auto place = [&](const std::vector<Message>& from, std::vector<Far>& to) {
      for (const Message& m : from) {
        if (!far(m)) continue;
        to.push_back({m, end});
        end += (m.bytes + line - 1) / line * line;
      }
    };
    for (std::size_t c = 0; c < chunks_.size(); ++c) {
      place(plan_.chunks[c].sends, chunks_[c].sends);
      place(plan_.chunks[c].receives, chunks_[c].receives);
    }
    return end;
  }
  Plan within_the_node() const {
    Plan plan = plan_;
    for (Chunk& chunk : plan.chunks)
      for (auto* side : {&chunk.sends, &chunk.receives})
        std::erase_if(*side, [&](const Message& m) { return far(m); });
    return plan;
  }

  /// Collective over the node.
  void take_duties(std::size_t c, int channel) {
    ChunkState& state = chunks_[c];
    const Slices slices = slices_of_node(plan_.comm, state.sends, state.receives);
    state.slices_out = slices.out;
    state.slices_in = slices.in;
    const MPI_Comm comm = plan_.comm.native().comm;
    const int tag = tag_of(channel, c, 0);
    for (const Slice& s : slices.mine) {
      Duty& duty = (s.leaves ? state.sending : state.receiving).emplace_back();
      duty.owner = s.owner;
      std::byte* at = segment_.payload(s.owner) + s.place;
      if (s.leaves)
        duty.request.add_send(at, s.bytes, s.other, tag, comm);
      else
        duty.request.add_receive(at, s.bytes, s.other, tag, comm);
    }
  }

  /// Do what can be done now for a chunk; whether nothing is left.
  bool serve(std::size_t c) {
    ChunkState& state = chunks_[c];
    const bool received = advance(state.receiving, c, emptied, epoch_ - 1, arrived);
    const bool sent = advance(state.sending, c, ready, epoch_, taken);
    if (state.open && count(me(), c, arrived).load() >= epoch_ * state.slices_in) empty(c);
    return received && sent && !state.open;
  }
  /// Start duties whose owner's counter has come to `due`, in the order that both nodes share,
  /// since messages of a pair match in order; count those that are done. Whether all are.
  bool advance(std::deque<Duty>& duties, std::size_t c, Counter needed, std::uint64_t due,
               Counter finished) {
    bool in_turn = true, all = true;
    for (Duty& duty : duties) {
      if (!duty.started && in_turn && count(duty.owner, c, needed).load() >= due) {
        duty.request.start();
        duty.started = true;
      }
      in_turn = in_turn && duty.started;
      if (!duty.done && duty.started && duty.request.test()) {
        duty.done = true;
        count(duty.owner, c, finished).fetch_add(1);
      }
      all = all && duty.done;
    }
    return all;
  }
  void empty(std::size_t c) {
    for (const Far& far : chunks_[c].receives)
      std::memcpy(plan_.receive + far.message.offset, segment_.payload(me()) + far.place,
                  static_cast<std::size_t>(far.message.bytes));
    chunks_[c].open = false;
    count(me(), c, emptied).store(epoch_);
  }
  bool all_served() {
    bool done = true;
    for (std::size_t c = 0; c < chunks_.size(); ++c) done = serve(c) && done;
    return done;
  }

  Plan plan_;
  std::string what_ = "the movement \"" + plan_.name + "\"";
  const NodeMap& nodes_;
  std::vector<ChunkState> chunks_;
  Segment segment_;
  std::unique_ptr<Carrier> near_;
  std::uint64_t epoch_ = 0;
};

}  // namespace

std::unique_ptr<Carrier> make_shared(const Plan& plan) { return std::make_unique<Shared>(plan); }

}  // namespace thalweg::transport::carriers
