// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/sources/emission.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "solvers/sound/operators/kaiser.hpp"

namespace thalweg::sound {

using geometry::plus;
using geometry::SurfacePoint;

// A surface on the points of a grid. A point source between grid points is, for all waves that the
// grid carries, a sinc about its place (Wise, Cox, Jaros & Treeby 2019). Here the sinc is cut off
// by a Kaiser window, which keeps sources compact and costs 0.1 % at two thirds of the Nyquist wave
// number.

namespace {

constexpr int reach = 4;  // cells to each side
constexpr double kaiser_beta = 6;

/// Weights of the points around a coordinate (in cells) along one axis; they add up to 1.
struct AxisKernel {
  int first = 0;
  std::vector<double> weights;

  AxisKernel(double coordinate, Spread spread) {
    if (spread == Spread::nearest) {
      first = static_cast<int>(std::lround(coordinate));
      weights = {1};
      return;
    }
    first = static_cast<int>(std::floor(coordinate)) - reach + 1;
    double sum = 0;
    for (int i = first; i < first + 2 * reach; ++i) {
      weights.push_back(windowed_sinc(i - coordinate, reach, kaiser_beta));
      sum += weights.back();
    }
    for (double& weight : weights) weight /= sum;
  }
};

/// A box of grid points around a surface, with what has been given to each.
class Box {
 public:
  Box(const std::vector<SurfacePoint>& surface, const Grid& grid, Spread spread)
      : grid_(grid), spread_(spread) {
    for (std::size_t d = 0; d < static_cast<std::size_t>(grid.dimensions); ++d) {
      const auto less = [d](const SurfacePoint& a, const SurfacePoint& b) {
        return a.place[d] < b.place[d];
      };
      const auto [least, most] = std::minmax_element(surface.begin(), surface.end(), less);
      take_axis(d, grid.nearest(d, least->place[d]) - reach,
                grid.nearest(d, most->place[d]) + reach);
    }
    weights_.resize(static_cast<std::size_t>(count_[0]) * static_cast<std::size_t>(count_[1]) *
                    static_cast<std::size_t>(count_[2]));
  }

  void give(const SurfacePoint& part, double share) {
    const AxisKernel x = kernel(part, 0), y = kernel(part, 1), z = kernel(part, 2);
    for (std::size_t k = 0; k < z.weights.size(); ++k)
      for (std::size_t j = 0; j < y.weights.size(); ++j)
        for (std::size_t i = 0; i < x.weights.size(); ++i)
          add({x.first + static_cast<int>(i), y.first + static_cast<int>(j),
               z.first + static_cast<int>(k)},
              part.normal, share * x.weights[i] * y.weights[j] * z.weights[k]);
  }

  /// Points that got noticeably much.
  std::vector<Emission> emissions() const {
    double largest = 0;
    for (const PointWeight& point : weights_) largest = std::max(largest, std::abs(point.weight));
    std::vector<Emission> list;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      const double weight = weights_[i].weight;
      if (std::abs(weight) <= 1e-4 * largest) continue;
      list.push_back({grid_.index(position(static_cast<int>(i))), weight, 0,
                      plus({}, weights_[i].direction, 1 / weight)});
    }
    return list;
  }

 private:
  struct PointWeight {
    double weight = 0;
    Vector direction{};  // times the weight
  };

  /// Of the positions [low, high], which may lie outside, those that the grid has.
  void take_axis(std::size_t d, int low, int high) {
    const int last = grid_.points[d] - 1;
    if (!grid_.is_periodic[d]) {
      low = std::max(0, low);
      high = std::min(last, high);
    } else if (high - low > last) {
      low = 0;
      high = last;
    }
    low_[d] = low;
    count_[d] = high - low + 1;
  }
  AxisKernel kernel(const SurfacePoint& part, std::size_t d) const {
    if (d >= static_cast<std::size_t>(grid_.dimensions)) return {0, Spread::nearest};
    return {(part.place[d] - grid_.origin[d]) / grid_.spacing[d], spread_};
  }
  std::array<int, 3> position(int i) const {
    return {wrapped(low_[0] + i % count_[0], 0), wrapped(low_[1] + i / count_[0] % count_[1], 1),
            wrapped(low_[2] + i / count_[0] / count_[1], 2)};
  }
  /// The same position in the grid, if the axis is periodic.
  int wrapped(int at, std::size_t d) const {
    const int n = grid_.points[d];
    return grid_.is_periodic[d] ? (at % n + n) % n : at;
  }
  /// What falls outside comes in at the other end of a periodic axis, and is lost at the ends of
  /// others; below an axis of rotation, its other side stands for it.
  void add(std::array<int, 3> at, const Vector& normal, double weight) {
    for (std::size_t d = 0; d < 3; ++d) {
      at[d] = wrapped(at[d] - low_[d], d);
      if (at[d] < 0 || at[d] >= count_[d]) return;
    }
    PointWeight& point =
        weights_[static_cast<std::size_t>(at[0] + count_[0] * (at[1] + count_[1] * at[2]))];
    point.weight += weight;
    point.direction = plus(point.direction, normal, weight);
  }

  const Grid& grid_;
  Spread spread_;
  std::array<int, 3> low_{0, 0, 0}, count_{1, 1, 1};
  std::vector<PointWeight> weights_;
};

/// Weights [1/m].
std::vector<Emission> given_to_points(const std::vector<SurfacePoint>& surface, const Grid& grid,
                                      Spread spread) {
  double cell = 1;
  for (std::size_t d = 0; d < static_cast<std::size_t>(grid.dimensions); ++d)
    cell *= grid.spacing[d];
  Box box(surface, grid, spread);
  for (const SurfacePoint& part : surface) box.give(part, part.area / cell);
  return box.emissions();
}

/// Each component of the velocity lies half a cell further along its axis than the points do.
std::vector<Emission> given_to_velocities(const std::vector<SurfacePoint>& surface,
                                          const Grid& grid) {
  std::vector<Emission> all;
  for (std::size_t d = 0; d < static_cast<std::size_t>(grid.dimensions); ++d) {
    const auto moves = [d](const SurfacePoint& part) { return part.normal[d] != 0; };
    if (std::none_of(surface.begin(), surface.end(), moves)) continue;
    Grid staggered = grid;
    staggered.origin[d] += grid.spacing[d] / 2;
    for (Emission& emission : given_to_points(surface, staggered, Spread::band_limited)) {
      Vector along{};
      along[d] = emission.direction[d];
      emission.direction = along;
      all.push_back(emission);
    }
  }
  return all;
}

std::vector<Emission> spread_over(std::vector<SurfacePoint> surface, const Grid& grid,
                                  Spread spread) {
  if (grid.axisymmetric)
    surface = geometry::revolved_section(surface, 1e-6 * grid.smallest_spacing());
  for (const SurfacePoint& part : surface)
    if (!(grid.axisymmetric && part.place[1] < 0) && !grid.nearest(part.place))
      throw InputError("sticks out of the grid at " + text(part.place, grid.dimensions));
  if (surface.empty()) return {};
  return spread == Spread::staggered ? given_to_velocities(surface, grid)
                                     : given_to_points(surface, grid, spread);
}

}  // namespace

geometry::Sampling sampling_of(const Grid& grid) {
  return {grid.dimensions, grid.smallest_spacing()};
}

std::vector<Emission> emissions_of(const std::vector<SurfacePoint>& surface, const Grid& grid,
                                   Spread spread) {
  return emissions_of(std::vector<Facet>{{surface}}, grid, spread);
}

std::vector<Emission> emissions_of(const std::vector<Facet>& facets, const Grid& grid,
                                   Spread spread) {
  std::vector<std::vector<Emission>> parts;
  std::map<std::int64_t, double> total;  // given to each point
  for (const Facet& facet : facets) {
    parts.push_back(spread_over(facet.surface, grid, spread));
    for (const Emission& emission : parts.back()) total[emission.point] += emission.weight;
  }
  std::vector<Emission> all;
  for (std::size_t i = 0; i < facets.size(); ++i)
    for (Emission& emission : parts[i]) {
      if (spread == Spread::nearest) emission.weight /= total[emission.point];
      emission.weight *= facets[i].strength;
      emission.delay = facets[i].delay;
      all.push_back(emission);
    }
  return all;
}

bool weigh_as_layer(std::vector<Emission>& emissions, const Grid& grid) {
  std::vector<double> flat;  // spacings along which all points have one position
  bool even = true;
  for (std::size_t d = 0; d < static_cast<std::size_t>(grid.dimensions); ++d) {
    even &= grid.spacing[d] == grid.spacing[0];
    if (std::all_of(emissions.begin(), emissions.end(), [&](const Emission& e) {
          return grid.position(e.point)[d] == grid.position(emissions.front().point)[d];
        }))
      flat.push_back(grid.spacing[d]);
  }
  const bool is_layer = flat.size() == 1;
  const double thickness = is_layer ? flat.front() : grid.spacing[0];
  for (Emission& emission : emissions) emission.weight /= thickness;
  return is_layer || even;
}

}  // namespace thalweg::sound
