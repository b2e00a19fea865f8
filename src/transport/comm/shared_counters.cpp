// SPDX-License-Identifier: Apache-2.0
#include "transport/comm/shared_counters.hpp"

#include <algorithm>
#include <exception>

#include "transport/comm/mpi_native.hpp"

namespace thalweg::transport {

struct SharedCounters::Window {
  MPI_Win window = MPI_WIN_NULL;
  int exceptions = std::uncaught_exceptions();

  /// One atomic operation on a counter; returns what it was before.
  std::int64_t apply(int counter, std::int64_t value, MPI_Op operation) const {
    std::int64_t before = 0;
    check_mpi(MPI_Fetch_and_op(&value, &before, MPI_INT64_T, 0, counter, operation, window),
              "MPI_Fetch_and_op");
    check_mpi(MPI_Win_flush(0, window), "MPI_Win_flush");
    return before;
  }
};

SharedCounters::SharedCounters(const Communicator& comm, int count)
    : window_(std::make_unique<Window>()) {
  const MPI_Aint bytes = comm.is_root() ? count * MPI_Aint{sizeof(std::int64_t)} : 0;
  std::int64_t* counters = nullptr;
  MPI_Win& window = window_->window;
  check_mpi(MPI_Win_allocate(bytes, sizeof(std::int64_t), no_hints, comm.native().comm, &counters,
                             &window),
            "MPI_Win_allocate");
  MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
  check_mpi(MPI_Win_lock_all(0, window), "MPI_Win_lock_all");
  if (comm.is_root()) std::fill_n(counters, count, 0);
  check_mpi(MPI_Win_sync(window), "MPI_Win_sync");
  comm.barrier();
}

SharedCounters::~SharedCounters() {
  if (std::uncaught_exceptions() > window_->exceptions) return;
  MPI_Win_unlock_all(window_->window);
  MPI_Win_free(&window_->window);
}

std::int64_t SharedCounters::read(int counter) const {
  return window_->apply(counter, 0, MPI_NO_OP);
}

std::int64_t SharedCounters::fetch_add(int counter, std::int64_t value) const {
  return window_->apply(counter, value, MPI_SUM);
}

void SharedCounters::raise(int counter, std::int64_t value) const {
  window_->apply(counter, value, MPI_MAX);
}

}  // namespace thalweg::transport
