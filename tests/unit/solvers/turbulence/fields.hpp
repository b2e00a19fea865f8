// SPDX-License-Identifier: Apache-2.0
// Starts from fields that a test computes, and tables of a solver, for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "base/error.hpp"
#include "tests/convergence/flows.hpp"
#include "tests/unit/io/scratch.hpp"

namespace thalweg::turbulence::fields {

using transport::Communicator;

/// A solver of p at the velocity that velocity(x, y, z, out) gives at each point of its grid.
template <class Velocity>
std::unique_ptr<Solver<double>> started_from(Parameters p, Velocity velocity) {
  const io::testing::Scratch scratch;
  const auto file = scratch / "start.vtkhdf";
  io::ImageGrid grid;
  for (std::size_t d = 0; d < 3; ++d) {  // (z, y, x) from x, y, z
    grid.points[d] = p.points[2 - d];
    grid.spacing[d] = p.length[2 - d] / p.points[2 - d];
  }
  std::vector<double> values;
  for (int z = 0; z < p.points[2]; ++z)
    for (int y = 0; y < p.points[1]; ++y)
      for (int x = 0; x < p.points[0]; ++x) {
        double u[3];
        velocity(x * grid.spacing[2], y * grid.spacing[1], z * grid.spacing[0], u);
        values.insert(values.end(), u, u + 3);
      }
  io::write_image(file, Communicator::self(), grid,
                  {{"velocity", "length/time", 3, 0, p.points[2], std::move(values)}}, 0, 0);
  auto solver = std::make_unique<Solver<double>>(flows::from_file(p, file), Communicator::self());
  solver->initialise();
  return solver;
}

/// A case that starts from formulas.
inline Parameters of_formulas(Parameters p, const std::vector<FormulaField>& formulas) {
  p.initial.kind = InitialKind::formula;
  p.initial.formulas = formulas;
  p.initial.constants = {{"pi", std::numbers::pi},
                         {"Lx", p.length[0]},
                         {"Ly", p.length[1]},
                         {"Lz", p.length[2]},
                         {"U", 0.7}};
  return p;
}

template <class Started = Solver<double>>
std::unique_ptr<Started> started(const Parameters& p) {
  auto solver = std::make_unique<Started>(p, Communicator::self());
  solver->initialise();
  return solver;
}

inline simulation::Table table(simulation::Simulation& solver, const std::string& name) {
  for (simulation::Table& t : solver.tables({name}))
    if (t.name == name) return t;
  ADD_FAILURE() << "no table " << name;
  return {};
}

/// A column of a table.
inline std::vector<double> column(simulation::Simulation& solver, const std::string& name,
                                  const std::string& quantity) {
  const simulation::Table t = table(solver, name);
  for (std::size_t c = 0; c < t.columns.size(); ++c)
    if (t.columns[c] == quantity) return t.values[c];
  ADD_FAILURE() << "no column " << quantity;
  return {};
}

/// The parameters of a case, or the mistakes in it.
inline Parameters read(const std::string& turbulence, const std::string& initial,
                       const std::string& grid = "points = [16, 16, 16]") {
  auto input =
      io::Case::parse("[grid]\n" + grid + "\n[turbulence]\n" + turbulence + "\n[initial]\n" +
                          initial + "\n[time]\nscheme = \"rk4\"\nstep = 0.01\n",
                      "test.toml", {});
  const Parameters p = read_parameters(input);
  input.throw_if_errors();
  return p;
}

inline std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace thalweg::turbulence::fields
