// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/medium/cell_mean.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace thalweg::sound {

using geometry::Shape;

namespace {

/// The values of a quantity at the points [begin, end).
std::vector<double> values_of(const Quantity& quantity, std::int64_t begin, std::int64_t end) {
  std::vector<double> values(static_cast<std::size_t>(end - begin), quantity.value);
  if (!quantity.uniform()) quantity.read(begin, end, values.data());
  return values;
}

/// Vectors in a cell: its middle, its corners, samples of it.
class Cell {
 public:
  Cell(const Grid& grid, const Vector& middle) : grid_(grid), middle_(middle) {}

  /// The middle of the nth of `samples` equal parts along each axis; its number counts x first.
  Vector sample(int number, int samples) const {
    Vector place = middle_;
    for (std::size_t d = 0; d < axes(); ++d, number /= samples)
      place[d] += grid_.spacing[d] * ((number % samples + 0.5) / samples - 0.5);
    return place;
  }
  int count(int samples) const {
    return static_cast<int>(std::lround(std::pow(samples, grid_.dimensions)));
  }
  /// Whether a surface separates a corner from the middle.
  bool is_cut(const std::vector<Shape>& shapes) const {
    return std::any_of(shapes.begin(), shapes.end(), [&](const Shape& shape) {
      const bool inside = shape.contains(middle_);
      for (int corner = 0; corner < 1 << axes(); ++corner) {
        Vector place = middle_;
        for (std::size_t d = 0; d < axes(); ++d)
          place[d] += grid_.spacing[d] * ((corner >> d & 1) != 0 ? 0.5 : -0.5);
        if (shape.contains(place) != inside) return true;
      }
      return false;
    });
  }

 private:
  std::size_t axes() const { return static_cast<std::size_t>(grid_.dimensions); }

  const Grid& grid_;
  Vector middle_;
};

/// Sums over samples.
struct Mean {
  double density = 0, compressibility = 0, loss = 0, nonlinearity = 0;

  void add(double rho, double c, double alpha, double b, double weight) {
    const double kappa = weight / (rho * c * c);
    density += weight * rho;
    compressibility += kappa;
    loss += kappa * c * alpha;
    nonlinearity += weight * b;
  }
  double sound_speed() const { return 1 / std::sqrt(density * compressibility); }
  double absorption() const { return loss / (compressibility * sound_speed()); }
};

/// The backgrounds at a range of points.
struct Backgrounds {
  Backgrounds(const Tissue& t, std::int64_t begin, std::int64_t end)
      : speed(values_of(t.sound_speed.base, begin, end)),
        density(values_of(t.density.base, begin, end)),
        absorption(values_of(t.absorption.base, begin, end)),
        nonlinearity(values_of(t.nonlinearity.base, begin, end)) {}
  std::vector<double> speed, density, absorption, nonlinearity;
};

Mean mean_of(const Tissue& t, const Backgrounds& background, std::size_t i, std::int64_t point) {
  const Cell cell(t.grid, t.grid.place(point));
  const int samples = cell.is_cut(t.shapes) ? t.samples : 1, count = cell.count(samples);
  Mean mean;
  for (int n = 0; n < count; ++n) {
    const Vector place = cell.sample(n, samples);
    mean.add(t.density.at(background.density[i], point, place),
             t.sound_speed.at(background.speed[i], point, place),
             t.absorption.at(background.absorption[i], point, place),
             t.nonlinearity.at(background.nonlinearity[i], point, place), 1.0 / count);
  }
  return mean;
}

/// One of the means as a quantity; what is the same everywhere stays so.
template <class Value>
Quantity quantity_of(const std::shared_ptr<const Tissue>& tissue, bool uniform, double everywhere,
                     Value value) {
  if (uniform) return {everywhere};
  return {everywhere, [tissue, value](std::int64_t begin, std::int64_t end, double* values) {
            constexpr std::int64_t piece = 1 << 16;
            for (std::int64_t b = begin; b < end; b += piece) {
              const Backgrounds background(*tissue, b, std::min(end, b + piece));
              for (std::size_t i = 0; i < background.speed.size(); ++i)
                *values++ =
                    value(mean_of(*tissue, background, i, b + static_cast<std::int64_t>(i)));
            }
          }};
}

bool is_uniform(const Bodies& bodies) { return bodies.base.uniform() && bodies.parts.empty(); }

/// A point and the one that follows along an axis, whose cells share the staggered cell between.
struct Pair {
  std::int64_t point, next;
  /// What leads from the end of a periodic axis to its beginning, where the next point lies [m].
  double shift = 0;

  Pair(const Grid& grid, std::size_t axis, std::int64_t at) : point(at), next(at) {
    std::array<int, 3> position = grid.position(at);
    const bool is_last = position[axis] + 1 == grid.points[axis];
    if (is_last && !grid.is_periodic[axis]) return;  // it goes on as it ends
    position[axis] = is_last ? 0 : position[axis] + 1;
    if (is_last) shift = -grid.points[axis] * grid.spacing[axis];
    next = grid.index(position);
  }
};

/// The density of the cell half a cell further along an axis. (10.4) Samples have the random
/// numbers of the point in whose cell they lie, so each line of them has as many in both cells.
double staggered_at(const Tissue& t, std::size_t axis, std::int64_t point) {
  const Pair pair(t.grid, axis, point);
  Vector middle = t.grid.place(point);
  middle[axis] += t.grid.spacing[axis] / 2;
  const Cell cell(t.grid, middle);
  const int across = pair.shift != 0 || cell.is_cut(t.shapes) ? t.samples : 1,
            along = across + across % 2, count = cell.count(across);
  int stride = 1;
  for (std::size_t d = 0; d < axis; ++d) stride *= across;
  double inverse = 0;
  for (int line = 0; line < count; ++line) {
    if (line / stride % across != 0) continue;
    Vector place = cell.sample(line, across);
    double sum = 0;
    for (int n = 0; n < along; ++n) {
      const bool is_next = n >= along / 2;
      place[axis] = middle[axis] + t.grid.spacing[axis] * ((n + 0.5) / along - 0.5) +
                    (is_next ? pair.shift : 0);
      sum += t.density.at(t.density.base.value, is_next ? pair.next : pair.point, place);
    }
    inverse += along / sum;
  }
  const int lines = count / across;
  return lines / inverse;
}

}  // namespace

double Bodies::at(double background, std::int64_t point, const Vector& place) const {
  const auto last = std::find_if(parts.rbegin(), parts.rend(),
                                 [&](const Part& part) { return part.shape.contains(place); });
  return last == parts.rend() ? background : last->at(point);
}

CellMeans cell_means(const std::shared_ptr<const Tissue>& tissue) {
  const bool density = is_uniform(tissue->density), speed = is_uniform(tissue->sound_speed),
             absorption = is_uniform(tissue->absorption);
  const bool same = density && speed;
  return {quantity_of(tissue, same, tissue->sound_speed.base.value,
                      [](const Mean& m) { return m.sound_speed(); }),
          quantity_of(tissue, density, tissue->density.base.value,
                      [](const Mean& m) { return m.density; }),
          quantity_of(tissue, absorption && (same || tissue->absorption.base.value == 0),
                      tissue->absorption.base.value, [](const Mean& m) { return m.absorption(); }),
          quantity_of(tissue, is_uniform(tissue->nonlinearity), tissue->nonlinearity.base.value,
                      [](const Mean& m) { return m.nonlinearity; })};
}

Quantity staggered_density(const std::shared_ptr<const Tissue>& tissue, std::size_t axis) {
  return {tissue->density.base.value,
          [tissue, axis](std::int64_t begin, std::int64_t end, double* values) {
            for (std::int64_t point = begin; point < end; ++point)
              *values++ = staggered_at(*tissue, axis, point);
          }};
}

}  // namespace thalweg::sound
