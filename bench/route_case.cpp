// SPDX-License-Identifier: Apache-2.0
#include "route_case.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "base/error.hpp"
#include "transport/routes/itinerary.hpp"

namespace thalweg::bench {

std::vector<int> halo_peers(const Communicator& comm) {
  std::array<int, 3> box{comm.size(), 1, 1};
  for (int z = 1; z * z * z <= comm.size(); ++z)
    for (int y = z; z * y * y <= comm.size(); ++y)
      if (comm.size() % (z * y) == 0) box = {z, y, comm.size() / (z * y)};
  const int me[3] = {comm.rank() / (box[1] * box[2]), comm.rank() / box[2] % box[1],
                     comm.rank() % box[2]};
  std::set<int> peers;
  for (int step = 0; step < 27; ++step) {
    const int way[3] = {step / 9 - 1, step / 3 % 3 - 1, step % 3 - 1};
    int peer = 0;
    for (std::size_t d = 0; d < 3; ++d) peer = peer * box[d] + (me[d] + way[d] + box[d]) % box[d];
    if (peer != comm.rank()) peers.insert(peer);
  }
  return {peers.begin(), peers.end()};
}

std::vector<int> transpose_peers(const Communicator& comm) {
  std::vector<int> peers;
  for (int rank = 0; rank < comm.size(); ++rank)
    if (rank != comm.rank()) peers.push_back(rank);
  return peers;
}

namespace {

using Word = std::uint64_t;

void write_words(std::byte* to, std::int64_t bytes, Word value) {
  std::fill_n(reinterpret_cast<Word*>(to), bytes / static_cast<std::int64_t>(sizeof(Word)), value);
}

/// The sum of all words: the cheapest use that reads each byte once.
Word read_words(const std::byte* from, std::int64_t bytes) {
  const Word* words = reinterpret_cast<const Word*>(from);
  return std::accumulate(words, words + bytes / static_cast<std::int64_t>(sizeof(Word)), Word{0});
}

}  // namespace

/// Exchanges of rewritten buffers, each message's words the exchange's number. In place there are
/// two movements in turn, as in a transform: to those who read what lies with this rank, and back
/// from those who have written it there.
class Case::Use {
 public:
  Use(Route route, const Plan& plan, const NodeMemory* shared, bool& all_arrived)
      : plan_(plan), shared_(shared), all_arrived_(all_arrived) {
    for (int turn = 0; turn < (shared ? 2 : 1); ++turn)
      carriers_.push_back(make_carrier(route, plan_));
  }

  void once() {
    const bool back = shared_ && number_ % 2 == 1;
    Carrier& carrier = *carriers_[back];
    ++number_;
    carrier.reclaim();
    for (const Message& m : plan_.chunks[0].sends)
      write_words(is_shared(m) ? tile(m, back) : plan_.send + m.offset, m.bytes, number_);
    carrier.start(0);
    carrier.finish();
    Word sum = 0, expected = 0;
    for (const Message& m : plan_.chunks[0].receives) {
      sum += read_words(is_shared(m) ? tile(m, !back) : plan_.receive + m.offset, m.bytes);
      expected += number_ * (static_cast<Word>(m.bytes) / sizeof(Word));
    }
    carrier.release();
    all_arrived_ = all_arrived_ && sum == expected;
  }

 private:
  bool is_shared(const Message& m) const {
    return shared_ && plan_.comm.nodes().together(m.peer, plan_.comm.rank());
  }
  /// What lies with the peer of this rank's, or with this rank of the peer's. A rank's memory has a
  /// place for each of the others.
  std::byte* tile(const Message& m, bool with_the_peer) const {
    const int me = plan_.comm.rank();
    const int home = with_the_peer ? m.peer : me, other = with_the_peer ? me : m.peer;
    return shared_->of(plan_.comm.nodes().local(home)) + (other - (other > home)) * m.bytes;
  }

  Plan plan_;
  const NodeMemory* shared_;
  std::vector<std::unique_ptr<Carrier>> carriers_;
  bool& all_arrived_;
  Word number_ = 0;
};

Case::Case(const Communicator& comm, std::string movement, const std::vector<int>& peers,
           std::int64_t size, TimedPart timed)
    : movement_(std::move(movement)), bytes_(size), timed_(timed),
      send_({static_cast<int>(peers.size()) * static_cast<int>(size)}),
      receive_({static_cast<int>(send_.size())}),
      plan_{movement_, comm, {Chunk{}}, send_.view().data, receive_.view().data, movement_} {
  TW_CHECK(size % static_cast<std::int64_t>(sizeof(Word)) == 0, "messages are whole words");
  std::int64_t offset = 0;
  for (const int peer : peers) {
    plan_.chunks[0].sends.push_back({peer, offset, size});
    plan_.chunks[0].receives.push_back({peer, offset, size});
    offset += size;
  }
  if (timed == TimedPart::in_use) shared_ = NodeMemory::offer(comm, offset);
}

Plan Case::plan_in_place() const {
  Plan plan = plan_;
  plan.in_place = true;
  return plan;
}

RouteChoice Case::choose() {
  forget_choices();  // of cases of the same shape: each has its own trial
  if (!shared_) return choose_route("auto", plan_);
  RouteChoice choice = choose_route("auto", plan_in_place());
  for (const Possibility& p : possible_routes(plan_))
    for (Candidate& c : choice.candidates)
      if (c.route == p.route && p.route != Route::in_place) c.why_not = p.why_not;
  return choice;
}

std::function<void()> Case::exchange_by(Route route, Route beyond) {
  if (timed_ == TimedPart::in_use) {
    Plan plan = route == Route::in_place ? plan_in_place() : plan_;
    plan.beyond = beyond;
    const NodeMemory* shared = route == Route::in_place ? shared_.get() : nullptr;
    return [use = std::make_shared<Use>(route, plan, shared, all_arrived_)] { use->once(); };
  }
  return [carrier = std::shared_ptr<Carrier>(make_carrier(route, plan_))] {
    carrier->start(0);
    carrier->finish();
  };
}

std::function<void()> Case::use_alone() {
  return [this, number = Word{0}]() mutable {
    const std::int64_t bytes = buffer_end(plan_.chunks, &Chunk::sends);
    write_words(plan_.send, bytes, ++number);
    // Kept in memory, so that reading is not left out.
    write_words(plan_.receive, sizeof(Word), read_words(plan_.receive, bytes));
  };
}

}  // namespace thalweg::bench
