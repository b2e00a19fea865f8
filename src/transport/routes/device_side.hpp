// SPDX-License-Identifier: Apache-2.0
// What a plan whose buffers lie in device memory brings along: how to copy there, and what its
// carriers set up once and share.
#pragma once

#include <cstddef>
#include <memory>

#include "exec/device_link.hpp"
#include "transport/routes/route.hpp"
#include "transport/routes/staging.hpp"

namespace thalweg::transport {

namespace carriers {
class PeerMemory;
}

/// A device copies both ways at once, so each way has its link; what must not wait for this rank's
/// own work has a third.
struct DeviceSide {
  std::shared_ptr<exec::DeviceLink> out;  // from the send buffer, after the work that fills it
  std::shared_ptr<exec::DeviceLink> in;   // into receive buffers, before the work that reads them
  std::shared_ptr<exec::DeviceLink> helper;  // from other ranks' send buffers, for them

  std::shared_ptr<Staging> staging{};  // of this plan, or of several; null: made when needed

  // By the first carrier that needs them; each carrier keeps them for itself.
  std::shared_ptr<std::byte> staged_send{}, staged_receive{};
  std::shared_ptr<carriers::PeerMemory> peers{};  // buffers of the other ranks of the node

  /// The route is chosen: what only the others need may go. Collective.
  void settle() { staged_send.reset(), staged_receive.reset(), peers.reset(); }
};

}  // namespace thalweg::transport
