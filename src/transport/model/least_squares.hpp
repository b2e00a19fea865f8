// SPDX-License-Identifier: Apache-2.0
// Small dense least squares for the fits of this room: a robust damped Gauss-Newton method.
#pragma once

#include <functional>
#include <vector>

namespace thalweg::transport {

/// A dense matrix by rows.
struct Matrix {
  int rows = 0, columns = 0;
  std::vector<double> values;

  Matrix() = default;
  Matrix(int r, int c)
      : rows(r), columns(c), values(static_cast<std::size_t>(r) * static_cast<std::size_t>(c)) {}
  double& operator()(int r, int c) { return values[index(r, c)]; }
  double operator()(int r, int c) const { return values[index(r, c)]; }

 private:
  std::size_t index(int r, int c) const {
    return static_cast<std::size_t>(r) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(c);
  }
};

/// Solve A x = b for a symmetric positive definite A (n, n) by Cholesky's method. Returns nothing
/// (an empty vector) where A is not positive definite.
std::vector<double> solve_spd(Matrix a, std::vector<double> b);

/// The residuals of a problem at given parameters, in units of their standard deviations.
using Residuals = std::function<std::vector<double>(const std::vector<double>& parameters)>;

struct LeastSquares {
  Residuals residuals;
  /// The leading residuals are data, which count linearly beyond this many deviations (Huber). The
  /// others state what is known beforehand and count by their squares.
  double huber = 1.5;
  int data = 0;
  int iterations = 100;
};

struct LeastSquaresResult {
  std::vector<double> parameters;
  double cost = 0;  // sum of the losses: r^2 inside the Huber bound
  Matrix normal;    // J^T W J at the solution; its inverse is the covariance
};

/// Minimise from a start. Levenberg-Marquardt with central differences and steps of at most one per
/// parameter, so parameters should be logarithms or of order one. Throws UsageError for a start
/// whose residuals are not finite.
LeastSquaresResult minimise(const LeastSquares& problem, std::vector<double> start);

/// Variance of a linear functional g of the parameters: g^T N^-1 g.
double variance_of(const LeastSquaresResult& result, const std::vector<double>& gradient);

}  // namespace thalweg::transport
