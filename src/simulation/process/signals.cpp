// SPDX-License-Identifier: Apache-2.0
#include "simulation/process/signals.hpp"

#include <csignal>

namespace thalweg::simulation {

namespace {

constexpr int watched[] = {SIGTERM, SIGINT, SIGUSR1};
volatile std::sig_atomic_t caught = 0;
int watches = 0;

// From now on every watched signal ends the process, whichever came first.
extern "C" void remember_signal(int signal) {
  caught = signal == SIGINT ? SIGINT : SIGTERM;
  for (const int other : watched) std::signal(other, SIG_DFL);
}

}  // namespace

SignalWatch::SignalWatch() {
  if (watches++ > 0) return;
  caught = 0;
  for (const int signal : watched) std::signal(signal, remember_signal);
}

SignalWatch::~SignalWatch() {
  if (--watches > 0) return;
  for (const int signal : watched) std::signal(signal, SIG_DFL);
}

int SignalWatch::received() const { return caught; }
void SignalWatch::remember(int signal) const { caught = signal; }

}  // namespace thalweg::simulation
