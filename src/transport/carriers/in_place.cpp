// SPDX-License-Identifier: Apache-2.0
// Within a node nothing moves: both sides of a message work on the same memory. Beyond the node the
// plan's messages travel by a route of their own.
//
// Counters of a rank, which it alone writes: `ready`, per chunk, up to which exchange its part is
// there; `done`, up to which exchange it has read what others sent.
#include <algorithm>

#include "transport/carriers/carriers.hpp"
#include "transport/carriers/segment.hpp"
#include "transport/carriers/vicinity.hpp"
#include "transport/watch.hpp"

namespace thalweg::transport::carriers {

namespace {

void add_once(std::vector<int>& list, int value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

class InPlace final : public Carrier {
 public:
  explicit InPlace(const Plan& plan)
      : plan_(plan), segment_(plan.comm, 1 + plan.chunks.size(), 0),
        beyond_(make_carrier(plan.beyond, beyond_the_node(plan))) {
    for (const Chunk& chunk : plan_.chunks)
      for (const Message& m : chunk.sends)
        if (stays_on_node(plan_, m)) add_once(readers_, m.peer);
  }

  void start(std::size_t chunk) override {
    if (chunk == 0) {
      release();
      reclaim();
      ++epoch_;
    }
    segment_.counter(me(), ready(chunk)).store(epoch_, std::memory_order_release);
    beyond_->start(chunk);
  }
  void progress() override {
    if (epoch_ > 0) beyond_->progress();
  }
  void finish() override {
    wait_until(
        what_, plan_.comm.native(), [&] { return progress(), silent().empty(); },
        [&] { return silent(); });
    beyond_->finish();
    held_ = true;
  }
  void release() override {
    if (!held_) return;
    segment_.counter(me(), done).store(epoch_, std::memory_order_release);
    held_ = false;
  }
  void reclaim() override {
    wait_until(
        what_, plan_.comm.native(), [&] { return progress(), reading().empty(); },
        [&] { return reading(); });
  }

 private:
  static constexpr std::size_t done = 0;
  static std::size_t ready(std::size_t chunk) { return 1 + chunk; }
  int me() const { return plan_.comm.native().node_rank; }
  int local(int rank) const { return plan_.comm.nodes().local(rank); }

  /// Those that have not yet read what this rank let go.
  std::vector<int> reading() const {
    std::vector<int> ranks;
    for (const int rank : readers_)
      if (segment_.counter(local(rank), done).load(std::memory_order_acquire) < epoch_)
        ranks.push_back(rank);
    return ranks;
  }
  /// Those whose part is not there yet.
  std::vector<int> silent() const {
    std::vector<int> ranks;
    for (std::size_t c = 0; c < plan_.chunks.size(); ++c)
      for (const Message& m : plan_.chunks[c].receives)
        if (stays_on_node(plan_, m) &&
            segment_.counter(local(m.peer), ready(c)).load(std::memory_order_acquire) < epoch_)
          add_once(ranks, m.peer);
    return ranks;
  }

  Plan plan_;
  std::string what_ = "the movement \"" + plan_.name + "\"";
  Segment segment_;
  std::unique_ptr<Carrier> beyond_;
  std::vector<int> readers_;  // of this node
  std::uint64_t epoch_ = 0;
  bool held_ = false;  // what has arrived, until it is released
};

}  // namespace

std::unique_ptr<Carrier> make_in_place(const Plan& plan) { return std::make_unique<InPlace>(plan); }

}  // namespace thalweg::transport::carriers
