// SPDX-License-Identifier: Apache-2.0
// The device buffers of the ranks of a node, opened by each other: handles travel once, at set-up,
// and a mark that is read through each of them proves that it leads to the right bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "exec/device_link.hpp"
#include "transport/routes/carrier.hpp"

namespace thalweg::transport::carriers {

/// Closing is collective over the node, so that no buffer goes while another rank has it open.
/// Where that cannot be, as in a run that ends because a rank does not answer, the buffers stay.
class PeerMemory {
 public:
  /// Collective over the plan's ranks. The buffers' first bytes change for a moment.
  explicit PeerMemory(const Plan& plan);
  ~PeerMemory();
  PeerMemory(const PeerMemory&) = delete;
  PeerMemory& operator=(const PeerMemory&) = delete;

  /// Why the ranks cannot reach each other's buffers, the same on all ranks; empty if they can.
  const std::string& why_not() const { return why_not_; }
  /// Buffers of a rank of this node, this one included; null where it has none.
  std::byte* send(int local) const { return sides_[0][static_cast<std::size_t>(local)].get(); }
  std::byte* receive(int local) const { return sides_[1][static_cast<std::size_t>(local)].get(); }

 private:
  struct Shared;
  void open_all(const std::vector<Shared>& shared);
  void compare_marks(const std::vector<Shared>& shared);

  Communicator comm_;
  std::shared_ptr<exec::DeviceLink> link_;
  std::vector<const std::byte*> shared_allocations_;  // of this rank
  std::vector<std::shared_ptr<std::byte>> sides_[2];  // send, receive; by local rank
  std::string why_not_;
};

/// Collective: the plan's, made if it is not there yet. The plan's buffers must be on a device.
std::shared_ptr<PeerMemory> peer_memory_of(const Plan& plan);
/// Collective: the plan's peer_memory_of(); throws UsageError where ranks cannot reach each other's
/// buffers.
std::shared_ptr<PeerMemory> opened_peer_memory(const Plan& plan);

}  // namespace thalweg::transport::carriers
