// SPDX-License-Identifier: Apache-2.0
#include "transport/gpu_aware/device_direct.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "transport/comm/group.hpp"
#include "transport/comm/patience.hpp"
#include "transport/comm/watch.hpp"
#include "transport/gpu_aware/child_trial.hpp"
#include "transport/gpu_aware/device_messages.hpp"
#include "transport/gpu_aware/device_trial.hpp"
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

namespace thalweg::transport {

namespace {

/// MPI 4.1, section 11.4.3: kinds of memory that communication takes, e.g. "mpi,system,cuda".
LibraryAnswer ask_by_info_key() {
  MPI_Info info = MPI_INFO_NULL;
  check_mpi(MPI_Comm_get_info(MPI_COMM_WORLD, &info), "MPI_Comm_get_info");
  char kinds[MPI_MAX_INFO_VAL + 1] = {};
  int found = 0;
  check_mpi(MPI_Info_get(info, "mpi_memory_alloc_kinds", MPI_MAX_INFO_VAL, kinds, &found),
            "MPI_Info_get");
  MPI_Info_free(&info);
  if (!found) return LibraryAnswer::none;
  return std::strstr(kinds, "cuda") ? LibraryAnswer::yes : LibraryAnswer::no;
}

/// What device_direct() is to try, and has found.
struct TrialRecord {
  DeviceTrial trial;
  std::map<std::vector<int>, DeviceDirect> outcomes;  // by group
};

TrialRecord& trials_here() {
  static TrialRecord known;
  return known;
}

struct Finding {
  bool works = false;
  std::string what;
};

/// On the first rank: device memory in processes that this run does not need.
Finding try_apart(const DeviceTrial& trial) {
  const auto whole_seconds = static_cast<int>(std::ceil(trial.seconds));
  std::vector<std::string> words{trial.program, device_trial_command, std::to_string(trial.device),
                                 std::to_string(whole_seconds)};
  if (trial.alone) words.push_back(trial_alone);
  const TrialOutcome outcome = try_in_child(words, trial.seconds);
  const auto says = [&](const char* line) { return outcome.said.find(line) != std::string::npos; };
  if (outcome.passed && trial.alone)
    return {true, "by one process to itself passed (none can be started for it under srun)"};
  if (outcome.passed) return {true, "passed"};
  // Its way to a second process led through starting one, not through device memory.
  if (says(came_back) && !says(goes_to_another))
    return {true, "by one process to itself passed (no second one could be started for it: it " +
                      outcome.what + ")"};
  return {false, outcome.what};
}

/// Collective: device memory between these ranks, by messages of their own.
std::string try_together(const Communicator& comm, bool takes_part) {
  const double longest = std::min(20.0, patience() / 2);
  std::vector<double> flags(static_cast<std::size_t>(comm.size()));
  flags[static_cast<std::size_t>(comm.rank())] = takes_part;
  comm.sum(flags);
  std::vector<bool> parts;
  for (const double flag : flags) parts.push_back(flag > 0);
  const std::vector<TrialWay> ways = trial_ways(comm.nodes(), parts);
  // Messages that are late must not meet any others.
  MPI_Comm apart = MPI_COMM_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Comm_idup(comm.native().comm, &apart, &request), "MPI_Comm_idup");
  wait_for_request("the trial of messages from device memory", comm.native(), request);
  const auto agree = [&](const std::string& trouble) {
    return comm.first_text(trouble.empty() ? trouble
                                           : fmt::format("at rank {}: {}", comm.rank(), trouble));
  };
  for (const std::size_t length : trial_lengths) {
    const std::string trouble =
        send_device_memory(apart, comm.rank(), ways, length, longest, agree);
    if (!trouble.empty()) return trouble;
  }
  check_mpi(MPI_Comm_free(&apart), "MPI_Comm_free");
  return "";
}

const char* said_by(LibraryAnswer answer) {
  return answer == LibraryAnswer::yes  ? "the MPI library says that it takes "
         : answer == LibraryAnswer::no ? "the MPI library says that it does not take "
                                       : "the MPI library does not say if it takes ";
}

}  // namespace

LibraryAnswer ask_library_for_device_support() {
  if (const LibraryAnswer answer = ask_by_info_key(); answer != LibraryAnswer::none) return answer;
#if defined(MPIX_CUDA_AWARE_SUPPORT)
  return MPIX_Query_cuda_support() ? LibraryAnswer::yes : LibraryAnswer::no;
#elif defined(MPIX_GPU_SUPPORT_CUDA)
  int supported = 0;
  check_mpi(MPIX_GPU_query_support(MPIX_GPU_SUPPORT_CUDA, &supported), "MPIX_GPU_query_support");
  return supported ? LibraryAnswer::yes : LibraryAnswer::no;
#else
  return LibraryAnswer::none;
#endif
}

DeviceDirect find_device_direct(const Communicator& comm, DeviceTrial trial) {
  trial.alone = trial.alone || is_of_srun(environment_here());
  DeviceDirect found;
  found.library = ask_library_for_device_support();
  Finding apart;
  if (comm.is_root()) apart = try_apart(trial);
  found.works = comm.max(apart.works) > 0;
  found.why =
      said_by(found.library) + std::string("device memory; a trial ") + comm.broadcast(apart.what);
  if (!found.works) return found;
  const std::string trouble = try_together(comm, trial.device >= 0);
  found.works = trouble.empty();
  found.why += found.works ? ", and so did one between the ranks"
                           : ", but in one between the ranks, " + trouble;
  return found;
}

void set_device_trial(DeviceTrial trial) { trials_here() = {std::move(trial), {}}; }

const DeviceDirect& device_direct(const Communicator& comm) {
  TrialRecord& known = trials_here();
  const std::vector<int> group = group_of(comm);
  if (const auto found = known.outcomes.find(group); found != known.outcomes.end())
    return found->second;
  DeviceDirect outcome{ask_library_for_device_support(), false,
                       "whether the MPI library takes device memory has not been tried"};
  if (known.trial.seconds <= 0) outcome.why += " (transport.device_trial is 0)";
  if (comm.agree(!known.trial.program.empty() && known.trial.seconds > 0))
    outcome = find_device_direct(comm, known.trial);
  return known.outcomes[group] = outcome;
}

}  // namespace thalweg::transport
