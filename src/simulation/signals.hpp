// SPDX-License-Identifier: Apache-2.0
// SIGTERM and SIGINT ask a run to write a checkpoint and stop; a second one ends it at once.
#pragma once

#include "transport/communicator.hpp"

namespace thalweg::simulation {

/// Catches the two signals while it lives.
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
  /// The signal that any rank has received, or 0; the same on all ranks. Collective.
  int received(const transport::Communicator& comm) const;
};

}  // namespace thalweg::simulation
