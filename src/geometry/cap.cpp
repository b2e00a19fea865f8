// SPDX-License-Identifier: Apache-2.0
#include "geometry/cap.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace thalweg::geometry {

namespace {

/// Of the way from a over b to c: positive where it turns left.
double turn(const Place2& a, const Place2& b, const Place2& c) {
  return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
}

class EarCutter {
 public:
  explicit EarCutter(const std::vector<Place2>& polygon)
      : polygon_(polygon), sign_(signed_area(polygon) < 0 ? -1 : 1), left_(polygon.size()) {
    std::iota(left_.begin(), left_.end(), 0);
  }

  std::vector<Triangle> cut() {
    std::vector<Triangle> triangles;
    std::size_t at = 0, tried = 0;
    while (left_.size() > 3 && tried < left_.size()) {
      at %= left_.size();
      if (!is_ear(at)) {
        ++at, ++tried;
        continue;
      }
      triangles.push_back({corner(at, -1), corner(at, 0), corner(at, 1)});
      left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(at));
      tried = 0;
      ++at;  // ears in turn all round keep triangles from being thin
    }
    if (left_.size() == 3) triangles.push_back({left_[0], left_[1], left_[2]});
    return triangles;
  }

 private:
  int corner(std::size_t at, int by) const {
    const auto count = static_cast<std::ptrdiff_t>(left_.size());
    return left_[static_cast<std::size_t>((static_cast<std::ptrdiff_t>(at) + by + count) % count)];
  }
  const Place2& place(int corner) const { return polygon_[static_cast<std::size_t>(corner)]; }

  bool is_ear(std::size_t at) const {
    const Place2 &a = place(corner(at, -1)), &b = place(corner(at, 0)), &c = place(corner(at, 1));
    if (sign_ * turn(a, b, c) < 0) return false;
    return std::ranges::none_of(left_, [&](int other) {
      const Place2& p = place(other);
      return p != a && p != b && p != c && sign_ * turn(a, b, p) >= 0 &&
             sign_ * turn(b, c, p) >= 0 && sign_ * turn(c, a, p) >= 0;
    });
  }

  const std::vector<Place2>& polygon_;
  double sign_;
  std::vector<int> left_;
};

TriangleSurface fan_of(std::vector<Vector> face) {
  TriangleSurface fan{std::move(face), {}};
  for (int k = 2; k < static_cast<int>(fan.corners.size()); ++k)
    fan.triangles.push_back({0, k - 1, k});
  return fan;
}

/// The area of its largest triangle: that of the whole may vanish where the rim crosses itself.
Vector largest_of(const TriangleSurface& fan) {
  Vector largest{};
  for (int t = 0; t < static_cast<int>(fan.triangles.size()); ++t)
    if (const Vector one = fan.area_vector(t); dot(one, one) > dot(largest, largest)) largest = one;
  return largest;
}

/// Corners in a row, as rounded as single precision has them, turn neither way.
bool overlaps(const TriangleSurface& fan) {
  const Vector largest = largest_of(fan);
  const double turned = -1e-6 * dot(largest, largest);
  for (int t = 0; t < static_cast<int>(fan.triangles.size()); ++t)
    if (dot(fan.area_vector(t), largest) < turned) return true;
  return false;
}

/// Whether each of two edges has its ends on both sides of the other.
bool cross(const Place2& a, const Place2& b, const Place2& c, const Place2& d) {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

bool crosses_itself(const std::vector<Place2>& polygon) {
  const std::size_t count = polygon.size();
  for (std::size_t n = 0; n < count; ++n)
    for (std::size_t m = n + 2; m < count; ++m)
      if (cross(polygon[n], polygon[n + 1], polygon[m], polygon[(m + 1) % count])) return true;
  return false;
}

/// Seen along the axis that is nearest to the normal.
std::vector<Place2> flattened(const std::vector<Vector>& face, const Vector& normal) {
  std::size_t axis = 0;
  for (std::size_t d = 1; d < 3; ++d)
    if (std::abs(normal[d]) > std::abs(normal[axis])) axis = d;
  std::vector<Place2> places;
  places.reserve(face.size());
  for (const Vector& corner : face)
    places.push_back({corner[(axis + 1) % 3], corner[(axis + 2) % 3]});
  return places;
}

}  // namespace

double signed_area(const std::vector<Place2>& polygon) {
  double sum = 0;
  for (std::size_t n = 0; n < polygon.size(); ++n) {
    const Place2 &a = polygon[n], &b = polygon[(n + 1) % polygon.size()];
    sum += a[0] * b[1] - a[1] * b[0];
  }
  return sum / 2;
}

bool encloses(const std::vector<Place2>& polygon, const Place2& place) {
  bool is_inside = false;
  for (std::size_t n = 0; n < polygon.size(); ++n) {
    const Place2 &a = polygon[n], &b = polygon[(n + 1) % polygon.size()];
    if ((a[1] > place[1]) == (b[1] > place[1])) continue;
    const double crossing = a[0] + (place[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
    if (place[0] < crossing) is_inside = !is_inside;
  }
  return is_inside;
}

std::vector<Triangle> fill(const std::vector<Place2>& polygon) {
  return polygon.size() < 3 ? std::vector<Triangle>{} : EarCutter(polygon).cut();
}

std::vector<Triangle> fill_face(std::vector<Vector> face) {
  const TriangleSurface fan = fan_of(std::move(face));
  if (!overlaps(fan)) return fan.triangles;
  const std::vector<Place2> polygon = flattened(fan.corners, largest_of(fan));
  return crosses_itself(polygon) ? std::vector<Triangle>{} : fill(polygon);
}

}  // namespace thalweg::geometry
