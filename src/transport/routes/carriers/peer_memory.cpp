// SPDX-License-Identifier: Apache-2.0
#include "transport/routes/carriers/peer_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "exec/left_open.hpp"
#include "transport/comm/mpi_native.hpp"
#include "transport/routes/carriers/node_messages.hpp"

namespace thalweg::transport::carriers {

namespace {

constexpr std::size_t mark_bytes = 16;

/// What stands at the beginning of a rank's buffer while marks are compared.
std::byte mark_of(int rank, std::size_t side, std::size_t i) {
  return static_cast<std::byte>(
      (37 * rank + 101 * static_cast<int>(side) + 11 * static_cast<int>(i) + 5) & 0xff);
}

std::size_t mark_length(std::int64_t bytes) {
  return std::min(mark_bytes, static_cast<std::size_t>(bytes));
}

/// The first bytes of a buffer for a while others', then what they were.
class MarkedBuffer {
 public:
  MarkedBuffer(exec::DeviceLink& link, std::byte* buffer, std::int64_t bytes, int rank,
               std::size_t side)
      : link_(link), buffer_(buffer), length_(mark_length(bytes)),
        kept_(link.pinned(2 * mark_bytes)) {
    if (length_ == 0) return;
    link.copy(kept_.get(), buffer, length_);
    for (std::size_t i = 0; i < length_; ++i) kept_.get()[mark_bytes + i] = mark_of(rank, side, i);
    link.copy(buffer, kept_.get() + mark_bytes, length_);
    link.wait();
  }
  MarkedBuffer(const MarkedBuffer&) = delete;
  MarkedBuffer& operator=(const MarkedBuffer&) = delete;
  void restore() {
    if (length_ == 0) return;
    link_.copy(buffer_, kept_.get(), length_);
    link_.wait();
  }

 private:
  exec::DeviceLink& link_;
  std::byte* buffer_;
  std::size_t length_;
  std::shared_ptr<std::byte> kept_;
};

}  // namespace

/// A rank's buffer as the others learn of it.
struct PeerMemory::Shared {
  exec::SharedMemory memory;
  std::int64_t bytes = 0;  // 0: there is none
};

PeerMemory::PeerMemory(const Plan& plan) : comm_(plan.comm), link_(plan.device->out) {
  const Communicator::Native& native = comm_.native();
  Shared mine[2];
  mine[0].bytes = buffer_end(plan.chunks, &Chunk::sends);
  mine[1].bytes = buffer_end(plan.chunks, &Chunk::receives);
  std::byte* own[2] = {plan.send, plan.receive};
  std::string trouble;
  try {
    for (std::size_t side = 0; side < 2; ++side) {
      if (mine[side].bytes == 0) continue;
      mine[side].memory = link_->share(own[side]);
      shared_allocations_.push_back(own[side] - mine[side].memory.offset);
    }
  } catch (const DeviceError& error) {
    trouble = fmt::format("rank {} cannot share its buffers: {}", comm_.rank(), error.what());
  }
  why_not_ = comm_.first_text(trouble);
  std::vector<Shared> shared(2 * static_cast<std::size_t>(native.node_size));
  check_mpi(
      MPI_Allgather(mine, sizeof mine, MPI_BYTE, shared.data(), sizeof mine, MPI_BYTE, native.node),
      "MPI_Allgather");
  for (std::size_t side = 0; side < 2; ++side) {
    sides_[side].resize(static_cast<std::size_t>(native.node_size));
    sides_[side][static_cast<std::size_t>(native.node_rank)] = {own[side], [](std::byte*) {}};
  }
  if (!why_not_.empty()) return;
  open_all(shared);
  if (why_not_.empty()) compare_marks(shared);
}

PeerMemory::~PeerMemory() {
  for (auto& side : sides_) side.clear();
  if (may_free())
    MPI_Barrier(comm_.native().node);
  else
    for (const std::byte* allocation : shared_allocations_) exec::leave_open(allocation);
}

void PeerMemory::open_all(const std::vector<Shared>& shared) {
  const auto me = static_cast<std::size_t>(comm_.native().node_rank);
  const auto& members = comm_.nodes().members(comm_.nodes().node_of(comm_.rank()));
  std::string trouble;
  for (std::size_t i = 0; i < shared.size() && trouble.empty(); ++i) {
    const std::size_t local = i / 2, side = i % 2;
    if (local == me || shared[i].bytes == 0) continue;
    try {
      sides_[side][local] = link_->open(shared[i].memory);
    } catch (const DeviceError& error) {
      trouble = fmt::format("rank {} cannot open the device memory of rank {}: {}", comm_.rank(),
                            members[local], error.what());
    }
  }
  why_not_ = comm_.first_text(trouble);
}

void PeerMemory::compare_marks(const std::vector<Shared>& shared) {
  const auto me = static_cast<std::size_t>(comm_.native().node_rank);
  const auto& members = comm_.nodes().members(comm_.nodes().node_of(comm_.rank()));
  exec::DeviceLink& link = *link_;
  MarkedBuffer send(link, sides_[0][me].get(), shared[2 * me].bytes, comm_.rank(), 0);
  MarkedBuffer receive(link, sides_[1][me].get(), shared[2 * me + 1].bytes, comm_.rank(), 1);
  comm_.barrier();
  std::string trouble;
  const auto seen = link.pinned(mark_bytes);
  for (std::size_t i = 0; i < shared.size(); ++i) {
    const std::size_t local = i / 2, side = i % 2, length = mark_length(shared[i].bytes);
    if (local == me || length == 0) continue;
    link.copy(seen.get(), sides_[side][local].get(), length);
    link.wait();
    for (std::size_t b = 0; b < length && trouble.empty(); ++b)
      if (seen.get()[b] != mark_of(members[local], side, b))
        trouble = fmt::format("what rank {} opened is not the device memory of rank {}",
                              comm_.rank(), members[local]);
  }
  comm_.barrier();
  send.restore();
  receive.restore();
  why_not_ = comm_.first_text(trouble);
}

std::shared_ptr<PeerMemory> peer_memory_of(const Plan& plan) {
  if (!plan.device->peers) plan.device->peers = std::make_shared<PeerMemory>(plan);
  return plan.device->peers;
}

std::shared_ptr<PeerMemory> opened_peer_memory(const Plan& plan) {
  auto peers = peer_memory_of(plan);
  TW_CHECK(peers->why_not().empty(), peers->why_not());
  return peers;
}

}  // namespace thalweg::transport::carriers
