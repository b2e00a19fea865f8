// SPDX-License-Identifier: Apache-2.0
// The section [transport] of a case, which every solver understands alike.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "io/case/case.hpp"

namespace thalweg::simulation {

struct TransportOptions {
  std::string route = "auto";                   // of every movement: transport::route_names()
  std::map<std::string, std::string> routes{};  // of a kind of movement, where it is another one
  int chunks = 0;                // parts that each transpose is cut into; 0: chosen by the solver
  bool overlap = true;           // false: messages travel after the work, not behind it
  std::string profile = "auto";  // what prices routes: auto, none, a file, a shipped name
  double patience = 600;         // seconds until a silent rank ends the run
  double device_trial = 20;      // seconds for a trial of device memory in MPI; 0: none

  /// The chunks of a transpose whose sender has `extent` items to cut: `wanted` unless the case
  /// says otherwise, never more than items; one without overlap.
  int chunks_of(int extent, int wanted) const;
  /// What the case asks for movements of this kind.
  const std::string& route_of(const std::string& kind) const;
};

/// kinds: of movements, where a solver has several; the case may give each a route of its own.
TransportOptions read_transport(io::Case& input, const std::vector<std::string>& kinds = {});

}  // namespace thalweg::simulation
