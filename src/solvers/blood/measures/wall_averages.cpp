// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/measures/wall_averages.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace thalweg::blood {

namespace {

constexpr int of_each = 4;
constexpr const char* begin_name = "wall_averages_from";
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

double size_of(const double* v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

}  // namespace

std::optional<WallAverageTimes> read_wall_averages(io::Case& input, const Vessel& vessel) {
  if (!input.has_table("wall_averages")) return {};
  WallAverageTimes times;
  times.from = input.number(
      "wall_averages.from",
      {.default_value = 0, .minimum = 0, .meaning = "what is earlier does not count", .unit = "s"});
  times.every_steps = input.integer(
      "wall_averages.every_steps",
      {.default_value = 10, .minimum = 1, .meaning = "how often the stress is taken"});
  if (vessel.shape != VesselShape::surface)
    input.error("wall_averages", "needs geometry.shape = \"surface\", whose triangles have the "
                                 "averages, not \"" +
                                     name_of(vessel.shape) + "\": leave the section out");
  return times;
}

void WallAverages::add(const std::vector<geometry::Vector>& stresses) {
  sums_.resize(of_each * stresses.size());
  double* sum = sums_.data();
  for (const geometry::Vector& stress : stresses) {
    for (const double x : stress) *sum++ += x;
    *sum++ += size_of(stress.data());
  }
  ++states_;
}

std::vector<double> WallAverages::mean_magnitudes(std::size_t triangles) const {
  std::vector<double> means(triangles, no_number);
  if (states_ > 0)
    for (std::size_t n = 0; n < triangles; ++n)
      means[n] = sums_[of_each * n + 3] / static_cast<double>(states_);
  return means;
}

std::vector<double> WallAverages::oscillatory_shear_indices(std::size_t triangles) const {
  std::vector<double> indices(triangles, no_number);
  if (states_ > 0)
    for (std::size_t n = 0; n < triangles; ++n) {
      const double* sum = &sums_[of_each * n];
      // Where there is never any stress, nothing oscillates. Rounding must not give less than 0.
      indices[n] = sum[3] > 0 ? std::max(0.0, (1 - size_of(sum) / sum[3]) / 2) : 0;
    }
  return indices;
}

void WallAverages::save(io::CheckpointWriter& file, const transport::Communicator& comm) const {
  std::vector<std::int64_t> triangles(comm.is_root() ? sums_.size() / of_each : 0);
  std::iota(triangles.begin(), triangles.end(), 0);
  const io::SortedItems items(comm, triangles);
  file.attribute("wall_states", states_);
  file.attribute(begin_name, times_.from);
  file.items("wall", items);
  file.items<double>("wall", "sums", items,
                     std::span<const double>(sums_.data(), of_each * triangles.size()), of_each);
}

void WallAverages::load(io::CheckpointReader& file, const transport::Communicator& comm) {
  if (file.has(begin_name) && file.number(begin_name) != times_.from) return;
  const std::vector<std::string> arrays = file.arrays();
  if (std::find(arrays.begin(), arrays.end(), "wall.sums") == arrays.end()) return;
  const io::ItemShare share = file.items("wall");
  const std::vector<double> mine = file.items<double>("wall", "sums", share, of_each);
  sums_.assign(static_cast<std::size_t>(of_each * share.share.total), 0);
  std::copy(mine.begin(), mine.end(), sums_.begin() + of_each * share.share.offset);
  comm.sum(sums_);
  states_ = file.integer("wall_states");
}

}  // namespace thalweg::blood
