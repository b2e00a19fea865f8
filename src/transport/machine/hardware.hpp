// SPDX-License-Identifier: Apache-2.0
// What this process sees of its own machine, by hwloc and by the system's files.
#pragma once

#include <filesystem>
#include <string>

#include "transport/machine/topology.hpp"

namespace thalweg::transport {

/// One process's view: its machine, and its own place there (without node and device roles).
struct LocalView {
  NodePlace machine;
  RankPlace place;
};

/// Ask hwloc, the system and the device half. Throws CommError if hwloc fails.
LocalView look_around();

/// The first line of a text file; empty where it cannot be read.
std::string first_line(const std::filesystem::path& file);

/// The adapters that connect this machine to others, e.g. "2 x MT4123 200 Gb/sec (4X HDR)"; empty
/// if none is known. `root` is the folder in place of /sys, for tests.
std::string network_adapters(const std::string& root = "/sys");

}  // namespace thalweg::transport
