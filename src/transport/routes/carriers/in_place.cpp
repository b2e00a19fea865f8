// SPDX-License-Identifier: Apache-2.0
// Within a node nothing moves: both sides of a message work on the same memory. Beyond the node the
// plan's messages travel by a route of their own.
//
// Counters of a rank, which it alone writes: `ready`, per chunk, up to which exchange its part is
// there; `done`, up to which exchange it has read what others sent.
#include <algorithm>
#include <set>

#include "transport/comm/shared_segment.hpp"
#include "transport/comm/watch.hpp"
#include "transport/routes/carriers/carriers.hpp"
#include "transport/routes/carriers/vicinity.hpp"

namespace thalweg::transport::carriers {

namespace {

class InPlace final : public Carrier {
 public:
  explicit InPlace(const Plan& plan)
      : plan_(plan), segment_(plan.comm, 1 + plan.chunks.size(), 0),
        beyond_(make_carrier(plan.beyond, beyond_the_node(plan))) {
    for (std::size_t c = 0; c < plan_.chunks.size(); ++c) {
      for (const Message& m : plan_.chunks[c].sends)
        if (stays_on_node(plan_, m)) readers_.push_back({m.peer, done});
      for (const Message& m : plan_.chunks[c].receives)
        if (stays_on_node(plan_, m)) sources_.push_back({m.peer, ready(c)});
    }
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
    wait_for(sources_);
    beyond_->finish();
    held_ = true;
  }
  void release() override {
    if (!held_) return;
    segment_.counter(me(), done).store(epoch_, std::memory_order_release);
    held_ = false;
  }
  void reclaim() override { wait_for(readers_); }

 private:
  /// A counter of a rank that has to come up to this exchange.
  struct AwaitedCounter {
    int rank;
    std::size_t counter;
  };
  static constexpr std::size_t done = 0;
  static std::size_t ready(std::size_t chunk) { return 1 + chunk; }
  int me() const { return plan_.comm.native().node_rank; }
  int local(int rank) const { return plan_.comm.nodes().local(rank); }

  bool has_come(const AwaitedCounter& a) const {
    return segment_.counter(local(a.rank), a.counter).load(std::memory_order_acquire) >= epoch_;
  }
  void wait_for(const std::vector<AwaitedCounter>& list) {
    const auto all_here = [&] {
      progress();
      return std::all_of(list.begin(), list.end(),
                         [&](const AwaitedCounter& a) { return has_come(a); });
    };
    wait_until(what_, plan_.comm.native(), all_here, [&] {
      std::set<int> missing;
      for (const AwaitedCounter& a : list)
        if (!has_come(a)) missing.insert(a.rank);
      return std::vector<int>(missing.begin(), missing.end());
    });
  }

  Plan plan_;
  std::string what_ = "the movement \"" + plan_.name + "\"";
  SharedSegment segment_;
  std::unique_ptr<Carrier> beyond_;
  std::vector<AwaitedCounter> readers_, sources_;  // of this node
  std::uint64_t epoch_ = 0;
  bool held_ = false;  // what has arrived, until it is released
};

}  // namespace

std::unique_ptr<Carrier> make_in_place(const Plan& plan) { return std::make_unique<InPlace>(plan); }

}  // namespace thalweg::transport::carriers
