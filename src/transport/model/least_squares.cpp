// SPDX-License-Identifier: Apache-2.0
#include "transport/model/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/error.hpp"

namespace thalweg::transport {

namespace {

using Vector = std::vector<double>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Huber's loss and the weight that gives its gradient as that of a square.
struct Loss {
  double value, weight;
};

Loss loss(double r, double bound) {
  const double size = std::abs(r);
  if (size <= bound) return {r * r, 1};
  return {2 * bound * size - bound * bound, bound / size};
}

double total_loss(const LeastSquares& problem, const Vector& residuals) {
  double sum = 0;
  for (int i = 0; i < static_cast<int>(residuals.size()); ++i) {
    const double r = residuals[at(i)];
    sum += i < problem.data ? loss(r, problem.huber).value : r * r;
  }
  return sum;
}

/// d residual / d parameter by central differences.
Matrix jacobian(const Residuals& residuals, Vector p, int rows) {
  constexpr double h = 1e-5;
  const int n = static_cast<int>(p.size());
  Matrix j(rows, n);
  for (int c = 0; c < n; ++c) {
    const double centre = p[at(c)];
    p[at(c)] = centre + h;
    const Vector up = residuals(p);
    p[at(c)] = centre - h;
    const Vector down = residuals(p);
    p[at(c)] = centre;
    for (int r = 0; r < rows; ++r) j(r, c) = (up[at(r)] - down[at(r)]) / (2 * h);
  }
  return j;
}

/// J^T W J and J^T W r.
std::pair<Matrix, Vector> normal_equations(const LeastSquares& problem, const Matrix& j,
                                           const Vector& residuals) {
  const int n = j.columns;
  Matrix normal(n, n);
  Vector right(at(n));
  for (int i = 0; i < j.rows; ++i) {
    const double r = residuals[at(i)];
    const double w = i < problem.data ? loss(r, problem.huber).weight : 1.0;
    for (int a = 0; a < n; ++a) {
      const double wa = w * j(i, a);
      if (wa == 0) continue;
      right[at(a)] -= wa * r;
      for (int b = 0; b < n; ++b) normal(a, b) += wa * j(i, b);
    }
  }
  return {normal, right};
}

Matrix damped(Matrix normal, double damping) {
  for (int i = 0; i < normal.rows; ++i) normal(i, i) += damping * normal(i, i) + 1e-9;
  return normal;
}

Vector moved(const Vector& p, const Vector& step) {
  Vector result(p);
  for (std::size_t i = 0; i < p.size(); ++i) result[i] += std::clamp(step[i], -1.0, 1.0);
  return result;
}

}  // namespace

std::vector<double> solve_spd(Matrix a, std::vector<double> b) {
  const int n = a.rows;
  for (int c = 0; c < n; ++c) {
    for (int k = 0; k < c; ++k) a(c, c) -= a(c, k) * a(c, k);
    if (!(a(c, c) > 0)) return {};
    a(c, c) = std::sqrt(a(c, c));
    for (int r = c + 1; r < n; ++r) {
      for (int k = 0; k < c; ++k) a(r, c) -= a(r, k) * a(c, k);
      a(r, c) /= a(c, c);
    }
  }
  for (int r = 0; r < n; ++r) {
    for (int k = 0; k < r; ++k) b[at(r)] -= a(r, k) * b[at(k)];
    b[at(r)] /= a(r, r);
  }
  for (int r = n - 1; r >= 0; --r) {
    for (int k = r + 1; k < n; ++k) b[at(r)] -= a(k, r) * b[at(k)];
    b[at(r)] /= a(r, r);
  }
  return b;
}

LeastSquaresResult minimise(const LeastSquares& problem, std::vector<double> start) {
  Vector p = std::move(start), residuals = problem.residuals(p);
  const int rows = static_cast<int>(residuals.size());
  double cost = total_loss(problem, residuals), damping = 1e-3;
  TW_CHECK(std::isfinite(cost), "a fit starts where its residuals are no numbers");
  Matrix normal;
  for (int iteration = 0; iteration < problem.iterations; ++iteration) {
    auto [n, right] = normal_equations(problem, jacobian(problem.residuals, p, rows), residuals);
    normal = std::move(n);
    bool settled = true;
    while (damping < 1e9) {
      const Vector step = solve_spd(damped(normal, damping), right);
      const Vector next = step.empty() ? p : moved(p, step);
      const Vector next_residuals = problem.residuals(next);
      const double next_cost = total_loss(problem, next_residuals);
      if (!step.empty() && next_cost < cost) {
        settled = cost - next_cost < 1e-7 * cost;
        p = next;
        residuals = next_residuals;
        cost = next_cost;
        damping = std::max(damping / 5, 1e-9);
        break;
      }
      damping *= 4;
    }
    if (settled) break;
  }
  return {p, cost, normal};
}

double variance_of(const LeastSquaresResult& result, const std::vector<double>& gradient) {
  const Vector x = solve_spd(damped(result.normal, 1e-9), gradient);
  return x.empty() ? 0.0 : std::inner_product(x.begin(), x.end(), gradient.begin(), 0.0);
}

}  // namespace thalweg::transport
