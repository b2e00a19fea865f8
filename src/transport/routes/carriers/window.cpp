// SPDX-License-Identifier: Apache-2.0
// Within a node every rank lays what it sends into memory that the others read; beyond the node,
// direct messages. A sender's counter `ready` of a chunk says up to which exchange its part is
// there; its counter `taken` adds up how many readers have it.
#include <cstring>

#include "transport/comm/watch.hpp"
#include "transport/routes/carriers/carriers.hpp"
#include "transport/routes/carriers/counted_segment.hpp"
#include "transport/routes/carriers/vicinity.hpp"

namespace thalweg::transport::carriers {

namespace {

enum Counter : std::size_t { ready, taken, counters };

class Window final : public Carrier {
 public:
  explicit Window(const Plan& plan)
      : plan_(plan), shared_(plan, lay_out()), incoming_(agree_on_slots(plan, slots_)),
        beyond_(make_direct(beyond_the_node(plan))) {
    for (const auto& incoming : incoming_) taken_.emplace_back(incoming.size(), true);
  }

  void start(std::size_t chunk) override {
    if (chunk == 0) ++epoch_;
    const auto readers_done = shared_.own(chunk, taken);
    const std::uint64_t due = (epoch_ - 1) * slots_[chunk].size();
    wait_until(
        what_, plan_.comm.native(),
        [&] { return progress(), readers_done.load(std::memory_order_acquire) >= due; },
        [&] { return readers(chunk); });
    for (const MessageSlot& slot : slots_[chunk])
      std::memcpy(shared_.own_payload() + slot.place, plan_.send + slot.message.offset,
                  static_cast<std::size_t>(slot.message.bytes));
    shared_.own(chunk, ready).store(epoch_, std::memory_order_release);
    taken_[chunk].assign(incoming_[chunk].size(), false);
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
  /// Places of what this rank sends within the node; returns the bytes of all.
  std::int64_t lay_out() {
    std::int64_t end = 0;
    for (const Chunk& chunk : plan_.chunks) {
      slots_.emplace_back();
      for (const Message& m : chunk.sends) {
        if (!stays_on_node(plan_, m)) continue;
        slots_.back().push_back({m, end});
        end += whole_lines(m.bytes);
      }
    }
    return end;
  }

  /// Take what is ready; whether that is all of the chunks that were started.
  bool read() {
    bool all = true;
    for (std::size_t c = 0; c < incoming_.size(); ++c)
      for (std::size_t i = 0; i < incoming_[c].size(); ++i) {
        if (taken_[c][i]) continue;
        const PeerMessage& m = incoming_[c][i];
        if (shared_.of(m.local, c, ready).load(std::memory_order_acquire) < epoch_) {
          all = false;
          continue;
        }
        std::memcpy(plan_.receive + m.message.offset, shared_.payload(m.local) + m.place,
                    static_cast<std::size_t>(m.message.bytes));
        taken_[c][i] = true;
        shared_.of(m.local, c, taken).fetch_add(1, std::memory_order_release);
      }
    return all;
  }
  std::vector<int> unread() const {
    std::vector<int> ranks;
    for (std::size_t c = 0; c < incoming_.size(); ++c)
      for (std::size_t i = 0; i < incoming_[c].size(); ++i)
        if (!taken_[c][i]) ranks.push_back(incoming_[c][i].message.peer);
    return ranks;
  }
  std::vector<int> readers(std::size_t chunk) const {
    std::vector<int> ranks;
    for (const MessageSlot& slot : slots_[chunk]) ranks.push_back(slot.message.peer);
    return ranks;
  }

  Plan plan_;
  std::string what_ = "the movement \"" + plan_.name + "\"";
  std::vector<std::vector<MessageSlot>> slots_;  // by chunk, as what follows
  CountedSegment<Counter> shared_;
  std::vector<std::vector<PeerMessage>> incoming_;
  std::vector<std::vector<bool>> taken_;
  std::unique_ptr<Carrier> beyond_;
  std::uint64_t epoch_ = 0;
};

}  // namespace

std::unique_ptr<Carrier> make_window(const Plan& plan) { return std::make_unique<Window>(plan); }

}  // namespace thalweg::transport::carriers
