// SPDX-License-Identifier: Apache-2.0
// What the tests of packing share: true shapes of cells, and random numbers.
#pragma once

#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <vector>

#include "geometry/vector.hpp"
#include "solvers/blood/packing/disc_distance.hpp"
#include "solvers/blood/packing/packing.hpp"

namespace thalweg::blood::testing {

using geometry::Vector;

/// A cell by its outline: half its thickness by the distance from its axis [m].
struct Shape {
  double radius = 0;
  std::function<double(double)> half_thickness{};

  bool contains(const Vector& own) const {
    const double r = std::hypot(own[0], own[1]);
    return r < radius && std::abs(own[2]) < half_thickness(r);
  }

  /// Places on the surface, closer to each other towards the rim.
  std::vector<Vector> surface(int rings, int around) const {
    std::vector<Vector> places;
    for (int i = 0; i <= rings; ++i)
      for (int j = 0; j < around; ++j)
        for (const int side : {-1, 1}) {
          const double r = radius * std::sin(std::numbers::pi / 2 * i / rings);
          const double angle = 2 * std::numbers::pi * j / around;
          places.push_back({r * std::cos(angle), r * std::sin(angle), side * half_thickness(r)});
        }
    return places;
  }

  double volume() const {
    constexpr int steps = 20000;
    double sum = 0;
    for (int n = 0; n < steps; ++n) {
      const double r = radius * (n + 0.5) / steps;
      sum += 4 * std::numbers::pi * r * half_thickness(r) * radius / steps;
    }
    return sum;
  }

  PackedSpecies species(int count) const {
    return {bounding_disc(surface(200, 1)), volume(), count};
  }
};

/// Evans and Fung (1972), with R = 3.91 um.
inline Shape red_cell() {
  constexpr double R = 3.91e-6;
  return {R, [](double r) {
            const double s = std::min(1.0, r * r / (R * R));
            return R / 2 * std::sqrt(1 - s) * (0.207161 + s * (2.002558 - s * 1.122762));
          }};
}

inline Shape ellipsoid(double radius, double half_thickness) {
  return {radius, [=](double r) {
            return half_thickness * std::sqrt(std::max(0.0, 1 - r * r / (radius * radius)));
          }};
}

inline Vessel vessel_of(VesselShape shape, const geometry::Vector& size) {
  return {.shape = shape, .size = size, .interior = make_interior(shape, size)};
}

inline Vessel cube(double size) { return vessel_of(VesselShape::box, {size, size, size}); }

inline Vessel tube(double length, double diameter) {
  return vessel_of(VesselShape::tube, {length, diameter, diameter});
}

/// Random places and discs, in units of 1.
class Dice {
 public:
  double number(double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(engine_);
  }
  Vector place(double reach) {
    return {number(-reach, reach), number(-reach, reach), number(-reach, reach)};
  }
  Disc disc(double reach) { return {place(reach), geometry::unit(place(1)), number(0.1, 2)}; }

 private:
  std::mt19937 engine_{7};
};

}  // namespace thalweg::blood::testing
