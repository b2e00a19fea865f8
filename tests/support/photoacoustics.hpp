// SPDX-License-Identifier: Apache-2.0
// A ball and a disc of pressure that are let go at time 0, smoothed by a Gaussian of standard
// deviation w so that a grid can hold them. Smoothing the start smooths the whole solution: the
// medium is homogeneous.
#pragma once

#include <math.h>  // j0, j1 of POSIX

#include <cmath>
#include <numbers>

namespace thalweg::testing {

/// In three dimensions r p obeys the equation of a string, so
/// p(r, t) = [(r - c t) p0(|r - c t|) + (r + c t) p0(r + c t)] / (2 r):
/// the N wave of Blackstock, Fundamentals of Physical Acoustics (2000), ch. 10; Wang, Biomedical
/// Optics (2007), ch. 12.
struct Ball {
  double radius, w;

  /// r p0(r): the ball's 3-D convolution with the Gaussian, an odd function.
  double times_r(double r) const {
    const double s = std::numbers::sqrt2 * w, a = (r - radius) / s, b = (r + radius) / s;
    return r / 2 * (std::erf(b) - std::erf(a)) -
           w / std::sqrt(2 * std::numbers::pi) * (std::exp(-a * a) - std::exp(-b * b));
  }
  double initial(double r) const { return r > 1e-6 * w ? times_r(r) / r : at_centre(); }
  /// ct: way of sound; r > 0.
  double pressure(double r, double ct) const {
    return (times_r(r - ct) + times_r(r + ct)) / (2 * r);
  }

 private:
  double at_centre() const { return times_r(1e-3 * w) / (1e-3 * w); }
};

/// In two dimensions there is no such formula. By the Hankel transform
/// p(r, t) = R int_0^inf J1(k R) exp(-(k w)^2 / 2) J0(k r) cos(c k t) dk,
/// where R J1(k R) / k is the transform of a disc (Bracewell, The Fourier Transform and Its
/// Applications, ch. 12) and exp(-(k w)^2 / 2) that of the Gaussian.
struct Disc {
  double radius, w;

  /// By Simpson's rule up to where the Gaussian is 1e-17.
  double pressure(double r, double ct) const {
    const double end = 9 / w;
    const int steps = 2 * static_cast<int>(std::ceil(6 * end * (radius + r + ct)));
    double sum = 0;
    for (int i = 1; i < steps; ++i) sum += (i % 2 ? 4 : 2) * integrand(i * end / steps, r, ct);
    return radius * sum * end / (3.0 * steps);
  }
  double initial(double r) const { return pressure(r, 0); }

 private:
  double integrand(double k, double r, double ct) const {
    return j1(k * radius) * std::exp(-k * k * w * w / 2) * j0(k * r) * std::cos(k * ct);
  }
};

}  // namespace thalweg::testing
