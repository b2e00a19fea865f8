// SPDX-License-Identifier: Apache-2.0
#include "transport/gpu_aware/device_trial.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "transport/gpu_aware/device_messages.hpp"

namespace thalweg::transport {

namespace {

void say(const char* line) {
  std::puts(line);
  std::fflush(stdout);
}

bool all_arrive(MPI_Comm comm, int me, const std::vector<TrialWay>& ways, double seconds) {
  // The other process may be gone: whoever is in trouble says so by its end.
  const auto for_itself = [](const std::string& trouble) { return trouble; };
  return std::ranges::all_of(trial_lengths, [&](std::size_t length) {
    return send_device_memory(comm, me, ways, length, seconds, for_itself).empty();
  });
}

/// In both processes, ranks 0 and 1: each way. The one that is in trouble ends at once, since the
/// other may be gone and MPI would wait for it.
void between_two(MPI_Comm other, bool second, double seconds) {
  MPI_Comm both = MPI_COMM_NULL;
  check_mpi(MPI_Intercomm_merge(other, second, &both), "MPI_Intercomm_merge");
  if (!second) say(goes_to_another);
  if (!all_arrive(both, second, {{0, 1}, {1, 0}}, seconds)) std::_Exit(1);
  MPI_Comm_free(&both);
  MPI_Comm_disconnect(&other);
}

MPI_Comm start_second(const DeviceTrialWords& first) {
  std::string path = first.program, command = device_trial_command;
  std::string number = std::to_string(first.device + 1), time = std::to_string(first.seconds);
  char* words[] = {command.data(), number.data(), time.data(), nullptr};
  MPI_Comm other = MPI_COMM_NULL;
  check_mpi(MPI_Comm_spawn(path.data(), words, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other,
                           MPI_ERRCODES_IGNORE),
            "MPI_Comm_spawn");
  return other;
}

}  // namespace

DeviceTrialWords DeviceTrialWords::of(int argc, char** argv) {
  DeviceTrialWords words{.program = argv[0]};
  if (argc > 2) words.device = std::atoi(argv[2]);
  if (argc > 3) words.seconds = static_cast<unsigned>(std::max(1, std::atoi(argv[3])));
  words.alone = argc > 4 && std::string(argv[4]) == trial_alone;
  return words;
}

int run_device_trial(const DeviceTrialWords& words) {
  alarm(words.seconds);
  const double of_a_message = words.seconds / 4.0;
  check_mpi(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  MPI_Comm first = MPI_COMM_NULL;
  check_mpi(MPI_Comm_get_parent(&first), "MPI_Comm_get_parent");
  if (first != MPI_COMM_NULL) {
    between_two(first, true, of_a_message);
    return 0;
  }
  if (!all_arrive(MPI_COMM_SELF, 0, {{0, 0}}, of_a_message)) return 1;
  say(came_back);
  if (!words.alone) between_two(start_second(words), false, of_a_message);
  return 0;
}

}  // namespace thalweg::transport
