// SPDX-License-Identifier: Apache-2.0
#include "transport/movements/migration.hpp"

#include <algorithm>
#include <numeric>

#include "base/error.hpp"
#include "transport/comm/requests.hpp"

namespace thalweg::transport {

struct ByteMigration::State {
  Communicator comm;
  std::string name;
  std::size_t item_bytes;
  MPI_Datatype item = MPI_DATATYPE_NULL;  // counts are of items, so 2 GiB is no limit
  int channel;
  int round = 0;

  std::vector<std::byte> out, in, result;
  std::vector<std::size_t> first;  // of each rank's items in out, in items; one longer
  std::vector<MPI_Request> sends;
  struct Arrival {
    int source;
    std::size_t offset, items;
  };
  std::vector<Arrival> arrivals;
  std::size_t arrived = 0;  // items in `in`
  MPI_Request barrier = MPI_REQUEST_NULL;
  bool in_barrier = false, done = true;
  std::int64_t items_sent = 0;

  State(const Communicator& c, std::string n, std::int64_t bytes)
      : comm(c), name(std::move(n)), item_bytes(static_cast<std::size_t>(bytes)),
        channel(c.native().next_channel()), first(static_cast<std::size_t>(c.size()) + 1) {
    check_mpi(MPI_Type_contiguous(static_cast<int>(bytes), MPI_BYTE, &item), "MPI_Type_contiguous");
    check_mpi(MPI_Type_commit(&item), "MPI_Type_commit");
  }
  ~State() {
    if (may_free()) MPI_Type_free(&item);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  /// Sort by owner, keeping the order of each owner's items.
  void sort(std::span<const std::byte> items, std::span<const int> owners) {
    std::fill(first.begin(), first.end(), 0);
    for (const int owner : owners) {
      TW_CHECK(0 <= owner && owner < comm.size(), "an item's owner must be a rank");
      ++first[static_cast<std::size_t>(owner) + 1];
    }
    std::partial_sum(first.begin(), first.end(), first.begin());
    out.resize(std::max(out.size(), items.size()));
    std::vector<std::size_t>& next = next_place;
    next.assign(first.begin(), first.end() - 1);
    for (std::size_t i = 0; i < owners.size(); ++i)
      std::copy_n(items.data() + i * item_bytes, item_bytes,
                  out.data() + next[static_cast<std::size_t>(owners[i])]++ * item_bytes);
  }
  std::vector<std::size_t> next_place;

  /// A rank that is done may start the next exchange while another still waits in the barrier of
  /// this one, but cannot get two ahead: two tags in turn keep them apart.
  int tag() const { return tag_of(channel, 0, round % 2); }

  std::size_t count(int rank) const {
    const auto r = static_cast<std::size_t>(rank);
    return first[r + 1] - first[r];
  }
  std::byte* items_of(int rank) {
    return out.data() + first[static_cast<std::size_t>(rank)] * item_bytes;
  }

  void send() {
    sends.clear();
    items_sent = 0;
    for (int rank = 0; rank < comm.size(); ++rank) {
      if (rank == comm.rank() || count(rank) == 0) continue;
      items_sent += static_cast<std::int64_t>(count(rank));
      // Synchronous: done only when the receiver has it, which the consensus rests on.
      check_mpi(MPI_Issend(items_of(rank), static_cast<int>(count(rank)), item, rank, tag(),
                           comm.native().comm, &sends.emplace_back()),
                "MPI_Issend");
    }
  }

  std::byte* room_for(std::size_t items) {
    const std::size_t end = (arrived + items) * item_bytes;
    if (in.size() < end) in.resize(std::max(end, 2 * in.size()));
    return in.data() + arrived * item_bytes;
  }
  void arrive(int source, std::size_t items) {
    arrivals.push_back({source, arrived, items});
    arrived += items;
  }

  /// Take what has come; whether the exchange is over.
  bool advance() {
    if (done) return true;
    take_messages();
    if (!in_barrier && all_sent()) {
      check_mpi(MPI_Ibarrier(comm.native().comm, &barrier), "MPI_Ibarrier");
      in_barrier = true;
    }
    int over = 0;
    if (in_barrier) check_mpi(MPI_Test(&barrier, &over, MPI_STATUS_IGNORE), "MPI_Test");
    return done = over != 0;
  }
  void take_messages() {
    for (int found = 1; found;) {
      MPI_Status status;
      check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, tag(), comm.native().comm, &found, &status),
                "MPI_Iprobe");
      if (!found) return;
      int items = 0;
      check_mpi(MPI_Get_count(&status, item, &items), "MPI_Get_count");
      std::byte* to = room_for(static_cast<std::size_t>(items));
      check_mpi(MPI_Recv(to, items, item, status.MPI_SOURCE, tag(), comm.native().comm,
                         MPI_STATUS_IGNORE),
                "MPI_Recv");
      arrive(status.MPI_SOURCE, static_cast<std::size_t>(items));
    }
  }
  bool all_sent() {
    int sent = 1;
    if (!sends.empty())
      check_mpi(
          MPI_Testall(static_cast<int>(sends.size()), sends.data(), &sent, MPI_STATUSES_IGNORE),
          "MPI_Testall");
    return sent != 0;
  }

  std::span<const std::byte> sorted_result() {
    std::sort(arrivals.begin(), arrivals.end(),
              [](const Arrival& a, const Arrival& b) { return a.source < b.source; });
    result.resize(std::max(result.size(), arrived * item_bytes));
    std::byte* to = result.data();
    for (const Arrival& a : arrivals)
      to = std::copy_n(in.data() + a.offset * item_bytes, a.items * item_bytes, to);
    return {result.data(), arrived * item_bytes};
  }
};

ByteMigration::ByteMigration(const Communicator& comm, std::string name, std::int64_t item_bytes) {
  TW_CHECK(item_bytes > 0, "items must have bytes");
  state_ = std::make_unique<State>(comm, std::move(name), item_bytes);
}
ByteMigration::~ByteMigration() = default;

void ByteMigration::start(std::span<const std::byte> items, std::span<const int> owners) {
  State& s = *state_;
  TW_CHECK(items.size() == owners.size() * s.item_bytes, "one owner per item");
  s.sort(items, owners);
  s.arrivals.clear();
  s.arrived = 0;
  s.in_barrier = s.done = false;
  ++s.round;
  const int me = s.comm.rank();
  if (const std::size_t own = s.count(me); own > 0) {
    std::copy_n(s.items_of(me), own * s.item_bytes, s.room_for(own));
    s.arrive(me, own);
  }
  s.send();
  s.advance();
}

void ByteMigration::progress() { state_->advance(); }

std::span<const std::byte> ByteMigration::finish() {
  State& s = *state_;
  wait_until(
      "the movement \"" + s.name + "\"", s.comm.native(), [&] { return s.advance(); },
      [] { return std::vector<int>{}; });
  return s.sorted_result();
}

std::int64_t ByteMigration::items_sent() const { return state_->items_sent; }
std::int64_t ByteMigration::messages_sent() const {
  return static_cast<std::int64_t>(state_->sends.size());
}

}  // namespace thalweg::transport
