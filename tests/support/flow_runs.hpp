// SPDX-License-Identifier: Apache-2.0
// Runs of the flow solver from case texts, and what they leave.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "simulation/interface/simulation.hpp"
#include "tests/support/test_device.hpp"

namespace thalweg::testing {

using Solver = std::unique_ptr<simulation::Simulation>;

/// The solver of a case with some keys changed, not yet at its initial state.
inline Solver flow_solver(const std::string& text, const std::vector<std::string>& changes,
                          const transport::Communicator& comm = transport::Communicator::world()) {
  auto input = io::Case::parse(text, "test.toml", changes);
  Solver solver =
      (*simulation::Registry::instance().find_factory("flow", test_device()))(input, comm);
  input.throw_if_errors();
  return solver;
}

/// After so many steps.
inline Solver flow_after(int steps, const std::string& text,
                         const std::vector<std::string>& changes = {},
                         const transport::Communicator& comm = transport::Communicator::world()) {
  Solver solver = flow_solver(text, changes, comm);
  solver->initialise();
  for (int n = 0; n < steps; ++n) solver->step(1e9);
  return solver;
}

inline double scalar(simulation::Simulation& solver, const std::string& name) {
  for (const auto& s : solver.scalars())
    if (s.name == name) return s.value;
  ADD_FAILURE() << "no scalar " << name;
  return 0;
}

/// As long as a steady flow needs, by the change of velocity in a cycle.
inline void converge(simulation::Simulation& solver, double tolerance = 1e-13) {
  for (int n = 0; n < 400; ++n) {
    solver.step(1e9);
    const auto change = solver.change_of_velocity();
    if (change && *change < tolerance) return;
  }
  ADD_FAILURE() << "not steady";
}

/// Of a steady flow, until both residuals are so much less than they were in the first cycles.
inline int cycles_to(double reduction, const std::string& text,
                     const std::vector<std::string>& settings) {
  const Solver solver = flow_solver(text, settings);
  solver->initialise();
  double largest[2] = {};
  for (int n = 1; n < 1000; ++n) {
    solver->step(1e9);
    const double now[2] = {scalar(*solver, "residual_continuity"),
                           scalar(*solver, "residual_momentum")};
    for (int d = 0; n <= 5 && d < 2; ++d) largest[d] = std::max(largest[d], now[d]);
    if (now[0] < reduction * largest[0] && now[1] < reduction * largest[1]) return n;
  }
  return 1000;
}

/// One cell of this rank.
struct CellValue {
  std::array<double, 3> centre{}, velocity{};
  double pressure = 0;
};

/// Cells of this rank by their block and place in it, (z, y, x).
class CellValues final : public simulation::FieldWriter {
 public:
  using Key = std::array<std::int64_t, 4>;

  explicit CellValues(simulation::Simulation& solver) { solver.write_fields(*this); }
  const std::vector<std::string>& names() const override { return names_; }
  void image(const io::ImageGrid&, io::ImageField) override { ADD_FAILURE() << "an image"; }
  void points(const std::string&, const io::PointSet&) override { ADD_FAILURE() << "points"; }
  void blocks(const io::BlockLayout& layout, const std::function<io::BlockVertices()>& vertices,
              const io::BlockField& field) override {
    if (cells.empty()) set_centres(layout, vertices());
    std::visit([&](const auto& values) { set(layout, field, values); }, field.values);
  }

  std::map<Key, CellValue> cells;

 private:
  template <class Visit>
  static void for_each(const io::BlockPart& part, Visit visit) {
    for (std::int64_t z = 0; z < part.cells[0]; ++z)
      for (std::int64_t y = 0; y < part.cells[1]; ++y)
        for (std::int64_t x = 0; x < part.cells[2]; ++x) visit(z, y, x);
  }
  static Key key(const io::BlockPart& part, std::int64_t z, std::int64_t y, std::int64_t x) {
    return {part.whole, part.first[0] + z, part.first[1] + y, part.first[2] + x};
  }
  void set_centres(const io::BlockLayout& layout, const io::BlockVertices& v) {
    std::size_t begin = 0;
    for (const io::BlockPart& part : layout.parts) {
      const auto ny = static_cast<std::size_t>(part.cells[1] + 1),
                 nx = static_cast<std::size_t>(part.cells[2] + 1);
      for_each(part, [&](std::int64_t z, std::int64_t y, std::int64_t x) {
        CellValue& cell = cells[key(part, z, y, x)];
        for (std::size_t corner = 0; corner < 8; ++corner) {
          const std::size_t at = begin +
                                 ((static_cast<std::size_t>(z) + corner / 4) * ny +
                                  static_cast<std::size_t>(y) + corner / 2 % 2) *
                                     nx +
                                 static_cast<std::size_t>(x) + corner % 2;
          cell.centre[0] += v.x[at] / 8;
          cell.centre[1] += v.y[at] / 8;
          cell.centre[2] += v.z[at] / 8;
        }
      });
      begin += static_cast<std::size_t>(part.cells[0] + 1) * ny * nx;
    }
  }
  template <class Values>
  void set(const io::BlockLayout& layout, const io::BlockField& field, const Values& values) {
    std::size_t begin = 0;
    for (const io::BlockPart& part : layout.parts)
      for (int c = 0; c < field.components; ++c)
        for_each(part, [&](std::int64_t z, std::int64_t y, std::int64_t x) {
          CellValue& cell = cells[key(part, z, y, x)];
          double& value =
              field.components == 1 ? cell.pressure : cell.velocity[static_cast<std::size_t>(c)];
          value = static_cast<double>(values[begin++]);
        });
  }

  std::vector<std::string> names_{"velocity", "pressure"};
};

/// The values of one field on this rank, as they are written.
class OneField final : public simulation::FieldWriter {
 public:
  OneField(simulation::Simulation& solver, const std::string& name) : names_{name} {
    solver.write_fields(*this);
  }
  const std::vector<std::string>& names() const override { return names_; }
  void image(const io::ImageGrid&, io::ImageField) override { ADD_FAILURE() << "an image"; }
  void points(const std::string&, const io::PointSet&) override { ADD_FAILURE() << "points"; }
  void blocks(const io::BlockLayout&, const std::function<io::BlockVertices()>&,
              const io::BlockField& field) override {
    std::visit([&](const auto& all) { values.assign(all.begin(), all.end()); }, field.values);
  }

  std::vector<double> values;

 private:
  std::vector<std::string> names_;
};

/// The setting of a flat grid.
inline std::string cells(int nx, int ny) {
  return "grid.cells=[" + std::to_string(nx) + ", " + std::to_string(ny) + ", 1]";
}

/// The most that a component of the velocity differs from one that is the same everywhere.
inline double largest_change(simulation::Simulation& solver,
                             const std::array<double, 3>& velocity) {
  double worst = 0;
  for (const auto& [key, cell] : CellValues(solver).cells)
    for (std::size_t d = 0; d < 3; ++d)
      worst = std::max(worst, std::abs(cell.velocity[d] - velocity[d]));
  return worst;
}

}  // namespace thalweg::testing
