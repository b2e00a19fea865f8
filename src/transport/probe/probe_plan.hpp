// SPDX-License-Identifier: Apache-2.0
// What the steps of the probe share, and where they are. Internal to the probe.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "transport/probe/probe.hpp"
#include "transport/probe/probe_operations.hpp"
#include "transport/probe/probe_sampler.hpp"

namespace thalweg::transport {

constexpr std::int64_t smallest_message = 8;  // [B]

/// A probe on its way; the same on all ranks but for the tick.
struct ProbeRun {
  const Communicator& comm;
  const Topology& topology;
  const ProbeOptions& options;
  Profile profile;
  Tick tick;
  bool noisy = false;
  double spare_seconds = 0;  // for measuring disturbed paths again

  /// How to sample in so many seconds of a quick probe of all sizes; a full one takes full_factor
  /// times that.
  Sampling sampling(double quick_seconds) const;
  static constexpr double full_factor = 8;
  /// Sizes from `smallest` to `largest`: per octave `quick_density` ones, if full twice that, but
  /// at most 4, and those around powers of two. Half as many on a noisy machine, where each takes
  /// long and says little.
  std::vector<std::int64_t> sizes(std::int64_t smallest, std::int64_t largest,
                                  int quick_density) const;
  /// The largest message that fits if `ranks` of a node hold `buffers` buffers of that size.
  std::int64_t largest(int ranks, int buffers) const;
  /// The same of messages that pass through memory which ranks share, of which a message of so many
  /// bytes takes taken(bytes): halves `most`, in whole 8 B, until that is
  /// there. 0, with a warning, where there is
  /// too little for `least`.
  std::int64_t largest_shared(std::int64_t most, std::int64_t least,
                              const std::function<double(std::int64_t bytes)>& taken);
  /// Warnings say a thing once.
  void warn(const std::string& text);
};

struct ProbeStep {
  std::string name;    // what it measures, as the bar shows it
  double seconds = 0;  // that it takes if nothing ends early
  std::function<void(ProbeRun&)> measure;
};
using ProbeSteps = std::vector<ProbeStep>;

/// Noise of the machine; then everything about it that times may depend on (probe_machine.cpp).
ProbeSteps machine_steps(const ProbeRun& run);
/// Messages, copies, shared memory, datatypes, gaps and injection (probe_host.cpp).
ProbeSteps host_steps(const ProbeRun& run);
/// Copies to and from devices, and messages from device memory (probe_device.cpp); none without.
ProbeSteps device_steps(const ProbeRun& run);
/// Whole transposes and halos by every route (probe_exchanges.cpp).
ProbeSteps exchange_steps(const ProbeRun& run);

/// Collective. Has `measure` add paths, which takes so many seconds; where one of them has sizes
/// that the others predict badly, and the spare seconds are enough, once more. Then both
/// measurements count alike, whichever is better, and the provenance names the paths
/// (probe_repeat.cpp).
void measure_paths(ProbeRun& run, double seconds, const std::function<void(ProbeRun&)>& measure);

/// A warning that names how many paths have held-out errors beyond those of a quiet machine, and
/// the worst; empty for none.
std::string warning_of_errors(const std::vector<Path>& paths);

/// Up to `most` pairs of ranks that stand so far apart; no rank twice before all have had a turn.
std::vector<std::array<int, 2>> pairs_of(const Topology& topology, Locality locality, int most);

}  // namespace thalweg::transport
