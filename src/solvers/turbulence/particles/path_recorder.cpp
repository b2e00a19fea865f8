// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/particles/path_recorder.hpp"

#include <algorithm>

namespace thalweg::turbulence {

namespace {

/// Rows of a file, and what they may take in memory on a rank before that [bytes].
constexpr std::size_t most_rows = 256;
constexpr double most_bytes = 64e6;

/// Those with a number below `count`.
struct Chosen {
  std::vector<std::int64_t> identities;
  std::vector<double> places, velocities;
};

Chosen first_of(const io::PointSet& points, std::int64_t count) {
  Chosen chosen;
  const auto append = [](std::vector<double>& to, const auto& values, std::size_t n) {
    for (std::size_t c = 0; c < 3; ++c) to.push_back(static_cast<double>(values[3 * n + c]));
  };
  for (std::size_t n = 0; n < points.identities.size(); ++n) {
    if (points.identities[n] >= count) continue;
    chosen.identities.push_back(points.identities[n]);
    append(chosen.places, points.places, n);
    std::visit([&](const auto& v) { append(chosen.velocities, v, n); }, points.values[0].values);
  }
  return chosen;
}

void append(std::vector<double>& to, const std::vector<double>& values) {
  to.insert(to.end(), values.begin(), values.end());
}

}  // namespace

void PathRecorder::record(const io::PointSet& points, double time, std::int64_t step,
                          const io::OutputFolder& folder) {
  const Chosen chosen = first_of(points, species_.trajectory_count);
  const io::SortedItems items(comm_, chosen.identities);
  rows_.share = items.share();
  rows_.identities = items.identities();
  rows_.times.push_back(time);
  rows_.steps.push_back(step);
  append(rows_.positions, items.sorted(std::span<const double>(chosen.places), 3));
  append(rows_.velocities, items.sorted(std::span<const double>(chosen.velocities), 3));
  const double bytes = 48.0 * static_cast<double>(rows_.times.size()) *
                       static_cast<double>(rows_.share.total) / comm_.size();
  if (rows_.times.size() >= most_rows || bytes >= most_bytes) flush(folder);
}

void PathRecorder::flush(const io::OutputFolder& folder) {
  if (rows_.times.empty()) return;
  io::write_trajectories(folder.trajectories(species_.name, rows_.steps.back()), comm_, rows_);
  rows_ = {};
}

}  // namespace thalweg::turbulence
