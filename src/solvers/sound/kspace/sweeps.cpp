// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kspace/sweeps.hpp"

#include <algorithm>

namespace thalweg::sound {

StepForm::StepForm(const Problem& problem)
    : dimensions(problem.dimensions), axisymmetric(problem.axisymmetric),
      power_law(problem.medium.absorption == Absorption::power_law),
      combined(power_law && problem.medium.absorption_coefficient.uniform() &&
               problem.medium.sound_speed.uniform()) {}

double travelling_bytes(const Domain& domain, std::size_t real_bytes) {
  return static_cast<double>(domain.layout.local_rows()) * domain.layout.group * domain.layout.nz *
         2 * static_cast<double>(real_bytes);
}

double working_set(const Domain& domain, std::size_t real_bytes) {
  const double points =
      static_cast<double>(domain.end() - domain.begin()) * static_cast<double>(real_bytes);
  return 3 * travelling_bytes(domain, real_bytes) + (2 * domain.dimensions + 1) * points;
}

int StepForm::most_fields() const { return axisymmetric ? 3 : std::max(dimensions, 2); }

std::vector<Sweep> sweeps(const StepForm& form, const CoefficientBytes& c) {
  using enum fft::TileDirection;
  const int d = form.dimensions, carried = d == 1 ? 1 : 2;
  const int moved = form.axisymmetric ? 3 : d;  // fields of the velocity on their way
  std::vector<Sweep> list{
      {.phase = "modes_of_pressure", .sends = to_planes, .arrived = 1, .in = 1, .out = carried},
      {.phase = "velocity",
       .sends = to_rows,
       .arrived = carried,
       .in = d,
       .out = moved,
       .points = 2.0 * d,
       .coefficients = c.inertia},
      {.phase = "modes_of_velocity", .sends = to_planes, .arrived = moved, .in = moved, .out = d}};
  if (!form.power_law) {
    list.push_back({.phase = "density_and_pressure",
                    .sends = to_rows,
                    .arrived = d,
                    .in = d,
                    .out = 1,
                    .points = 2.0 * d + 1,
                    .coefficients = c.density + c.state + c.tau});
    return list;
  }
  const int back = form.combined ? 1 : 2;
  list.push_back({.phase = "density",
                  .sends = to_rows,
                  .arrived = d,
                  .in = d,
                  .out = 2,
                  .points = 2.0 * d,
                  .coefficients = c.density});
  // The power of |k| is half a field.
  list.push_back({.phase = "modes_of_absorption",
                  .sends = to_planes,
                  .arrived = 2,
                  .in = 2,
                  .out = back,
                  .modes = 0.5});
  list.push_back({.phase = "pressure",
                  .sends = to_rows,
                  .arrived = back,
                  .in = back,
                  .out = 1,
                  .points = d + 1.0,
                  .coefficients = c.state + (form.combined ? 0 : c.tau)});
  return list;
}

}  // namespace thalweg::sound
