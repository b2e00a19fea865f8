// SPDX-License-Identifier: Apache-2.0
// SIGTERM and SIGINT ask a run to write a checkpoint and stop; a second one ends it at once.
// SIGUSR1 asks for the same: batch systems and mpirun pass it on without killing the ranks after.
#pragma once

namespace thalweg::simulation {

/// Catches the signals while it lives. One inside another's life sees what the outer one has seen.
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
  /// SIGINT, SIGTERM (also for SIGUSR1), or 0: what this rank has received.
  int received() const;
  /// As if this rank had received a signal of those that received() returns.
  void remember(int signal) const;
};

}  // namespace thalweg::simulation
