// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/quantum/ring_phase.hpp"

#include <cmath>
#include <numbers>

namespace thalweg::turbulence {

double solid_angle(double disc, double height, double distance) {
  const double h = std::abs(height), sum = disc + distance;
  const double square = sum * sum + h * h;
  if (h == 0) return distance < disc ? 2 * std::numbers::pi : 0;
  const double k = std::sqrt(4 * disc * distance / square), n = 4 * disc * distance / (sum * sum);
  // On the cylinder over the rim the third integral diverges and its factor is 0.
  const bool on_rim = std::abs(disc - distance) < 1e-12 * disc;
  const double rim = on_rim ? 0 : (disc - distance) / sum * std::comp_ellint_3(k, n);
  const double base = on_rim ? std::numbers::pi : distance < disc ? 2 * std::numbers::pi : 0;
  const double angle = base - 2 * h / std::sqrt(square) * (std::comp_ellint_1(k) + rim);
  return height < 0 ? -angle : angle;
}

RingPhase::RingPhase(const VortexRing& ring, const std::array<double, 3>& length)
    : ring_(ring), length_(length) {
  // What one end of the box has more than the other, at the middle of a side.
  for (std::size_t d = 0; d < 3; ++d) {
    Place end{};
    end.offset[(d + 1) % 3] = length[(d + 1) % 3] / 4;
    end.offset[(d + 2) % 3] = length[(d + 2) % 3] / 4;
    double difference = 0;
    for (const double side : {0.5, -0.5}) {
      end.offset[d] = side * length[d];
      const auto normal = static_cast<std::size_t>(ring.normal);
      end.height = ring.sign * end.offset[normal];
      end.radius = std::hypot(end.offset[(normal + 1) % 3], end.offset[(normal + 2) % 3]);
      difference += (side > 0 ? 1 : -1) * phase(end);
    }
    slope_[d] = difference / length[d];
  }
}

RingPhase::Place RingPhase::place(const std::array<double, 3>& point) const {
  Place place{};
  for (std::size_t d = 0; d < 3; ++d) {
    const double off = point[d] - ring_.centre[d];
    place.offset[d] = off - length_[d] * std::round(off / length_[d]);
  }
  const auto n = static_cast<std::size_t>(ring_.normal);
  place.height = ring_.sign * place.offset[n];
  place.radius = std::hypot(place.offset[(n + 1) % 3], place.offset[(n + 2) % 3]);
  return place;
}

double RingPhase::phase(const Place& place) const {
  double phase = solid_angle(ring_.radius, place.height, place.radius) / 2 + images(place.offset);
  for (std::size_t d = 0; d < 3; ++d) phase += slope_[d] * place.offset[d];
  return -phase;
}

double RingPhase::images(const std::array<double, 3>& offset) const {
  constexpr int layers = 3;
  const auto n = static_cast<std::size_t>(ring_.normal);
  const double square = ring_.radius * ring_.radius;
  double sum = 0;
  for (int i = -layers; i <= layers; ++i)
    for (int j = -layers; j <= layers; ++j)
      for (int l = -layers; l <= layers; ++l) {
        if (i == 0 && j == 0 && l == 0) continue;
        const std::array<double, 3> r{offset[0] - i * length_[0], offset[1] - j * length_[1],
                                      offset[2] - l * length_[2]};
        const double r2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2], r1 = std::sqrt(r2);
        const double c = ring_.sign * r[n] / r1;  // cosine of the angle to the axis
        // pi R^2 (P1 / r^2 - 3/4 R^2 P3 / r^4): the far field of the solid angle.
        sum += std::numbers::pi / 2 * square / r2 *
               (c - 0.75 * square / r2 * (2.5 * c * c * c - 1.5 * c));
      }
  return sum;
}

}  // namespace thalweg::turbulence
