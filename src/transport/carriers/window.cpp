// SPDX-License-Identifier: Apache-2.0
// Within a node every rank lays what it sends into memory that the others read; beyond the node,
// direct messages. A sender's counter `ready` of a chunk says up to which exchange its part is
// there; its counter `taken` adds up how many readers have it.
#include <cstring>

#include "transport/carriers/carriers.hpp"
#include "transport/carriers/requests.hpp"
#include "transport/carriers/segment.hpp"
#include "transport/carriers/shipments.hpp"

namespace thalweg::transport::carriers {

namespace {

/// A message from a rank of this node: where it lies there, where it belongs here.
struct Reading {
  int local = 0, peer = 0;
  std::int64_t from = 0, to = 0, bytes = 0;
  bool taken = true;
};

struct ChunkState {
  std::vector<Message> sends;  // within the node
  std::vector<std::int64_t> places;
  std::vector<Reading> readings;
};

class Window final : public Carrier {
 public:
  explicit Window(const Plan& plan)
      : plan_(plan), chunks_(plan.chunks.size()),
        segment_(plan.comm, 2 * plan.chunks.size(), lay_out()),
        beyond_(make_direct(beyond_the_node())) {
    agree_on_places();
  }

  void start(std::size_t chunk) override {
    if (chunk == 0) ++epoch_;
    ChunkState& state = chunks_[chunk];
    const auto taken = segment_.counter(me(), 2 * chunk + 1);
    const std::uint64_t due = (epoch_ - 1) * state.sends.size();
    wait_until(
        what_, plan_.comm.native(),
        [&] { return progress(), taken.load(std::memory_order_acquire) >= due; },
        [&] { return peers(state.sends); });
    for (std::size_t i = 0; i < state.sends.size(); ++i)
      std::memcpy(segment_.payload(me()) + state.places[i], plan_.send + state.sends[i].offset,
                  static_cast<std::size_t>(state.sends[i].bytes));
    segment_.counter(me(), 2 * chunk).store(epoch_, std::memory_order_release);
    for (Reading& reading : state.readings) reading.taken = false;
    beyond_->start(chunk);
    progress();
  }
  void progress() override {
    read();
    if (epoch_ > 0) beyond_->progress();
  }
  void finish() override {
    wait_until(
        what_, plan_.comm.native(), [&] { return read(); }, [&] { return unread(); });
    beyond_->finish();
  }

 private:
  int me() const { return plan_.comm.native().node_rank; }
  bool near(const Message& m) const {
    return plan_.comm.nodes().together(m.peer, plan_.comm.rank());
  }

  /// Places of what this rank sends within the node; returns the bytes of all.
  std::int64_t lay_out() {
    constexpr std::int64_t line = 64;
    std::int64_t end = 0;
    for (std::size_t c = 0; c < chunks_.size(); ++c)
      for (const Message& m : plan_.chunks[c].sends) {
        if (!near(m)) continue;
        chunks_[c].sends.push_back(m);
        chunks_[c].places.push_back(end);
        end += (m.bytes + line - 1) / line * line;
      }
    return end;
  }
  Plan beyond_the_node() const {
    Plan beyond = plan_;
    for (Chunk& chunk : beyond.chunks)
      for (auto* side : {&chunk.sends, &chunk.receives})
        std::erase_if(*side, [&](const Message& m) { return near(m); });
    return beyond;
  }
  /// Collective over the node: tell every reader where its message will lie.
  void agree_on_places() {
    std::vector<std::int64_t> mine;
    for (std::size_t c = 0; c < chunks_.size(); ++c)
      for (std::size_t i = 0; i < chunks_[c].sends.size(); ++i)
        mine.insert(mine.end(),
                    {static_cast<std::int64_t>(c), chunks_[c].sends[i].peer, chunks_[c].places[i]});
    const auto all = share_on_node(plan_.comm, mine);
    const NodeMap& nodes = plan_.comm.nodes();
    for (std::size_t c = 0; c < chunks_.size(); ++c)
      for (const Message& m : plan_.chunks[c].receives) {
        if (!near(m)) continue;
        const int local = nodes.local(m.peer);
        const auto& told = all[static_cast<std::size_t>(local)];
        for (std::size_t i = 0; i + 2 < told.size(); i += 3)
          if (told[i] == static_cast<std::int64_t>(c) && told[i + 1] == plan_.comm.rank())
            chunks_[c].readings.push_back({local, m.peer, told[i + 2], m.offset, m.bytes});
      }
  }

  /// Take what is ready; whether that is all of the chunks that were started.
  bool read() {
    bool all = true;
    for (std::size_t c = 0; c < chunks_.size(); ++c)
      for (Reading& r : chunks_[c].readings) {
        if (r.taken) continue;
        if (segment_.counter(r.local, 2 * c).load(std::memory_order_acquire) < epoch_) {
          all = false;
          continue;
        }
        std::memcpy(plan_.receive + r.to, segment_.payload(r.local) + r.from,
                    static_cast<std::size_t>(r.bytes));
        r.taken = true;
        segment_.counter(r.local, 2 * c + 1).fetch_add(1, std::memory_order_release);
      }
    return all;
  }
  std::vector<int> unread() const {
    std::vector<int> ranks;
    for (const ChunkState& chunk : chunks_)
      for (const Reading& r : chunk.readings)
        if (!r.taken) ranks.push_back(r.peer);
    return ranks;
  }
  static std::vector<int> peers(const std::vector<Message>& messages) {
    std::vector<int> ranks;
    for (const Message& m : messages) ranks.push_back(m.peer);
    return ranks;
  }

  Plan plan_;
  std::string what_ = "the movement \"" + plan_.name + "\"";
  std::vector<ChunkState> chunks_;
  Segment segment_;
  std::unique_ptr<Carrier> beyond_;
  std::uint64_t epoch_ = 0;
};

}  // namespace

std::unique_ptr<Carrier> make_window(const Plan& plan) { return std::make_unique<Window>(plan); }

}  // namespace thalweg::transport::carriers
