// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/voxels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <queue>

#include "base/error.hpp"

namespace thalweg::blood {

namespace {

using geometry::Vector;

/// Of each pair of opposite ones among the 26 neighbours of a voxel.
constexpr Voxel half_of_neighbours[] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1},  {1, 1, 0},  {1, -1, 0},
                                        {1, 0, 1},  {1, 0, -1}, {0, 1, 1},  {0, 1, -1}, {1, 1, 1},
                                        {1, 1, -1}, {1, -1, 1}, {1, -1, -1}};
constexpr std::size_t lines = std::size(half_of_neighbours);

Vector along(const Voxel& step, const Vector& size) {
  return {step[0] * size[0], step[1] * size[1], step[2] * size[2]};
}

/// The share of all directions that are nearer to each line than to the others: by 10^5 directions
/// that are spread evenly over half a sphere.
std::array<double, lines> shares_of_lines(const Vector& size) {
  std::array<Vector, lines> units;
  for (std::size_t k = 0; k < lines; ++k)
    units[k] = geometry::unit(along(half_of_neighbours[k], size));
  constexpr int directions = 100000;
  std::array<double, lines> shares{};
  for (int n = 0; n < directions; ++n) {
    const double z = (n + 0.5) / directions, r = std::sqrt(1 - z * z),
                 angle = 2 * std::numbers::pi * n / std::numbers::phi;
    const Vector direction{r * std::cos(angle), r * std::sin(angle), z};
    std::size_t nearest = 0;
    double most = 0;
    for (std::size_t k = 0; k < lines; ++k)
      if (const double cosine = std::abs(geometry::dot(units[k], direction)); cosine > most)
        most = cosine, nearest = k;
    shares[nearest] += 1.0 / directions;
  }
  return shares;
}

}  // namespace

Voxels::Voxels(const Voxel& count, const Vector& size, const std::array<bool, 3>& is_periodic,
               const Vector& middle, std::vector<bool> has_fluid)
    : count_(count), size_(size), is_periodic_(is_periodic), has_fluid_(std::move(has_fluid)),
      fluid_count_(std::count(has_fluid_.begin(), has_fluid_.end(), true)) {
  TW_CHECK(has_fluid_.size() == std::size_t(1) * static_cast<std::size_t>(count[0]) *
                                    static_cast<std::size_t>(count[1]) *
                                    static_cast<std::size_t>(count[2]),
           "a value for each voxel");
  for (std::size_t d = 0; d < 3; ++d) {
    box_.lower[d] = middle[d] - count[d] * size[d] / 2;
    box_.upper[d] = middle[d] + count[d] * size[d] / 2;
  }
  build_levels();
}

std::size_t Voxels::index(const Voxel& voxel, const Voxel& count) const {
  return (static_cast<std::size_t>(voxel[2]) * static_cast<std::size_t>(count[1]) +
          static_cast<std::size_t>(voxel[1])) *
             static_cast<std::size_t>(count[0]) +
         static_cast<std::size_t>(voxel[0]);
}

std::optional<Voxel> Voxels::wrapped(Voxel voxel) const {
  for (std::size_t d = 0; d < 3; ++d) {
    if (is_periodic_[d]) voxel[d] = ((voxel[d] % count_[d]) + count_[d]) % count_[d];
    if (voxel[d] < 0 || voxel[d] >= count_[d]) return {};
  }
  return voxel;
}

bool Voxels::has_fluid(const Voxel& voxel) const {
  const std::optional<Voxel> there = wrapped(voxel);
  return there && has_fluid_[index(*there, count_)];
}

Voxel Voxels::at(const Vector& place) const {
  Voxel voxel;
  for (std::size_t d = 0; d < 3; ++d)
    voxel[d] =
        static_cast<int>(std::clamp(std::floor((place[d] - box_.lower[d]) / size_[d]), -1e9, 1e9));
  return voxel;
}

Vector Voxels::centre(const Voxel& voxel) const {
  Vector centre;
  for (std::size_t d = 0; d < 3; ++d) centre[d] = box_.lower[d] + (voxel[d] + 0.5) * size_[d];
  return centre;
}

double Voxels::volume() const {
  return static_cast<double>(fluid_count_) * size_[0] * size_[1] * size_[2];
}

double Voxels::bytes() const { return static_cast<double>(has_fluid_.size()) / 8 * 8 / 7; }

double Voxels::wall_area() const {
  std::array<double, lines> passed{};
  Voxel at;
  for (at[2] = 0; at[2] < count_[2]; ++at[2])
    for (at[1] = 0; at[1] < count_[1]; ++at[1])
      for (at[0] = 0; at[0] < count_[0]; ++at[0])
        for (std::size_t k = 0; k < lines; ++k) {
          const Voxel& step = half_of_neighbours[k];
          const auto other = wrapped({at[0] + step[0], at[1] + step[1], at[2] + step[2]});
          if (other && has_fluid_[index(*other, count_)] != has_fluid_[index(at, count_)])
            ++passed[k];
        }
  // A line stands for the part of the plane across it that a voxel is to it. (9.2)
  const std::array<double, lines> shares = shares_of_lines(size_);
  double area = 0;
  for (std::size_t k = 0; k < lines; ++k) {
    const Vector step = along(half_of_neighbours[k], size_);
    area += 2 * shares[k] * passed[k] * size_[0] * size_[1] * size_[2] /
            std::sqrt(geometry::dot(step, step));
  }
  return area;
}

void Voxels::build_levels() {
  Voxel finer = count_;
  while (finer[0] > 1 || finer[1] > 1 || finer[2] > 1) {
    Level level{{(finer[0] + 1) / 2, (finer[1] + 1) / 2, (finer[2] + 1) / 2}, {}};
    level.has_solid.resize(index({0, 0, level.count[2]}, level.count));
    Voxel at;
    for (at[2] = 0; at[2] < finer[2]; ++at[2])
      for (at[1] = 0; at[1] < finer[1]; ++at[1])
        for (at[0] = 0; at[0] < finer[0]; ++at[0]) {
          const bool has_solid = levels_.empty() ? !has_fluid_[index(at, count_)]
                                                 : levels_.back().has_solid[index(at, finer)];
          if (has_solid)
            level.has_solid[index({at[0] / 2, at[1] / 2, at[2] / 2}, level.count)] = true;
        }
    finer = level.count;
    levels_.push_back(std::move(level));
  }
}

/// A block with a voxel without fluid, in one of the images of the volume.
struct Voxels::Block {
  double square;  // of its distance
  int level;      // 0: a voxel
  Voxel at, image;

  bool operator<(const Block& other) const { return square > other.square; }
};

double Voxels::square_to(const Block& block, const Vector& place) const {
  double square = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    const int first = block.at[d] << block.level,
              last = std::min((block.at[d] + 1) << block.level, count_[d]);
    const double shift = box_.lower[d] + block.image[d] * count_[d] * size_[d];
    const double apart =
        std::max({0.0, shift + first * size_[d] - place[d], place[d] - shift - last * size_[d]});
    square += apart * apart;
  }
  return square;
}

/// The nearest block is opened, until that is a voxel.
double Voxels::clearance(const Vector& place) const {
  std::priority_queue<Block> blocks;
  const int top = static_cast<int>(levels_.size());
  const auto look_at = [&](int level, const Voxel& at, const Voxel& image) {
    const bool has_solid =
        level == 0 ? !has_fluid_[index(at, count_)]
                   : levels_[static_cast<std::size_t>(level) - 1]
                         .has_solid[index(at, levels_[static_cast<std::size_t>(level) - 1].count)];
    if (!has_solid) return;
    Block block{0, level, at, image};
    block.square = square_to(block, place);
    blocks.push(block);
  };
  const auto reach = [&](std::size_t d) { return is_periodic_[d] ? 1 : 0; };
  Voxel image;
  for (image[0] = -reach(0); image[0] <= reach(0); ++image[0])
    for (image[1] = -reach(1); image[1] <= reach(1); ++image[1])
      for (image[2] = -reach(2); image[2] <= reach(2); ++image[2]) look_at(top, {0, 0, 0}, image);
  while (!blocks.empty()) {
    const Block nearest = blocks.top();
    blocks.pop();
    if (nearest.level == 0) return std::sqrt(nearest.square);
    const Voxel& finer =
        nearest.level == 1 ? count_ : levels_[static_cast<std::size_t>(nearest.level) - 2].count;
    for (int child = 0; child < 8; ++child) {
      const Voxel at{2 * nearest.at[0] + child % 2, 2 * nearest.at[1] + child / 2 % 2,
                     2 * nearest.at[2] + child / 4};
      if (at[0] < finer[0] && at[1] < finer[1] && at[2] < finer[2])
        look_at(nearest.level - 1, at, nearest.image);
    }
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace thalweg::blood
