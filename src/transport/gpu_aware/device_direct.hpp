// SPDX-License-Identifier: Apache-2.0
// Whether MPI calls may be given device memory: what the library says of itself, then a trial in
// child processes, since libraries are wrong about it in both directions and a wrong yes crashes,
// then messages between the ranks themselves.
#pragma once

#include <string>

#include "transport/comm/communicator.hpp"

namespace thalweg::transport {

enum class LibraryAnswer { none, no, yes };

/// What the MPI library says by MPIX_Query_cuda_support, MPIX_GPU_query_support or the info key
/// mpi_memory_alloc_kinds (MPI 4.1).
LibraryAnswer ask_library_for_device_support();

struct DeviceDirect {
  LibraryAnswer library = LibraryAnswer::none;
  bool works = false;  // the trial passed
  std::string why;     // for reports: what the library says and what the trial gave
};

struct DeviceTrial {
  std::string program{};  // the path of `thalweg`; empty: nothing is tried, and nothing works
  int device = 0;         // this rank's among those that it sees, and in use; -1: it takes no part
  double seconds = 20;    // that the child may take; 0: as without a program
  bool alone = false;  // the child starts no second process; always so where srun started this one
};

/// Collective; the same on all ranks. Rank 0, which must have a device, starts the child. What
/// stops a rank for longer than patience() throws CommError.
DeviceDirect find_device_direct(const Communicator& comm, DeviceTrial trial);

/// Not collective, but the same on all ranks but for the device: what device_direct() tries.
void set_device_trial(DeviceTrial trial);

/// Collective: find_device_direct() with the above, once for each group of ranks; not to be called
/// where no buffer lies on a device, since it takes the time of a trial.
const DeviceDirect& device_direct(const Communicator& comm);

}  // namespace thalweg::transport
