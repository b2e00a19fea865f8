// SPDX-License-Identifier: Apache-2.0
// What a profile says that moving data will cost: one transfer over a path, and a whole exchange.
// docs/theory/data-movement.md has the equations.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "transport/profile/profile.hpp"

namespace thalweg::transport {

/// A predicted time [s] with its 90 % interval, and what it rests on.
struct Estimate {
  double seconds = 0, low = 0, high = 0;
  /// "interpolated": between measurements of the same thing; "fitted": by the model of such
  /// exchanges; "composed": from single transfers.
  const char* basis = "composed";
};

/// The time of one transfer of so many bytes: inside the measured range by interpolation of
/// log time against log size (between two protocols by the line of the size's own), outside and
/// without measurements by the segments (eq. 1). The path must hold points or segments.
Estimate seconds_of(const Path& path, double bytes);

/// The path between such memories, or null. Of several the one whose number of processes is nearest
/// by ratio.
const Path* find_path(const Profile& profile, Locality locality, Memory from, Memory to,
                      int processes = 1);

/// What one rank sends over one locality: so many messages, of so many bytes all together.
struct Load {
  Locality locality = Locality::node;
  std::int64_t messages = 0, bytes = 0;
};

/// What an exchange asks of a machine.
struct Traffic {
  std::string movement;  // "transpose", "halo", ...
  std::string route, implementation;
  Memory memory = Memory::host;  // in which the messages lie on this route
  int ranks_per_node = 1, nodes = 1;
  int empty_places = 0;   // of the last ranks of nodes that have fewer than ranks_per_node
  bool in_place = false;  // ranks of a node share the data: the route is that of the other messages
  /// What each rank sends; ranks of a node follow each other, and where it has fewer than others
  /// nothing stands for those that it lacks. Where all nodes do the same, one node is enough.
  std::vector<std::vector<Load>> ranks;
};

/// The seconds of an exchange: from exchanges measured on as many ranks and nodes where those sent
/// as many messages; else by the fitted model of that movement, route and implementation (eq. 5);
/// else composed from paths, gaps and injection (eq. 6). Throws InputError where the profile has
/// none of these for the traffic, naming what is missing.
Estimate exchange_seconds(const Profile& profile, const Traffic& traffic);

/// The seconds of an exchange from paths, gaps and injection alone (eq. 6), whatever was measured
/// whole. Throws InputError for a path that the profile lacks.
Estimate composed_exchange(const Profile& profile, const Traffic& traffic);

}  // namespace thalweg::transport
