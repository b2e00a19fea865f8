// SPDX-License-Identifier: Apache-2.0
#include "transport/movements/item_messages.hpp"

#include <utility>

#include "base/error.hpp"
#include "transport/comm/mpi_native.hpp"
#include "transport/comm/requests.hpp"
#include "transport/comm/watch.hpp"

namespace thalweg::transport {

namespace {

constexpr int item_tag = 2;

std::size_t index(int rank) { return static_cast<std::size_t>(rank); }

}  // namespace

struct ItemMessages::State {
  Communicator comm;  // of this migration alone
  std::string name;
  std::vector<std::int64_t> given, taken;
  int round = 0;
  std::vector<MPI_Request> sends, receives;
  MPI_Request barrier = MPI_REQUEST_NULL;
  bool in_barrier = false, done = true;

  State(const Communicator& all, std::string n)
      : comm(all.apart()), name(std::move(n)), given(index(comm.size())),
        taken(index(comm.size())) {}

  MPI_Comm native() const { return comm.native().comm; }
  bool is_other(int rank) const { return rank != comm.rank(); }

  /// A rank that is done may start the next count while another still waits in the barrier of this
  /// one, but cannot get two ahead: two tags in turn keep them apart.
  int count_tag() const { return round % 2; }

  void send_counts() {
    sends.clear();
    for (int rank = 0; rank < comm.size(); ++rank) {
      if (!is_other(rank) || given[index(rank)] == 0) continue;
      // Synchronous: done only when the receiver has it, which the consensus rests on.
      check_mpi(MPI_Issend(&given[index(rank)], 1, MPI_INT64_T, rank, count_tag(), native(),
                           &sends.emplace_back()),
                "MPI_Issend");
    }
  }
  void take_counts() {
    for (int found = 1; found;) {
      MPI_Status status;
      check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, count_tag(), native(), &found, &status), "MPI_Iprobe");
      if (!found) return;
      check_mpi(MPI_Recv(&taken[index(status.MPI_SOURCE)], 1, MPI_INT64_T, status.MPI_SOURCE,
                         count_tag(), native(), MPI_STATUS_IGNORE),
                "MPI_Recv");
    }
  }
  /// Take what has come; whether all have all.
  bool advance() {
    if (done) return true;
    take_counts();
    if (!in_barrier && all_done(sends)) {
      check_mpi(MPI_Ibarrier(native(), &barrier), "MPI_Ibarrier");
      in_barrier = true;
    }
    int over = 0;
    if (in_barrier) check_mpi(MPI_Test(&barrier, &over, MPI_STATUS_IGNORE), "MPI_Test");
    return done = over != 0;
  }

  static bool all_done(std::vector<MPI_Request>& requests) {
    int all = 1;
    if (!requests.empty())
      check_mpi(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &all,
                            MPI_STATUSES_IGNORE),
                "MPI_Testall");
    return all != 0;
  }
  /// Ranks whose items have not come.
  std::vector<int> awaited() const {
    std::vector<int> ranks;
    std::size_t request = 0;
    for (int rank = 0; rank < comm.size(); ++rank) {
      if (!is_other(rank) || taken[index(rank)] == 0 || request == receives.size()) continue;
      if (receives[request++] != MPI_REQUEST_NULL) ranks.push_back(rank);
    }
    return ranks;
  }

  void post(const std::byte* out, std::byte* in, MPI_Datatype item, std::int64_t item_bytes,
            std::int64_t gap) {
    sends.clear();
    receives.clear();
    for (int rank = 0; rank < comm.size(); ++rank) {
      if (!is_other(rank)) {
        in += gap * item_bytes;
        continue;
      }
      // Counts are of items, so 2 GiB is no limit.
      if (const std::int64_t n = taken[index(rank)]; n > 0)
        check_mpi(MPI_Irecv(in, static_cast<int>(n), item, rank, item_tag, native(),
                            &receives.emplace_back()),
                  "MPI_Irecv");
      in += taken[index(rank)] * item_bytes;
    }
    for (int rank = 0; rank < comm.size(); ++rank) {
      if (!is_other(rank)) continue;
      if (const std::int64_t n = given[index(rank)]; n > 0)
        check_mpi(MPI_Isend(out, static_cast<int>(n), item, rank, item_tag, native(),
                            &sends.emplace_back()),
                  "MPI_Isend");
      out += given[index(rank)] * item_bytes;
    }
  }
};

ItemMessages::ItemMessages(const Communicator& comm, std::string name)
    : state_(std::make_unique<State>(comm, std::move(name))) {}
ItemMessages::~ItemMessages() = default;

const std::string& ItemMessages::name() const { return state_->name; }
int ItemMessages::rank() const { return state_->comm.rank(); }
int ItemMessages::size() const { return state_->comm.size(); }
const std::vector<std::int64_t>& ItemMessages::given() const { return state_->given; }
const std::vector<std::int64_t>& ItemMessages::taken() const { return state_->taken; }

void ItemMessages::start_count(std::vector<std::int64_t> given) {
  State& s = *state_;
  TW_CHECK(s.done, "the migration \"" + s.name + "\" is counted a second time before finish()");
  TW_CHECK(given.size() == s.given.size(), "one count per rank");
  s.given = std::move(given);
  s.taken.assign(s.taken.size(), 0);
  s.taken[index(rank())] = s.given[index(rank())];
  s.in_barrier = s.done = false;
  ++s.round;
  s.send_counts();
  s.advance();
}

void ItemMessages::progress() { state_->advance(); }

void ItemMessages::finish_count() {
  State& s = *state_;
  wait_until(
      "the movement \"" + s.name + "\"", s.comm.native(), [&] { return s.advance(); },
      [] { return std::vector<int>{}; });
}

void ItemMessages::exchange(const std::byte* out, std::byte* in, std::int64_t item_bytes,
                            std::int64_t gap) {
  State& s = *state_;
  MPI_Datatype item = MPI_DATATYPE_NULL;
  check_mpi(MPI_Type_contiguous(static_cast<int>(item_bytes), MPI_BYTE, &item),
            "MPI_Type_contiguous");
  check_mpi(MPI_Type_commit(&item), "MPI_Type_commit");
  s.post(out, in, item, item_bytes, gap);
  check_mpi(MPI_Type_free(&item), "MPI_Type_free");  // messages under way keep it
  wait_until(
      "the movement \"" + s.name + "\"", s.comm.native(),
      [&] { return State::all_done(s.receives) && State::all_done(s.sends); },
      [&] { return s.awaited(); });
}

std::int64_t ItemMessages::items_sent() const {
  std::int64_t sum = 0;
  for (int r = 0; r < size(); ++r)
    if (r != rank()) sum += given()[index(r)];
  return sum;
}

std::int64_t ItemMessages::messages_sent() const {
  std::int64_t count = 0;
  for (int r = 0; r < size(); ++r) count += r != rank() && given()[index(r)] > 0;
  return count;
}

}  // namespace thalweg::transport
