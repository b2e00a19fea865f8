// SPDX-License-Identifier: Apache-2.0
// A slice on its way between this rank and another node, and between this rank and the one of its
// node that it is of.
#pragma once

#include "exec/device_link.hpp"
#include "transport/comm/requests.hpp"

namespace thalweg::transport::carriers {

/// A slice that this rank sends or receives for a rank of its node. The states of one that is sent:
/// waiting, copying, here, travelling, done; of one that is received: here, travelling, waiting,
/// copying, done. On the host a slice travels from or to the owner's memory: copying takes no time.
struct SliceMessage {
  enum State { done, waiting, copying, here, travelling };
  int owner = 0;                // local rank whose memory it is
  std::byte* theirs = nullptr;  // there
  std::byte* mine = nullptr;    // pinned memory of this rank; on the host as above
  std::size_t bytes = 0;
  Requests request;  // of the message, from or to `mine`
  State state = done;
  bool started = true;  // its message
  exec::DeviceLink::Mark mark = 0;

  /// The link is null on the host.
  void begin_copy(exec::DeviceLink* link, std::byte* to, const std::byte* from) {
    if (link) {
      link->copy(to, from, bytes);
      mark = link->mark();
    }
    state = copying;
  }
  bool has_copied(exec::DeviceLink* link) const {
    return state == copying && (!link || link->reached(mark));
  }
  void start() {
    request.start();
    started = true;
    state = travelling;
  }
};

}  // namespace thalweg::transport::carriers
