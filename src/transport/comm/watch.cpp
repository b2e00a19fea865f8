// SPDX-License-Identifier: Apache-2.0
#include "transport/comm/watch.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "transport/comm/patience.hpp"
#include "transport/comm/pause.hpp"

namespace thalweg::transport {

namespace {

double patience_seconds = 600;

std::string list_of(const std::vector<int>& ranks) {
  if (ranks.empty()) return "another rank";
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  constexpr std::size_t most = 16;
  for (std::size_t i = 0; i < std::min(most, ranks.size()); ++i)
    text += (i ? ", " : "") + std::to_string(ranks[i]);
  return ranks.size() > most ? text + " and others" : text;
}

/// Ranks that do not answer a call. Those that wait like this one come here too, at about the same
/// time, and answer; messages that nobody takes stay, since the program ends now.
std::vector<int> silent_ranks(const Communicator::Native& native) {
  const double listen_seconds = std::clamp(patience_seconds, 0.5, 3.0);
  const auto count = static_cast<std::size_t>(native.size);
  static char call = 0;
  std::vector<char> answers(count);
  std::vector<MPI_Request> sends(count, MPI_REQUEST_NULL), receives(count, MPI_REQUEST_NULL);
  for (int rank = 0; rank < native.size; ++rank) {
    if (rank == native.rank) continue;
    const auto r = static_cast<std::size_t>(rank);
    MPI_Irecv(&answers[r], 1, MPI_CHAR, rank, 0, native.farewell, &receives[r]);
    MPI_Isend(&call, 1, MPI_CHAR, rank, 0, native.farewell, &sends[r]);
  }
  const double start = MPI_Wtime();
  for (int all = 0; !all && MPI_Wtime() - start < listen_seconds;) {
    MPI_Testall(native.size, receives.data(), &all, MPI_STATUSES_IGNORE);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::vector<int> silent;
  for (int rank = 0; rank < native.size; ++rank) {
    int answered = 0;
    MPI_Test(&receives[static_cast<std::size_t>(rank)], &answered, MPI_STATUS_IGNORE);
    if (answered) continue;
    silent.push_back(rank);
    MPI_Cancel(&receives[static_cast<std::size_t>(rank)]);
    MPI_Request_free(&receives[static_cast<std::size_t>(rank)]);
  }
  return silent;
}

}  // namespace

double patience() { return patience_seconds; }
void set_patience(double seconds) { patience_seconds = seconds; }

void wait_until(const std::string& what, const Communicator::Native& native,
                const std::function<bool()>& done,
                const std::function<std::vector<int>()>& missing) {
  const double start = MPI_Wtime();
  for (Pause pause; !done();) {
    if (!pause() || MPI_Wtime() - start < patience_seconds) continue;
    const std::vector<int> silent = silent_ranks(native);
    throw CommError(what + " waited " + std::to_string(static_cast<int>(patience_seconds)) +
                    " s for " + list_of(silent.empty() ? missing() : silent) +
                    ", which did not answer. The last checkpoint is intact: look at that rank's "
                    "node, then continue with --restart (transport.patience sets the wait).");
  }
}

void wait_for_request(const std::string& what, const Communicator::Native& native,
                      MPI_Request& request) {
  const auto done = [&] {
    int over = 0;
    check_mpi(MPI_Test(&request, &over, MPI_STATUS_IGNORE), "MPI_Test");
    return over != 0;
  };
  wait_until(what, native, done, [] { return std::vector<int>{}; });
}

}  // namespace thalweg::transport
