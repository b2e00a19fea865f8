// SPDX-License-Identifier: Apache-2.0
// Profiles of this machine that say what a test wants.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/world.hpp"
#include "transport/choice/known_machine.hpp"
#include "transport/machine/topology.hpp"
#include "transport/routes/itinerary.hpp"

namespace thalweg::transport::testing {

/// A profile of this machine in which routes cost what the test says, at all sizes.
inline Profile profile_with(const std::vector<std::pair<std::string, double>>& prices) {
  Profile profile;
  profile.fingerprint = fingerprint(Topology::discover(world()));
  for (const auto& [route, seconds] : prices) {
    Exchange exchange;
    exchange.movement = "transpose";
    exchange.route = route;
    exchange.ranks = world().size();
    exchange.nodes = world().nodes().nodes();
    exchange.bytes = {1, 1 << 24};
    exchange.seconds.assign(2, {seconds, seconds, seconds, seconds, 10});
    profile.exchanges.push_back(exchange);
  }
  return profile;
}

/// A path whose times are latency + bytes / rate, at all sizes.
inline Path path_of(Locality locality, Memory from, Memory to, double latency, double rate) {
  Path path;
  path.name = "test";
  path.locality = locality;
  path.from = from;
  path.to = to;
  Segment line;
  line.to_bytes = std::int64_t{1} << 30;
  line.alpha = latency;
  line.beta = 1 / rate;
  path.segments.push_back(line);
  return path;
}

/// The file of a profile, the same on all ranks. At the end no profile is in use any more.
class ProfileFile {
 public:
  explicit ProfileFile(const std::string& text)
      : file_(std::filesystem::temp_directory_path() / ("thalweg-choice-" + name() + ".json")) {
    if (world().is_root()) std::ofstream(file_) << text;
    world().barrier();
  }
  ~ProfileFile() {
    use_profile(world(), "none");
    world().barrier();
    if (world().is_root()) std::filesystem::remove(file_);
  }
  std::string path() const { return file_.string(); }

 private:
  static std::string name() {
    return world().broadcast(
        std::to_string(std::chrono::steady_clock::now().time_since_epoch().count()));
  }
  std::filesystem::path file_;
};

}  // namespace thalweg::transport::testing
