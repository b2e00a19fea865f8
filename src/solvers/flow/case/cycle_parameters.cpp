// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/cycle_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solvers/flow/case/grid_parameters.hpp"
#include "solvers/flow/mesh/line_axes.hpp"

namespace thalweg::flow {

namespace {

std::optional<Ramp> read_ramp(io::Case& input, double cfl) {
  if (!input.has("cycles.ramp")) return std::nullopt;
  Ramp ramp;
  ramp.from = input.number("cycles.ramp.from", {.minimum = 0,
                                                .maximum = cfl,
                                                .exclusive = true,
                                                .meaning = "Courant number of the first cycle"});
  ramp.cycles = static_cast<int>(input.integer(
      "cycles.ramp.cycles", {.minimum = 1, .meaning = "cycles until cycles.cfl is reached"}));
  return ramp;
}

void read_sweeps(io::Case& input, Cycles& c) {
  if (c.smoother == Smoother::runge_kutta) {
    if (input.has("cycles.sweeps"))
      input.error("cycles.sweeps", "needs cycles.smoother = \"block-jacobi\" or \"lines\"");
    return;
  }
  // Lines are eliminated once for all sweeps, so more of these are worth while (section 5).
  c.sweeps = static_cast<int>(
      input.integer("cycles.sweeps", {.default_value = c.smoother == Smoother::lines ? 6 : 4,
                                      .minimum = 2,
                                      .maximum = 100,
                                      .meaning = "of the linear system, in each smoothing"}));
}

/// What is wide on the coarsest level has none below it to carry it. (5.13)
int usual_smoothings_of_coarsest(const Mesh& mesh, int levels) {
  if (levels == 1) return 1;
  constexpr double least = 2, most = 32;
  double cells = 0;
  for (const grid::Block& block : mesh.blocks.blocks())
    cells += static_cast<double>(block.cells[0]) * block.cells[1] * block.cells[2];
  const int axes = 3 - mesh.first_axis();
  const double along = std::pow(cells, 1.0 / axes) / std::pow(2, levels - 1);
  return static_cast<int>(std::clamp(std::ceil(along / 2), least, most));
}

}  // namespace

void read_cycles(io::Case& input, const Mesh& mesh, Parameters& p) {
  Cycles& c = p.cycles;
  const std::string smoother =
      input.choice("cycles.smoother", {"block-jacobi", "lines", "runge-kutta"}, "block-jacobi");
  c.smoother = smoother == "lines"          ? Smoother::lines
               : smoother == "block-jacobi" ? Smoother::block_jacobi
                                            : Smoother::runge_kutta;
  const bool has_sweeps = c.smoother != Smoother::runge_kutta;
  if (c.smoother == Smoother::lines) p.line_axes = line_axes(mesh);
  read_sweeps(input, c);
  const std::string kind = input.choice("cycles.kind", {"W", "F", "V"}, "W");
  c.kind = kind == "W" ? CycleKind::w : kind == "F" ? CycleKind::f : CycleKind::v;
  const int most = most_levels(mesh, fewest_cells);
  c.levels = static_cast<int>(
      input.integer("cycles.levels", {.default_value = most,
                                      .minimum = 1,
                                      .maximum = 16,
                                      .meaning = "of the multigrid; 1: the grid alone"}));
  if (c.levels > most)
    input.error("cycles.levels",
                fmt::format("must be at most {}: cells of each block along each axis, and of each "
                            "part of a face, can be halved that often, less one, and {} remain",
                            most, fewest_cells));
  c.coarsest = static_cast<int>(input.integer(
      "cycles.coarsest", {.default_value = usual_smoothings_of_coarsest(mesh, c.levels),
                          .minimum = 1,
                          .maximum = 1000,
                          .meaning = "smoothings of the coarsest level, each visit"}));
  if (input.has("cycles.gather_below"))
    c.gather_below = input.integer(
        "cycles.gather_below",
        {.minimum = 0,
         .meaning = "cells of a coarse level; one rank has all of those with fewer; 0: of none"});
  const double implicit_cfl = p.step ? 100 : 10;
  c.cfl = input.number("cycles.cfl", {.default_value = has_sweeps ? implicit_cfl : 1.4,
                                      .minimum = 0,
                                      .exclusive = true,
                                      .meaning = "Courant number of pseudo-time"});
  if (!p.step) {
    c.ramp = read_ramp(input, c.cfl);
    return;
  }
  if (input.has("cycles.ramp")) input.error("cycles.ramp", "needs time.scheme = \"steady\"");
  c.tolerance =
      input.number("cycles.tolerance", {.default_value = 1e-2,
                                        .minimum = 0,
                                        .maximum = 1,
                                        .exclusive = true,
                                        .meaning = "of the residual of a step, by that at "
                                                   "its beginning"});
  c.most = static_cast<int>(input.integer(
      "cycles.most", {.default_value = 100, .minimum = 1, .meaning = "cycles in a step"}));
  c.must_converge = input.choice("cycles.unconverged", {"warn", "stop"}, "warn") == "stop";
}

std::int64_t Cycles::fewest_to_share(bool on_devices) const {
  // A device is as fast with so many cells as with few.
  constexpr std::int64_t of_processors = 0, of_devices = 16'384;
  return gather_below.value_or(on_devices ? of_devices : of_processors);
}

double Cycles::cfl_of(std::int64_t n) const {
  if (!ramp || n >= ramp->cycles) return cfl;
  return ramp->from *
         std::pow(cfl / ramp->from, static_cast<double>(n) / static_cast<double>(ramp->cycles));
}

}  // namespace thalweg::flow
