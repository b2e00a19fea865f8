// SPDX-License-Identifier: Apache-2.0
// Measures what moving data costs on this machine, and fits the models to it: the profile that
// routes are chosen by. docs/howto/probe.md describes it for users; probe_plan.hpp lists the steps.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "transport/machine/topology.hpp"
#include "transport/profile/profile.hpp"

namespace thalweg::transport {

struct ProbeOptions {
  bool quick = false;
  std::int64_t largest = std::int64_t{64} << 20;  // message [B]
  double available_bytes = 0;                     // memory of this node; 0: unknown
  double shared_bytes = no_limit;  // that all ranks of a node may share; the same on all ranks
  std::string program;  // path of `thalweg`, which tries dangerous things in a child process
};

struct ProbeProgress {
  double fraction = 0;      // 0..1
  double seconds_left = 0;  // if nothing ends early
  std::string step;
};
using ProbeObserver = std::function<void(const ProbeProgress&)>;

/// Collective. All ranks get the same profile, with fits, warnings in plain words, fingerprint and
/// provenance. The observer is called on rank 0 about as often as something happens. Takes less
/// than a minute on four cores if quick, else less than ten. Throws CommError, DeviceError,
/// IoError.
Profile probe(const Communicator& comm, const Topology& topology, const ProbeOptions& options,
              const ProbeObserver& observer);

}  // namespace thalweg::transport
