// SPDX-License-Identifier: Apache-2.0
#include "app/self_test.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "simulation/self_test/self_test.hpp"

namespace thalweg::app {

namespace {

std::string line_of(const simulation::Comparison& c) {
  const std::string end = c.holds() ? "" : "   DOES NOT HOLD";
  if (!c.fault.empty()) return fmt::format("{:<58} failed: {}", c.name, c.fault);
  return fmt::format("{:<58} {:8.1e} of {:7.1e}{}", c.name, c.difference, c.bound, end);
}

std::string closing(const simulation::SelfTest& test) {
  const auto failed = std::count_if(test.comparisons.begin(), test.comparisons.end(),
                                    [](const auto& c) { return !c.holds(); });
  if (failed > 0)
    return fmt::format("{} of {} comparisons do not hold, in {:.1f} s: --device auto will take the "
                       "CPU. Is the driver as new as CUDA wants it? Does another program use the "
                       "device?",
                       failed, test.comparisons.size(), test.seconds);
  return fmt::format(
      "All {} comparisons hold, in {:.1f} s. {}", test.comparisons.size(), test.seconds,
      test.remembered ? "--device auto will use this device."
                      : "That cannot be kept, for the cache folder ($XDG_CACHE_HOME/thalweg or "
                        "~/.cache/thalweg) cannot be written: --device auto will take the CPU.");
}

}  // namespace

int run_self_test(const transport::Communicator& comm) {
  const simulation::SelfTest test = simulation::test_device(comm);
  if (comm.is_root()) {
    fmt::print("Differences between the device and the CPU, and what they may be:\n");
    for (const simulation::Comparison& c : test.comparisons) fmt::print("  {}\n", line_of(c));
    fmt::print("{}\n", closing(test));
  }
  return test.passed() ? 0 : static_cast<int>(ExitStatus::resource);
}

}  // namespace thalweg::app
