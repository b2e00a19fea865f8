// SPDX-License-Identifier: Apache-2.0
#include "transport/comm/shared_segment.hpp"

#include <sys/statvfs.h>

#include <cstring>
#include <limits>
#include <vector>

#include "transport/comm/abandoned.hpp"
#include "transport/comm/mpi_native.hpp"

namespace thalweg::transport {

namespace {

/// Counters that several ranks write do not share a cache line.
constexpr std::size_t line = 64;

}  // namespace

struct SharedSegment::Window {
  MPI_Win handle = MPI_WIN_NULL;
  std::vector<std::byte*> base;  // by local rank
  std::string name;
  int ranks = 1;  // that made windows of this name, one on each node
};

SharedSegment::SharedSegment(const Communicator& comm, std::size_t counters, std::int64_t bytes)
    : window_(new Window), header_((counters + 1) * line) {
  const Communicator::Native& native = comm.native();
  window_->name = native.next_name();
  window_->ranks = native.size;
  std::byte* mine = nullptr;
  const auto size = static_cast<MPI_Aint>(header_) + bytes;
  check_mpi(MPI_Win_allocate_shared(size, 1, MPI_INFO_NULL, native.node, &mine, &window_->handle),
            "MPI_Win_allocate_shared");
  for (int rank = 0; rank < native.node_size; ++rank) {
    MPI_Aint length = 0;
    int unit = 0;
    std::byte* base = nullptr;
    check_mpi(MPI_Win_shared_query(window_->handle, rank, &length, &unit, &base),
              "MPI_Win_shared_query");
    // Segments follow each other without gaps; each rank starts at its first whole line.
    const auto address = reinterpret_cast<std::uintptr_t>(base);
    window_->base.push_back(base + (line - address % line) % line);
  }
  std::memset(window_->base[static_cast<std::size_t>(native.node_rank)], 0, header_ - line);
  check_mpi(MPI_Barrier(native.node), "MPI_Barrier");
}

SharedSegment::~SharedSegment() {
  give_back(window_->handle, window_->name, window_->ranks);
  delete window_;
}

std::atomic_ref<std::uint64_t> SharedSegment::counter(int local_rank, std::size_t i) const {
  std::byte* at = window_->base[static_cast<std::size_t>(local_rank)] + i * line;
  return std::atomic_ref<std::uint64_t>(*reinterpret_cast<std::uint64_t*>(at));
}

std::byte* SharedSegment::payload(int local_rank) const {
  return window_->base[static_cast<std::size_t>(local_rank)] + header_ - line;
}

double SharedSegment::room() {
  constexpr double share = 0.8;  // others may need some
  struct statvfs info {};
  if (statvfs("/dev/shm", &info) != 0) return std::numeric_limits<double>::infinity();
  return share * static_cast<double>(info.f_bavail) * static_cast<double>(info.f_frsize);
}

}  // namespace thalweg::transport
