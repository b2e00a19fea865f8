// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/immersed/fit.hpp"

#include <array>
#include <cmath>

namespace thalweg::flow {

using geometry::Vector;

namespace {

using Four = std::array<double, 4>;

/// By Cholesky's method: the matrix is symmetric and positive definite.
Four solved(std::array<Four, 4> m, Four right) {
  for (std::size_t p = 0; p < 4; ++p) {
    for (std::size_t n = 0; n < p; ++n) m[p][p] -= m[p][n] * m[p][n];
    m[p][p] = std::sqrt(m[p][p]);
    for (std::size_t row = p + 1; row < 4; ++row) {
      for (std::size_t n = 0; n < p; ++n) m[row][p] -= m[row][n] * m[p][n];
      m[row][p] /= m[p][p];
    }
  }
  for (std::size_t p = 0; p < 4; ++p) {
    for (std::size_t n = 0; n < p; ++n) right[p] -= m[p][n] * right[n];
    right[p] /= m[p][p];
  }
  for (std::size_t p = 4; p-- > 0;) {
    for (std::size_t n = p + 1; n < 4; ++n) right[p] -= m[n][p] * right[n];
    right[p] /= m[p][p];
  }
  return right;
}

Four basis(const Vector& place, const Vector& about, double size) {
  const Vector r = geometry::plus(place, about, -1);
  return {1, r[0] / size, r[1] / size, r[2] / size};
}

}  // namespace

std::vector<double> fit_weights(const std::vector<Vector>& places, const Vector& target,
                                double size, double stiffness) {
  if (places.empty()) return {};
  std::vector<double> weights;
  Vector middle{};
  double all = 0;
  for (const Vector& place : places) {
    const double r = geometry::distance(place, target) / size;
    weights.push_back(1 / ((1 + r * r) * (1 + r * r)));
    middle = geometry::plus(middle, place, weights.back());
    all += weights.back();
  }
  for (double& x : middle) x /= all;
  std::array<Four, 4> m{};
  for (std::size_t k = 0; k < places.size(); ++k) {
    const Four b = basis(places[k], middle, size);
    for (std::size_t p = 0; p < 4; ++p)
      for (std::size_t q = 0; q < 4; ++q) m[p][q] += weights[k] * b[p] * b[q];
  }
  for (std::size_t p = 1; p < 4; ++p) m[p][p] += stiffness * all;
  const Four solution = solved(m, basis(target, middle, size));
  for (std::size_t k = 0; k < places.size(); ++k) {
    const Four b = basis(places[k], middle, size);
    double sum = 0;
    for (std::size_t p = 0; p < 4; ++p) sum += solution[p] * b[p];
    weights[k] *= sum;
  }
  return weights;
}

}  // namespace thalweg::flow
