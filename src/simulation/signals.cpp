// SPDX-License-Identifier: Apache-2.0
#include "simulation/signals.hpp"

#include <csignal>

namespace thalweg::simulation {

namespace {

volatile std::sig_atomic_t caught = 0;

extern "C" void remember_signal(int signal) {
  caught = signal;
  std::signal(signal, SIG_DFL);
}

}  // namespace

SignalWatch::SignalWatch() {
  caught = 0;
  std::signal(SIGTERM, remember_signal);
  std::signal(SIGINT, remember_signal);
}

SignalWatch::~SignalWatch() {
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGINT, SIG_DFL);
}

int SignalWatch::received(const transport::Communicator& comm) const {
  return static_cast<int>(comm.max(static_cast<double>(caught)));
}

}  // namespace thalweg::simulation
