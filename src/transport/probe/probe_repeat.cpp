// SPDX-License-Identifier: Apache-2.0
// Paths that a machine disturbed while they were measured.
#include <algorithm>
#include <cstddef>

#include "transport/model/fit.hpp"
#include "transport/probe/probe_plan.hpp"
#include "transport/profile/profile_table.hpp"

namespace thalweg::transport {

namespace {

bool is_disturbed(const Path& path) {
  const auto errors = held_out_errors(points_of(path.bytes, path.seconds));
  return errors && !errors->is_quiet();
}

void note_repetition(ProbeRun& run, const Path& path) {
  std::string& names = run.profile.provenance["measured_twice"];
  names += (names.empty() ? "" : "; ") + path_text(path);
}

}  // namespace

void measure_paths(ProbeRun& run, double seconds, const std::function<void(ProbeRun&)>& measure) {
  std::vector<Path>& paths = run.profile.paths;
  const auto first = static_cast<std::ptrdiff_t>(paths.size());
  measure(run);
  const std::vector<Path> once(paths.begin() + first, paths.end());
  // Rank 0 decides: processors that round otherwise must not go other ways.
  const bool wanted =
      !run.noisy && seconds <= run.spare_seconds && std::ranges::any_of(once, is_disturbed);
  if (run.comm.broadcast(std::string(wanted ? "again" : "")).empty()) return;
  run.spare_seconds -= seconds;
  paths.resize(static_cast<std::size_t>(first));
  measure(run);
  for (std::size_t i = 0; i < once.size(); ++i) {
    Path& path = paths[static_cast<std::size_t>(first) + i];
    path.seconds = mean_of({once[i].seconds, path.seconds});
    note_repetition(run, path);
  }
}

}  // namespace thalweg::transport
