// SPDX-License-Identifier: Apache-2.0
#include "transport/device_direct.hpp"

#include <cstring>
#include <optional>
#include <vector>

#include "exec/device_copies.hpp"
#include "transport/child_trial.hpp"
#include "transport/mpi_native.hpp"
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
struct Known {
  std::string program;
  int device = 0;
  std::optional<DeviceDirect> outcome;
};

Known& known_here() {
  static Known known;
  return known;
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

DeviceDirect find_device_direct(const Communicator& comm, const std::string& program, int device) {
  constexpr double patience_s = 60;
  DeviceDirect found;
  found.library = ask_library_for_device_support();
  std::string trial;
  if (comm.is_root()) {
    const TrialOutcome outcome =
        try_in_child({program, device_trial_command, std::to_string(device)}, patience_s);
    trial = (outcome.passed ? "+" : "-") + outcome.what;
  }
  trial = comm.broadcast(trial);
  found.works = trial[0] == '+';
  const char* says = found.library == LibraryAnswer::yes ? "the MPI library says that it takes "
                     : found.library == LibraryAnswer::no
                         ? "the MPI library says that it does not take "
                         : "the MPI library does not say if it takes ";
  found.why = says + std::string("device memory; a trial ") + trial.substr(1);
  return found;
}

void set_device_trial(const std::string& program, int device) {
  known_here() = {program, device, {}};
}

const DeviceDirect& device_direct(const Communicator& comm) {
  Known& known = known_here();
  // Another group of ranks may have tried it with some of these, but not with all.
  if (comm.agree(known.outcome.has_value())) return *known.outcome;
  if (comm.agree(!known.program.empty()))
    known.outcome = find_device_direct(comm, known.program, known.device);
  else
    known.outcome = {ask_library_for_device_support(), false,
                     "whether the MPI library takes device memory has not been tried"};
  return *known.outcome;
}

bool device_messages_arrive() {
  // Libraries treat short, long and very long messages differently.
  for (const int bytes : {8, 64 << 10, 4 << 20}) {
    const auto count = static_cast<std::size_t>(bytes);
    std::vector<unsigned char> sent(count), received(count);
    for (std::size_t i = 0; i < count; ++i) sent[i] = static_cast<unsigned char>(i * 7 + count);
    const auto from = exec::make_device_buffer(count), to = exec::make_device_buffer(count);
    from->write(sent.data(), count);
    to->write(received.data(), count);
    check_mpi(MPI_Sendrecv(from->data(), bytes, MPI_BYTE, 0, 0, to->data(), bytes, MPI_BYTE, 0, 0,
                           MPI_COMM_SELF, MPI_STATUS_IGNORE),
              "MPI_Sendrecv");
    to->read(received.data(), count);
    if (received != sent) return false;
  }
  return true;
}

}  // namespace thalweg::transport
