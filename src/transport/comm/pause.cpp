// SPDX-License-Identifier: Apache-2.0
#include "transport/comm/pause.hpp"

#include <chrono>
#include <thread>

#include "base/clock.hpp"

namespace thalweg::transport {

const Pause::System& Pause::real_system() {
  static const System system{
      .now = seconds_now, .offer_core = std::this_thread::yield, .sleep = [] {
        std::this_thread::sleep_for(std::chrono::microseconds(20));
      }};
  return system;
}

}  // namespace thalweg::transport
