// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/interior.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.hpp"

namespace thalweg::blood {

namespace {

using geometry::Vector;

/// A place on the wall but for rounding is outside.
constexpr double rounding = 1e-9;

/// Within +-size / 2 along the axes that are walled.
class Rectangular : public Interior {
 public:
  Rectangular(const Vector& size, std::size_t first_walled)
      : size_(size), first_walled_(first_walled) {}
  bool is_walled(std::size_t axis) const override { return axis >= first_walled_; }
  bool is_inside(const Vector& place) const override {
    for (std::size_t d = first_walled_; d < 3; ++d)
      if (std::abs(place[d]) >= size_[d] / 2 * (1 - rounding)) return false;
    return true;
  }
  double clearance(const Vector& place) const override {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t d = first_walled_; d < 3; ++d)
      least = std::min(least, size_[d] / 2 - std::abs(place[d]));
    return least;
  }
  double volume() const override { return size_[0] * size_[1] * size_[2]; }
  double wall_area() const override {
    double area = 0;
    for (std::size_t d = first_walled_; d < 3; ++d) area += 2 * volume() / size_[d];
    return area;
  }
  double width() const override {
    return first_walled_ == 2 ? size_[2] : std::min(size_[1], size_[2]);
  }

 private:
  Vector size_;
  std::size_t first_walled_;
};

class Tube : public Interior {
 public:
  explicit Tube(const Vector& size) : length_(size[0]), diameter_(size[1]) {}
  bool is_walled(std::size_t axis) const override { return axis > 0; }
  bool is_inside(const Vector& place) const override {
    const double radius = diameter_ / 2 * (1 - rounding);
    return place[1] * place[1] + place[2] * place[2] < radius * radius;
  }
  double clearance(const Vector& place) const override {
    return diameter_ / 2 - std::hypot(place[1], place[2]);
  }
  double volume() const override { return std::numbers::pi / 4 * diameter_ * diameter_ * length_; }
  double wall_area() const override { return std::numbers::pi * diameter_ * length_; }
  double width() const override { return diameter_; }

 private:
  double length_, diameter_;
};

}  // namespace

std::vector<bool> Interior::row_inside(const Vector& first, double spacing, int count) const {
  std::vector<bool> inside;
  inside.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i)
    inside.push_back(is_inside({first[0] + i * spacing, first[1], first[2]}));
  return inside;
}

double Interior::distance_to_wall(const Vector& from, const Vector& step) const {
  double inside = 0, outside = 1;
  for (int halvings = 0; halvings < 50; ++halvings) {
    const double middle = (inside + outside) / 2;
    (is_inside(geometry::plus(from, step, middle)) ? inside : outside) = middle;
  }
  return outside;
}

const std::vector<geometry::Opening>& Interior::openings() const {
  static const std::vector<geometry::Opening> none;
  return none;
}

int Interior::opening_left_by(const Vector&, const Vector&) const { return -1; }

DistanceWithin Interior::distance_to(const std::vector<int>&) const {
  return [](const Vector&, double most) { return most; };
}

const std::vector<FixedSphere>& Interior::spheres() const {
  static const std::vector<FixedSphere> none;
  return none;
}

int Interior::sphere_met(const Vector&, const Vector&) const { return -1; }

Vector Interior::from_sphere(int, const Vector& place) const { return place; }

std::shared_ptr<const Interior> make_interior(VesselShape shape, const Vector& size) {
  TW_CHECK(shape <= VesselShape::tube, "the shape is more than its size");
  if (shape == VesselShape::tube) return std::make_shared<Tube>(size);
  const std::size_t first_walled =
      shape == VesselShape::box ? 3 : (shape == VesselShape::channel ? 2 : 1);
  return std::make_shared<Rectangular>(size, first_walled);
}

}  // namespace thalweg::blood
