// SPDX-License-Identifier: Apache-2.0
// What a step asks of the device, in all and by phase; prints rows of the tables in
// docs/performance.md.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "base/phases.hpp"
#include "emulated_device/counts.hpp"
#include "transport/comm/communicator.hpp"

namespace emulated::testing {

using thalweg::transport::Communicator;

struct StepCounts {
  Counts all;
  std::vector<std::pair<std::string, Counts>> phases;  // in the order of their first use

  void add(const std::string& phase, const Counts& counts) {
    all += counts;
    const auto same = [&](const auto& one) { return one.first == phase; };
    const auto found = std::find_if(phases.begin(), phases.end(), same);
    if (found == phases.end())
      phases.emplace_back(phase, counts);
    else
      found->second += counts;
  }
};

/// A graph counts as one kernel.
inline void print_row(const std::string& name, const Counts& c) {
  std::printf("| %s | %ld | %ld | %ld | %ld | %ld | %ld | %ld |\n", name.c_str(),
              c.launches + c.graphs, c.transforms, c.waits, c.bytes_to_device, c.bytes_to_host,
              c.bytes_on_device, c.allocations);
}

/// Of the third step on this rank: the first ones may prepare what later ones use again.
template <class Step>
StepCounts counts_of_step(const char* name, thalweg::Phases& phases, Step step) {
  step();
  step();
  phases.list();  // else their clock would wait for the moments of these steps
  StepCounts counts;
  Counts last = counts_now();
  const auto add_until_now = [&](const std::string& phase) {
    counts.add(phase, counts_now().since(last));
    last = counts_now();
  };
  phases.observe(add_until_now);
  step();
  phases.observe({});
  add_until_now("");
  const Communicator world = Communicator::world();
  if (!world.is_root()) return counts;
  print_row(fmt::format("{}, {} rank(s)", name, world.size()), counts.all);
  for (const auto& [phase, of_phase] : counts.phases)
    if (of_phase.launches + of_phase.graphs + of_phase.waits + of_phase.bytes_to_device +
            of_phase.bytes_to_host >
        0)
      print_row(fmt::format("- {}", phase.empty() ? "between phases" : phase), of_phase);
  return counts;
}

/// No memory, no stream and no event is made in a step.
inline void expect_nothing_made(const Counts& c) {
  EXPECT_EQ(c.allocations, 0);
  EXPECT_EQ(c.streams, 0);
  EXPECT_EQ(c.events, 0);
}

}  // namespace emulated::testing
