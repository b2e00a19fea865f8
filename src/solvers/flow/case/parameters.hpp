// SPDX-License-Identifier: Apache-2.0
// What a flow case says, as plain numbers: read and checked once, in parameters.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "simulation/setup/transport_options.hpp"
#include "solvers/flow/case/scalar_parameters.hpp"
#include "solvers/flow/case/turbulence_parameters.hpp"
#include "solvers/flow/immersed/body.hpp"
#include "solvers/flow/mesh/boundary.hpp"
#include "solvers/flow/mesh/line_axes.hpp"

namespace thalweg::flow {

enum class Flux { roe, rusanov, low_diffusion, central };
enum class Smoother { block_jacobi, lines, runge_kutta };
enum class InitialKind { rest, uniform, taylor_green, vortex, channel };

/// [initial]
struct Initial {
  InitialKind kind = InitialKind::rest;
  std::array<double, 3> velocity{};         // uniform, around a vortex, or the mean in a channel
  double amplitude = 1;                     // taylor-green; of a vortex, its largest velocity
  geometry::Vector origin{}, wavelength{};  // taylor-green: from the lower corner of the grid
  bool is_flat = true;                      // taylor-green: the same at all z
  std::array<double, 3> centre{};           // of a vortex along z
  double radius = 1;                        // at which it is fastest
  std::size_t across = 1;                   // channel: the axis from wall to wall
  std::array<double, 2> sides{};            // channel: where the walls are along it
  double exponent = 1.0 / 7;                // channel: of the distance from the nearer wall
  std::optional<SyntheticTurbulence> turbulence{};  // that is added
};

/// How often a cycle visits coarser levels: in a V-cycle once, in a W-cycle twice, in an F-cycle
/// once by an F-cycle and then once by a V-cycle. The coarsest level gets one visit each time.
enum class CycleKind : int { v, f, w };

/// A steady run begins with smaller pseudo-time steps.
struct Ramp {
  double from = 1;  // Courant number of the first cycle
  int cycles = 1;   // that it takes to grow to the whole one
};

/// [cycles]: how a residual is brought to zero.
struct Cycles {
  /// Of cycle n of a steady run, from 0. (5.8)
  double cfl_of(std::int64_t n) const;
  /// Cells of a coarse level; one rank has all of those with fewer.
  std::int64_t fewest_to_share(bool on_devices) const;
  /// Of a level, once the first visit of this kind is over.
  std::optional<CycleKind> second_visit(CycleKind of, int level) const {
    if (of == CycleKind::v || level + 1 == levels) return std::nullopt;
    return of == CycleKind::w ? CycleKind::w : CycleKind::v;
  }

  Smoother smoother = Smoother::block_jacobi;
  int sweeps = 4;    // of a smoothing, unless by runge_kutta
  int levels = 0;    // as they are used: never 0 once a case was read
  int coarsest = 1;  // smoothings of the coarsest level in each visit
  CycleKind kind = CycleKind::w;
  double cfl = 10;             // of pseudo-time
  std::optional<Ramp> ramp{};  // steady
  double tolerance = 1e-2;  // unsteady: of the residual, by what it is at the beginning of a step
  int most = 100;           // unsteady: cycles in a step
  bool must_converge = false;  // unsteady: a step that stays above the tolerance stops the run
  std::optional<std::int64_t> gather_below{};  // cells; none: as usual
};

/// [[line]]: values along it go into a table.
struct Line {
  std::string name;
  std::array<double, 3> from{}, to{};
  int points = 2;
};

/// [[probe]]: values at its point are columns of the history.
struct Probe {
  std::string name;
  std::array<double, 3> point{};
};

/// [[profile]]: averages over time and over planes across an axis go into a table.
struct MeanProfile {
  std::string name;
  std::size_t axis = 1;
  std::vector<int> walls{};  // numbers of conditions: in wall units, by the distance from them
};

/// [[body]]: walls and immersed bodies whose forces are given as coefficients. (6.6)
struct Body {
  std::string name;
  std::vector<int> boundaries;                   // numbers of the conditions of its families
  std::vector<int> immersed{};                   // numbers of bodies that the grid does not follow
  double unit_of_force = 1, unit_of_moment = 1;  // over density
  geometry::Vector drag{1, 0, 0}, lift{0, 1, 0},
      centre{};  // directions, and what moments are about
};

/// A case of the flow solver. Lengths, times and velocities in one consistent system of units;
/// pressures over density.
struct Parameters {
  bool single_precision = false;
  std::shared_ptr<const Mesh> mesh;   // none where the case has mistakes
  std::vector<LineAxes> line_axes{};  // of its blocks, where the smoother solves along lines
  double viscosity = 0, beta = 1;
  Flux flux = Flux::roe;
  double damping = 1;  // how much of Roe's a central flux has
  bool is_limited = false;
  TurbulenceModel turbulence{};
  std::array<double, 3> force{};
  Waveform force_factor{1, 0, 0, 0};
  std::optional<std::array<double, 3>> mean_velocity{};  // held by a force that adapts
  std::vector<Boundary> boundaries;
  std::vector<ImmersedBody> immersed;
  std::vector<Body> bodies;
  std::vector<TransportedScalar> scalars;
  std::array<double, 3> gravity{};  // that buoyancy is of
  Initial initial;
  std::optional<double> step;  // none: steady
  std::optional<double> cfl;   // unsteady: the largest Courant number; `step` is the longest step
  Cycles cycles;
  std::vector<Line> lines;
  std::vector<Probe> probes;
  std::vector<MeanProfile> profiles{};
  std::optional<double> averages_from{};  // time; none: there are none
  simulation::TransportOptions transport{};

  bool is_flat() const { return mesh->is_flat; }
  bool has_eddies() const { return turbulence.kind != Subgrid::none; }
  bool has_moving_bodies() const {
    return std::any_of(immersed.begin(), immersed.end(),
                       [](const ImmersedBody& body) { return !body.motion.is_still(); });
  }
  double cells() const {
    double cells = 0;
    for (int b = 0; b < mesh->blocks.size(); ++b)
      cells += static_cast<double>(mesh->blocks.cells(b).size());
    return cells;
  }
};

/// Read and check the solver's sections of a case; mistakes go to the case's diagnostics.
Parameters read_parameters(io::Case& input);

/// The columns of the table of a line, and of a wall.
std::vector<std::string> line_columns(const Parameters& p);
std::vector<std::string> wall_columns(const Parameters& p);
/// Columns of the history: pressure, velocity and scalars, of one probe after the other.
std::vector<std::string> probe_columns(const Parameters& p);

}  // namespace thalweg::flow
