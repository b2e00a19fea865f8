// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/packing/wall_field.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solvers/blood/packing/walls.hpp"

namespace thalweg::blood {

using geometry::Vector;

namespace {

/// A number for each block within 2^20 blocks of the middle.
std::uint64_t key_of(const std::array<std::int64_t, 3>& number) {
  std::uint64_t key = 0;
  for (const std::int64_t n : number) key = key << 21 | static_cast<std::uint64_t>(n + (1 << 20));
  return key;
}

}  // namespace

WallField::WallField(const Vessel& vessel, double kept) : vessel_(vessel), kept_(kept) {}

WallField::Sample WallField::at(const Vector& place) const {
  const Vector near = wrapped(vessel_, place);
  BlockNumber number{};
  std::array<int, 3> first{};
  Vector part{};
  for (std::size_t d = 0; d < 3; ++d) {
    const double node = (near[d] - vessel_.middle[d]) / vessel_.spacing;
    number[d] = static_cast<std::int64_t>(std::floor(node / width));
    const double within = node - static_cast<double>(number[d] * width);
    first[d] = std::clamp(static_cast<int>(within), 0, width - 1);
    part[d] = within - first[d];
  }
  const Block& values = block(number);
  Sample sample;
  for (int corner = 0; corner < 8; ++corner) {
    std::size_t index = 0;
    Vector share{}, sign{};
    for (std::size_t d = 0; d < 3; ++d) {
      const int step = corner >> d & 1;
      index = index * nodes + static_cast<std::size_t>(first[d] + step);
      share[d] = step == 1 ? part[d] : 1 - part[d];
      sign[d] = step == 1 ? 1 : -1;
    }
    const double value = values[index];
    sample.distance += value * share[0] * share[1] * share[2];
    for (std::size_t d = 0; d < 3; ++d)
      sample.slope[d] +=
          value * sign[d] * share[(d + 1) % 3] * share[(d + 2) % 3] / vessel_.spacing;
  }
  return sample;
}

const WallField::Block& WallField::block(const BlockNumber& number) const {
  std::unique_ptr<const Block>& kept = blocks_[key_of(number)];
  if (kept) return *kept;
  auto values = std::make_unique<Block>();
  std::size_t index = 0;
  for (int x = 0; x < nodes; ++x)
    for (int y = 0; y < nodes; ++y)
      for (int z = 0; z < nodes; ++z) {
        const std::array<int, 3> node{x, y, z};
        Vector place = vessel_.middle;
        for (std::size_t d = 0; d < 3; ++d)
          place[d] += static_cast<double>(number[d] * width + node[d]) * vessel_.spacing;
        (*values)[index++] = distance_at(place);
      }
  kept = std::move(values);
  return *kept;
}

double WallField::distance_at(Vector place) const {
  place = wrapped(vessel_, place);
  const double clear = std::abs(vessel_.interior->clearance(place));
  // Where there is no wall this is infinite, which has no differences.
  const double most = std::max({vessel_.size[0], vessel_.size[1], vessel_.size[2]});
  double distance = std::min(clear, most) * (vessel_.is_inside(place) ? 1 : -1);
  for (std::size_t d = 0; d < 3; ++d)
    if (vessel_.is_walled(d))
      distance = std::min(distance, vessel_.size[d] / 2 - std::abs(place[d] - vessel_.middle[d]));
  return distance - kept_;
}

}  // namespace thalweg::blood
