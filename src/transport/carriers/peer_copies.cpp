// SPDX-License-Identifier: Apache-2.0
// Within a node every rank copies what is for it out of the sender's device buffer into its own,
// through handles that were opened at set-up (peer_memory.hpp); nothing passes through the host. A
// sender's counter `ready` of a chunk says up to which exchange its part may be read; its counter
// `taken` adds up how many readers have it.
#include "transport/carriers/carriers.hpp"
#include "transport/carriers/peer_memory.hpp"
#include "transport/carriers/requests.hpp"
#include "transport/carriers/segment.hpp"
#include "transport/carriers/shipments.hpp"

namespace thalweg::transport::carriers {

namespace {

/// A message from a rank of this node.
struct Reading {
  enum State { done, waiting, copying };
  int local = 0, peer = 0;
  const std::byte* from = nullptr;
  std::byte* to = nullptr;
  std::size_t bytes = 0;
  State state = done;
  exec::DeviceLink::Mark copied = 0;
};

struct ChunkState {
  std::uint64_t readers = 0;  // of this rank's messages
  std::vector<Reading> readings;
};

class PeerCopies final : public Carrier {
 public:
  explicit PeerCopies(const Plan& plan)
      : plan_(plan), link_(*plan.device->in), peers_(opened_peer_memory(plan)),
        chunks_(plan.chunks.size()), segment_(plan.comm, 2 * plan.chunks.size(), 0) {
    for (std::size_t c = 0; c < chunks_.size(); ++c)
      for (const Message& m : plan.chunks[c].sends) chunks_[c].readers += near(m);
    find_messages();
  }

  void start(std::size_t chunk) override {
    if (chunk == 0) ++epoch_;
    segment_.counter(me(), 2 * chunk).store(epoch_, std::memory_order_release);
    for (Reading& r : chunks_[chunk].readings) r.state = Reading::waiting;
    progress();
  }
  void progress() override { read(); }
  void finish() override {
    wait_until(
        what_, plan_.comm.native(), [&] { return read() && all_taken(); },
        [&] { return unread(); });
  }

 private:
  int me() const { return plan_.comm.native().node_rank; }
  bool near(const Message& m) const {
    return plan_.comm.nodes().together(m.peer, plan_.comm.rank());
  }

  /// Collective over the node: tell every reader where its message lies in this rank's buffer.
  void find_messages() {
    std::vector<std::int64_t> mine;
    for (std::size_t c = 0; c < chunks_.size(); ++c)
      for (const Message& m : plan_.chunks[c].sends)
        if (near(m)) mine.insert(mine.end(), {static_cast<std::int64_t>(c), m.peer, m.offset});
    const auto all = share_on_node(plan_.comm, mine);
    for (std::size_t c = 0; c < chunks_.size(); ++c)
      for (const Message& m : plan_.chunks[c].receives) {
        if (!near(m)) continue;
        const int local = plan_.comm.nodes().local(m.peer);
        const auto& told = all[static_cast<std::size_t>(local)];
        for (std::size_t i = 0; i + 2 < told.size(); i += 3)
          if (told[i] == static_cast<std::int64_t>(c) && told[i + 1] == plan_.comm.rank())
            chunks_[c].readings.push_back({local, m.peer, peers_->send(local) + told[i + 2],
                                           plan_.receive + m.offset,
                                           static_cast<std::size_t>(m.bytes)});
      }
  }

  /// Copy what is ready; whether all of the chunks that were started is here.
  bool read() {
    bool all = true;
    for (std::size_t c = 0; c < chunks_.size(); ++c)
      for (Reading& r : chunks_[c].readings) {
        if (r.state == Reading::waiting) begin(r, c);
        if (r.state == Reading::copying && link_.reached(r.copied)) {
          r.state = Reading::done;
          segment_.counter(r.local, 2 * c + 1).fetch_add(1, std::memory_order_release);
        }
        all = all && r.state == Reading::done;
      }
    return all;
  }
  void begin(Reading& r, std::size_t c) {
    if (segment_.counter(r.local, 2 * c).load(std::memory_order_acquire) < epoch_) return;
    link_.copy(r.to, r.from, r.bytes);
    r.copied = link_.mark();
    r.state = Reading::copying;
  }
  bool all_taken() const {
    for (std::size_t c = 0; c < chunks_.size(); ++c)
      if (segment_.counter(me(), 2 * c + 1).load(std::memory_order_acquire) <
          epoch_ * chunks_[c].readers)
        return false;
    return true;
  }
  std::vector<int> unread() const {
    std::vector<int> ranks;
    for (const ChunkState& chunk : chunks_)
      for (const Reading& r : chunk.readings)
        if (r.state != Reading::done) ranks.push_back(r.peer);
    return ranks;
  }

  Plan plan_;
  std::string what_ = "the movement \"" + plan_.name + "\"";
  exec::DeviceLink& link_;
  std::shared_ptr<PeerMemory> peers_;
  std::vector<ChunkState> chunks_;
  Segment segment_;
  std::uint64_t epoch_ = 0;
};

}  // namespace

std::unique_ptr<Carrier> make_peer_copies(const Plan& plan) {
  return std::make_unique<PeerCopies>(plan);
}

}  // namespace thalweg::transport::carriers
