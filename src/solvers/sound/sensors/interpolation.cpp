// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/sensors/interpolation.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <numbers>

#include "solvers/sound/operators/kaiser.hpp"

namespace thalweg::sound {

namespace {

using std::numbers::pi;
constexpr double same_point = 1e-6;  // cells
constexpr int longest_reach = 24;    // beyond it, rounding is all that is left of the error

/// The periodic sum of all sincs, which takes half of each Nyquist mode. (5.2)
double periodic_sinc(double distance, int points) {
  const double part = pi * distance / points;
  return std::sin(pi * distance) / (points * (points % 2 == 0 ? std::tan(part) : std::sin(part)));
}

/// Weights of the points floor(coordinate) - reach + 1, ...; they add up to 1. The window lets
/// through what a wave of 2/3 of the Nyquist wave number needs: its main lobe ends pi/3 from the
/// centre. (5.3)
std::vector<double> window_weights(double coordinate, int first, int count, int reach) {
  std::vector<double> weights;
  double sum = 0;
  for (int i = first; i < first + count; ++i) {
    weights.push_back(windowed_sinc(coordinate - i, reach, pi / 3 * reach));
    sum += weights.back();
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

int wrapped(int i, int n) { return ((i % n) + n) % n; }

}  // namespace

double interpolation_error(int reach) {
  double most = 0;
  for (int part = 1; part <= 8; ++part) {
    const double coordinate = part / 16.0;  // the other half of a cell is the same
    const auto weights = window_weights(coordinate, 1 - reach, 2 * reach, reach);
    for (int wave = 0; wave <= 64; ++wave) {
      const double k = 2 * pi / 3 * wave / 64;
      std::complex<double> sum = -std::polar(1.0, k * coordinate);
      for (int i = 0; i < 2 * reach; ++i)
        sum += weights[static_cast<std::size_t>(i)] * std::polar(1.0, k * (i + 1 - reach));
      most = std::max(most, std::abs(sum));
    }
  }
  return most;
}

int interpolation_reach(double tolerance) {
  if (tolerance <= 0) return 0;
  int reach = 2;
  while (reach < longest_reach && interpolation_error(reach) > tolerance) ++reach;
  return reach;
}

Taps periodic_taps(double coordinate, int points, int reach) {
  const double nearest = std::round(coordinate);
  if (std::abs(coordinate - nearest) < same_point)
    return {{wrapped(static_cast<int>(nearest), points)}, {1}};
  Taps taps;
  if (reach == 0 || 2 * reach >= points) {
    for (int i = 0; i < points; ++i) {
      taps.index.push_back(i);
      taps.weight.push_back(periodic_sinc(coordinate - i, points));
    }
    return taps;
  }
  const int first = static_cast<int>(std::floor(coordinate)) - reach + 1;
  taps.weight = window_weights(coordinate, first, 2 * reach, reach);
  for (int i = first; i < first + 2 * reach; ++i) taps.index.push_back(wrapped(i, points));
  return taps;
}

Taps radial_taps(double coordinate, int points, int reach, fft::Extension symmetry) {
  const Taps whole = periodic_taps(coordinate, 4 * points, reach);
  std::map<int, double> weights;
  for (std::size_t i = 0; i < whole.index.size(); ++i) {
    const auto [from, sign] = fft::extended(symmetry, whole.index[i], points);
    if (sign != 0) weights[from] += sign * whole.weight[i];
  }
  Taps taps;
  for (const auto& [index, weight] : weights) {
    taps.index.push_back(index);
    taps.weight.push_back(weight);
  }
  return taps;
}

}  // namespace thalweg::sound
