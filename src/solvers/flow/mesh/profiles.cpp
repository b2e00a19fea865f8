// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/profiles.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/flow/mesh/shifts.hpp"

namespace thalweg::flow {

using geometry::Vector, grid::index;

ParabolicProfile::ParabolicProfile(const Mesh& mesh, const std::string& family) {
  for (const Patch& patch : mesh.patches)
    if (patch.family == family) include(mesh, patch);
  find_axes(mesh);
}

/// As many as a face has, less those along which it is as wide as a grid that repeats: there are no
/// sides along them.
/// An inclined family is wide along two axes that go together, of which the wider one counts.
void ParabolicProfile::find_axes(const Mesh& mesh) {
  const std::size_t dimensions = mesh.is_flat ? 2 : 3;
  constexpr double rounding = 1e-9;  // of vertices in a plane
  double widest = 0;
  for (std::size_t n = 0; n < dimensions; ++n) widest = std::max(widest, width(n));
  for (std::size_t n = 0; n < dimensions; ++n)
    if (width(n) > rounding * widest) axes_.push_back(n);
  const std::vector<Vector> shifts = shifts_of(mesh);
  const auto repeating = std::erase_if(axes_, [&](std::size_t n) {
    return std::any_of(shifts.begin(), shifts.end(), [&](const Vector& shift) {
      const double period = std::abs(shift[n]);
      return period > rounding * widest && width(n) > 0.999 * period;
    });
  });
  std::sort(axes_.begin(), axes_.end(),
            [&](std::size_t a, std::size_t b) { return width(a) > width(b); });
  const std::size_t most = dimensions - 1 - std::min(dimensions - 1, repeating);
  if (axes_.size() > most) axes_.resize(most);
}

double ParabolicProfile::factor(const Vector& place) const {
  double factor = 1;
  for (const std::size_t n : axes_) {
    const double s = (place[n] - lowest_[n]) / width(n);
    factor *= std::max(0.0, 6 * s * (1 - s));
  }
  return factor;
}

void ParabolicProfile::include(const Mesh& mesh, const Patch& patch) {
  grid::Box vertices = patch.cells;
  for (int& end : vertices.upper) ++end;
  const std::size_t a = index(patch.face.axis);
  vertices.lower[a] += patch.face.upper;
  vertices.upper[a] = vertices.lower[a] + 1;
  grid::for_each_cell(vertices, [&](const grid::Cell& v) {
    const Vector place = mesh.vertex(patch.block, v);
    for (std::size_t n = 0; n < 3; ++n) {
      lowest_[n] = is_first_ ? place[n] : std::min(lowest_[n], place[n]);
      highest_[n] = is_first_ ? place[n] : std::max(highest_[n], place[n]);
    }
    is_first_ = false;
  });
}

namespace {

/// Between which two values a place lies, and how far on.
struct Between {
  std::size_t below = 0, above = 0;
  double share = 0;
};

Between place_between(const VelocityTable::Coordinate& along, const Vector& place) {
  const double at = place[along.number];
  const auto above = std::lower_bound(along.values.begin(), along.values.end(), at);
  if (above == along.values.begin()) return {};
  const auto n = static_cast<std::size_t>(above - along.values.begin());
  if (above == along.values.end()) return {n - 1, n - 1, 0};
  return {n - 1, n, (at - along.values[n - 1]) / (along.values[n] - along.values[n - 1])};
}

}  // namespace

Vector VelocityTable::at(const Vector& place) const {
  const Between a = place_between(first_, place), b = place_between(second_, place);
  const auto velocity = [&](std::size_t n, std::size_t m) -> const Vector& {
    return velocities_[m * first_.values.size() + n];
  };
  const auto along_first = [&](std::size_t m) {
    return geometry::plus(geometry::plus({}, velocity(a.below, m), 1 - a.share),
                          velocity(a.above, m), a.share);
  };
  return geometry::plus(geometry::plus({}, along_first(b.below), 1 - b.share), along_first(b.above),
                        b.share);
}

}  // namespace thalweg::flow
