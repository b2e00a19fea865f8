// SPDX-License-Identifier: Apache-2.0
// Flows with known solutions, and runs of them, for the tests of the turbulence solver.
#pragma once

#include <cmath>
#include <filesystem>
#include <limits>
#include <numbers>
#include <string>

#include "io/fields/image.hpp"
#include "solvers/turbulence/solver.hpp"
#include "tests/support/written_image.hpp"

namespace thalweg::turbulence::flows {

inline constexpr double no_limit = std::numeric_limits<double>::infinity();

/// A cube of side 2 pi with n^3 points and a fixed step.
inline Parameters cube(int n, double viscosity, const std::string& scheme, double step) {
  Parameters p;
  p.points = {n, n, n};
  p.length.fill(2 * std::numbers::pi);
  p.viscosity = viscosity;
  p.scheme = scheme;
  p.step = step;
  return p;
}

/// Advance to time end exactly.
template <class Run>
void run_to(Run& solver, double end) {
  while (solver.time() < end) solver.step(end);
}

/// A run from the initial state to time end.
template <class Real>
std::unique_ptr<Solver<Real>> solved(const Parameters& p, double end,
                                     const transport::Communicator& comm) {
  auto solver = std::make_unique<Solver<Real>>(p, comm);
  solver->initialise();
  run_to(*solver, end);
  return solver;
}

inline double scalar(simulation::Simulation& solver, const std::string& name) {
  for (const auto& s : solver.scalars())
    if (s.name == name) return s.value;
  ADD_FAILURE() << "no scalar " << name;
  return 0;
}

/// A field of a solver on this rank's planes, as double.
inline std::vector<double> field_of(simulation::Simulation& solver, const std::string& name) {
  const io::ImageField field = testing::image_of(solver, name);
  return std::visit([](const auto& v) { return std::vector<double>(v.begin(), v.end()); },
                    field.values);
}

inline std::vector<double> velocity_of(simulation::Simulation& solver) {
  return field_of(solver, "velocity");
}

/// Root of the mean square difference of two fields over their common maximum speed.
inline double difference(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double sum = 0, largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += (a[i] - b[i]) * (a[i] - b[i]);
    largest = std::max(largest, std::abs(b[i]));
  }
  return std::sqrt(sum / static_cast<double>(a.size())) / largest;
}

/// A two-dimensional Taylor-Green vortex carried along by a uniform wind: an exact solution in
/// which the nonlinear term moves the vortex and viscosity damps it.
struct CarriedVortex {
  double viscosity;
  double wind[3] = {1.0, 0.7, 0.0};

  void velocity(double x, double y, double t, double out[3]) const {
    const double a = x - wind[0] * t, b = y - wind[1] * t;
    const double decay = std::exp(-2 * viscosity * t);
    out[0] = wind[0] + decay * std::sin(a) * std::cos(b);
    out[1] = wind[1] - decay * std::cos(a) * std::sin(b);
    out[2] = wind[2];
  }
  /// The field on the planes [begin, end) of an n^3 grid, (z, y, x, component).
  io::ImageField field(int n, int begin, int end, double t) const {
    std::vector<double> values;
    const double dx = 2 * std::numbers::pi / n;
    for (int z = begin; z < end; ++z)
      for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) {
          double u[3];
          velocity(x * dx, y * dx, t, u);
          values.insert(values.end(), u, u + 3);
        }
    return {"velocity", "length/time", 3, begin, end, std::move(values)};
  }
};

/// A case that starts from a field written to a file.
inline Parameters from_file(Parameters p, const std::filesystem::path& file) {
  p.initial.kind = InitialKind::file;
  p.initial.file_fields = {{file, "velocity", 0, 3}};
  return p;
}

inline io::ImageGrid cube_grid(int n) {
  const double dx = 2 * std::numbers::pi / n;
  return {{n, n, n}, {dx, dx, dx}, {0, 0, 0}};
}

}  // namespace thalweg::turbulence::flows
