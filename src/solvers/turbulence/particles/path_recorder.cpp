// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/particles/path_recorder.hpp"

#include <algorithm>

namespace thalweg::turbulence {

namespace {

/// Rows of a file, and what they may take in memory on a rank before that [bytes].
constexpr std::size_t most_rows = 256;
constexpr double most_bytes = 64e6;

std::vector<double> in_double(const io::PointValues& values) {
  return std::visit([](const auto& list) { return std::vector<double>(list.begin(), list.end()); },
                    values.values);
}

void append(std::vector<double>& to, const std::vector<double>& values) {
  to.insert(to.end(), values.begin(), values.end());
}

}  // namespace

void PathRecorder::record(const io::PointSet& points, double time, std::int64_t step,
                          const io::OutputFolder& folder) {
  const io::SortedItems items(comm_, points.identities);
  const std::vector<double> velocities = in_double(points.values[0]);
  rows_.share = items.share();
  rows_.identities = items.identities();
  rows_.times.push_back(time);
  rows_.steps.push_back(step);
  append(rows_.positions, items.sorted(std::span<const double>(points.places), 3));
  append(rows_.velocities, items.sorted(std::span<const double>(velocities), 3));
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
