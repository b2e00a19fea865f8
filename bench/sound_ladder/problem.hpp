// SPDX-License-Identifier: Apache-2.0
// What all rungs of the ladder compute: one problem, its coefficients and its start. Arrays are
// (z, y, x), those of modes likewise.
#pragma once

#include "base/complex.hpp"
#include "exec/exec.hpp"
#include "solvers/sound/problem/wave_solver.hpp"

namespace thalweg::bench::ladder {

using Mode = Complex<float>;
using Points = exec::Array<float, 3>;
using Modes = exec::Array<Mode, 3>;

inline std::vector<float> values_of(const Points& points) {
  const auto values = points.view();
  return {values.data, values.data + values.size()};
}

/// Nonlinear, power-law absorbing, everything heterogeneous, with an initial pressure; points along
/// x, y, z.
sound::Problem make_problem(std::array<int, 3> points);

/// A table along one axis: 0 is x, 2 is z.
template <int Axis, class T>
struct Along {
  const T* table;
  explicit Along(const std::vector<T>& values) : table(values.data()) {}
  T operator()(int z, int y, int x) const { return table[Axis == 0 ? x : Axis == 1 ? y : z]; }
};

/// Coefficients at points, along axes and of modes; equation numbers: docs/theory/sound.md.
struct Coefficients {
  explicit Coefficients(const sound::Problem& problem);

  exec::Index<3> extent;  // of points
  float dt, scale;        // scale: of a transform and back
  Points dt_per_density[3], density, speed_squared, nonlinear, absorbing, dispersing;
  std::vector<float> layer[3], staggered_layer[3];
  std::vector<Mode> forward[3], backward[3];  // i k exp(+- i k dx / 2) by bin (2.3), (2.4)
  Points kappa, absorb, disperse;             // of all modes (2.2), (3.4)

 private:
  void set_medium(const sound::Problem& problem);
  void set_axes(const sound::Problem& problem);
  void set_modes(double rate, double power);
  std::vector<double> k_[3];
};

/// The state of a rung.
struct State {
  explicit State(exec::Index<3> extent)
      : pressure(extent), parts{Points(extent), Points(extent), Points(extent)},
        velocity{Points(extent), Points(extent), Points(extent)} {}
  State copy() const;
  Points pressure, parts[3], velocity[3];
};

}  // namespace thalweg::bench::ladder
