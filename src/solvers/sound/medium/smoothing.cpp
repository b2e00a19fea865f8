// SPDX-License-Identifier: Apache-2.0
// A Blackman window over all wave numbers, 0.42 + 0.5 cos(k dx) + 0.08 cos(2 k dx), is in space a
// sum over five neighbours: a cosine in k is a shift by whole cells. So no transform is needed, and
// any rank can smooth any part of the grid.
#include <algorithm>
#include <cmath>

#include "fft/extension.hpp"
#include "solvers/sound/medium/quantity.hpp"

namespace thalweg::sound {

namespace {

constexpr double weights[] = {0.42, 0.25, 0.04};  // of the point, its neighbours, and the next

int wrapped(int i, int n) { return ((i % n) + n) % n; }

/// The points of a line and how they go on beyond its ends.
struct Line {
  const double* values;
  int count;
  std::int64_t stride;
  bool is_radius = false;  // continued as the spectral operators do; else periodic

  double operator()(int i) const {
    if (!is_radius) return values[wrapped(i, count) * stride];
    const auto [from, sign] =
        fft::extended(fft::Extension::even_whole, wrapped(i, 4 * count), count);
    return sign * values[from * stride];
  }
};

double sum_around(const Line& at, int i) {
  return weights[0] * at(i) + weights[1] * (at(i - 1) + at(i + 1)) +
         weights[2] * (at(i - 2) + at(i + 2));
}

class Smoother {
 public:
  Smoother(Quantity quantity, const Grid& grid) : quantity_(std::move(quantity)), grid_(grid) {}

  /// The smoothed values of one plane.
  std::vector<double> plane(int z) const {
    const bool deep = grid_.dimensions == 3;
    std::vector<double> sum(static_cast<std::size_t>(grid_.plane()));
    for (int shift = deep ? -2 : 0; shift <= (deep ? 2 : 0); ++shift) {
      const std::vector<double> raw = raw_plane(wrapped(z + shift, grid_.points[2]));
      const double weight = deep ? weights[std::abs(shift)] : 1;
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight * raw[i];
    }
    if (grid_.dimensions > 1) along_y(sum);
    along_x(sum);
    return sum;
  }

 private:
  std::vector<double> raw_plane(int z) const {
    std::vector<double> values(static_cast<std::size_t>(grid_.plane()), quantity_.value);
    const std::int64_t begin = z * grid_.plane();
    if (!quantity_.uniform()) quantity_.read(begin, begin + grid_.plane(), values.data());
    return values;
  }
  void along_y(std::vector<double>& values) const {
    const std::vector<double> from = values;
    for (int y = 0; y < grid_.points[1]; ++y)
      for (int x = 0; x < grid_.points[0]; ++x)
        values[static_cast<std::size_t>(grid_.index({x, y, 0}))] =
            sum_around({from.data() + x, grid_.points[1], grid_.points[0], grid_.axisymmetric}, y);
  }
  void along_x(std::vector<double>& values) const {
    const std::vector<double> from = values;
    for (int y = 0; y < grid_.points[1]; ++y)
      for (int x = 0; x < grid_.points[0]; ++x)
        values[static_cast<std::size_t>(grid_.index({x, y, 0}))] =
            sum_around({from.data() + grid_.index({0, y, 0}), grid_.points[0], 1}, x);
  }

  Quantity quantity_;
  Grid grid_;
};

double largest(const Range& range) {
  return std::max(std::abs(range.lowest), std::abs(range.highest));
}

}  // namespace

Quantity smoothed(const Quantity& quantity, const Grid& grid) {
  if (quantity.uniform()) return quantity;
  const Smoother smoother(quantity, grid);
  double after = 0;
  for (int z = 0; z < grid.points[2]; ++z)
    for (const double value : smoother.plane(z)) after = std::max(after, std::abs(value));
  const double scale = after > 0 ? largest(range_of(quantity, grid)) / after : 1;
  const auto read = [smoother, grid, scale](std::int64_t begin, std::int64_t end, double* values) {
    for (std::int64_t at = begin; at < end;) {
      const std::int64_t z = at / grid.plane(), next = std::min(end, (z + 1) * grid.plane());
      const std::vector<double> plane = smoother.plane(static_cast<int>(z));
      for (; at < next; ++at)
        values[at - begin] = scale * plane[static_cast<std::size_t>(at - z * grid.plane())];
    }
  };
  return {0, read};
}

}  // namespace thalweg::sound
