// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/operators/domain.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fft/extension.hpp"

namespace thalweg::sound {

Domain::Domain(const Problem& problem, int rank, int ranks, int complex_bytes)
    : dimensions(problem.dimensions), axisymmetric(problem.axisymmetric) {
  // The pipeline's axis of each of the problem's axes, by number of dimensions.
  constexpr int place[3][3] = {{0, 1, 2}, {0, 2, 1}, {0, 1, 2}};
  const auto& places = place[dimensions - 1];
  for (int d = 0; d < 3; ++d) {
    const auto from = static_cast<std::size_t>(d);
    axis[static_cast<std::size_t>(places[d])] = {.points = problem.points[from],
                                                 .spacing = problem.spacing[from],
                                                 .layer = problem.layer[from],
                                                 .component = d < dimensions ? d : -1};
  }
  layout = fft::make_whole_layout(axis[0].points, axis[1].points, axis[2].points, rank, ranks,
                                  complex_bytes, axisymmetric);
}

std::vector<double> Domain::wave_numbers(std::size_t a) const {
  const int bins[3] = {layout.columns, layout.ny, layout.depth};
  if (a != 2 || !axisymmetric) return sound::wave_numbers(axis[a], bins[a]);
  const int n = axis[2].points;
  const double unit = 2 * std::numbers::pi / (4 * n * axis[2].spacing);
  std::vector<double> k;
  k.reserve(static_cast<std::size_t>(layout.depth));
  for (int index = 0; index < layout.depth; ++index) k.push_back(unit * fft::radial_mode(index, n));
  return k;
}

const Axis& Domain::along(int c) const {
  return *std::find_if(axis.begin(), axis.end(), [&](const Axis& a) { return a.component == c; });
}

bool Domain::is_periodic(int c) const {
  const auto& layer = along(c).layer.points;
  return layer[0] == 0 && layer[1] == 0 && !(axisymmetric && c == 1);
}

std::vector<double> wave_numbers(const Axis& axis, int bins) {
  const double unit = 2 * std::numbers::pi / (axis.points * axis.spacing);
  std::vector<double> k;
  for (int bin = 0; bin < bins; ++bin) k.push_back(unit * fft::bin_mode(bin, axis.points));
  return k;
}

std::vector<double> layer_factors(const Axis& axis, double rate, double shift, int begin, int end) {
  const int first = axis.layer.points[0], last = axis.layer.points[1];
  std::vector<double> factors;
  for (int i = begin; i < end; ++i) {
    double depth = 0;  // into the layer, as a part of its thickness
    if (i < first) depth = (first - i - shift) / first;
    if (i >= axis.points - last) depth = (i + shift - (axis.points - last - 1)) / last;
    factors.push_back(std::exp(-axis.layer.alpha * rate / axis.spacing * std::pow(depth, 4) / 2));
  }
  return factors;
}

}  // namespace thalweg::sound
