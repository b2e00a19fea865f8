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

/// Collective; the same on all ranks. `program` is the path of `thalweg`; `device` is the number of
/// this rank's among those that it sees, and in use; -1: it has none, and takes no part. Rank 0,
/// which must have one, starts the child. What stops a rank for longer than patience() throws
/// CommError.
DeviceDirect find_device_direct(const Communicator& comm, const std::string& program, int device);

/// Not collective, but the same on all ranks: the path of `thalweg` and the device that
/// device_direct() tries. Without a program it tries nothing and finds that nothing works.
void set_device_trial(const std::string& program, int device);

/// Collective: find_device_direct() with the above, once for each group of ranks; not to be called
/// where no buffer lies on a device, since it takes the time of a trial.
const DeviceDirect& device_direct(const Communicator& comm);

}  // namespace thalweg::transport
