// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/prediction/step_calls.hpp"

#include <algorithm>
#include <cmath>

namespace thalweg::flow {

namespace {

/// Of a level, from the grid on.
double visits_of(const Cycles& cycles, int level) {
  if (cycles.kind == CycleKind::v || level == 0) return 1;
  if (level + 1 == cycles.levels) return visits_of(cycles, level - 1);
  return cycles.kind == CycleKind::w ? std::pow(2, level) : level + 1;
}

bool has_boundary(const Parameters& p, Condition condition) {
  return std::any_of(p.boundaries.begin(), p.boundaries.end(),
                     [&](const Boundary& b) { return b.condition == condition; });
}

/// Whether walls damp eddies by what they feel. (7.3)
bool follows_walls(const Parameters& p) {
  return p.turbulence.kind == Subgrid::smagorinsky && p.turbulence.is_damped && p.viscosity > 0 &&
         has_boundary(p, Condition::wall);
}

/// From a level to the next one, in one cycle.
double restrictions_from(const std::vector<LevelCalls>& cycle, std::size_t level) {
  return level + 1 < cycle.size() ? cycle[level + 1].restrictions : 0;
}

/// What smoothings, restrictions and corrections do for one scalar on each level. Section 8.
std::vector<ScalarCalls> calls_of_scalar(const std::vector<LevelCalls>& cycle) {
  std::vector<ScalarCalls> levels;
  for (std::size_t n = 0; n < cycle.size(); ++n) {
    ScalarCalls level;
    level.smoothings = cycle[n].smoothings;
    level.changes = 3 * level.smoothings;
    level.residuals = level.smoothings + restrictions_from(cycle, n) + cycle[n].restrictions;
    level.exchanges = level.residuals + cycle[n].restrictions;  // of corrections
    levels.push_back(level);
  }
  return levels;
}

/// Those that are smoothed with the flow take it at each smoothing, and where it was restricted.
void add_scalars_of_cycles(std::vector<LevelCalls>& levels, const Parameters& p) {
  if (p.scalars.empty()) return;
  const std::vector<LevelCalls> cycle = calls_of_cycle(p.cycles);
  const std::vector<ScalarCalls> of_scalar = calls_of_scalar(cycle);
  const bool are_driven = drive_flow(p.scalars);
  const double together = are_driven ? cycles_of_step(p) : 0, alone = cycles_of_scalars(p),
               cycles = together + alone;
  for (std::size_t n = 0; n < levels.size(); ++n) {
    const ScalarCalls& once = of_scalar[n];
    levels[n].of_scalar = {cycles * once.exchanges, cycles * once.changes, cycles * once.residuals,
                           cycles * once.smoothings, cycles * cycle[n].restrictions};
    levels[n].flow_taken = together * (once.smoothings + cycle[n].restrictions);
    if (p.step || alone > 0) ++levels[n].flow_taken;  // by all levels, before their own cycles
  }
}

/// In time residuals of a scalar are found when the step begins, and before and after each of its
/// own cycles.
void add_scalars_of_step(LevelCalls& grid, const Parameters& p) {
  if (p.scalars.empty() || !p.step) return;
  const double residuals = 2 + cycles_of_scalars(p);
  grid.of_scalar.exchanges += residuals;
  grid.of_scalar.residuals += residuals;
  ++grid.flow_taken;
}

/// Eddies follow each residual of the grid, and are restricted with the state. They are found for
/// scalars at the beginning of a step as well, and for averages at its end.
void add_eddies(std::vector<LevelCalls>& levels, const Parameters& p) {
  if (!p.has_eddies()) return;
  const int more = (p.step && !p.scalars.empty() ? 1 : 0) + (p.averages_from ? 1 : 0);
  levels.front().exchanges += more;  // of the state that they are of
  levels.front().eddies = levels.front().residuals + more;
  const std::vector<LevelCalls> cycle = calls_of_cycle(p.cycles);
  for (std::size_t n = 1; n < levels.size(); ++n)
    levels[n].eddies = cycles_of_step(p) * cycle[n].restrictions;
}

/// How fast convective outflows carry, how far they look upstream, and what they balance. (4.12),
/// (4.13)
double reductions_of_outflows(const Parameters& p) {
  if (!has_boundary(p, Condition::convective)) return 0;
  double sums = 1;
  for (const Boundary& boundary : p.boundaries)
    if (boundary.condition == Condition::convective && !boundary.speed) ++sums;
  const bool is_open = has_boundary(p, Condition::outflow) || has_boundary(p, Condition::far_field);
  return is_open ? sums : sums + 1;
}

/// What flows into such bodies is summed up with each residual. (9.14)
double scalars_with_fluxes_of_bodies(const Parameters& p) {
  return static_cast<double>(
      std::count_if(p.scalars.begin(), p.scalars.end(), [](const TransportedScalar& scalar) {
        return std::any_of(
            scalar.at_bodies.begin(), scalar.at_bodies.end(),
            [](const ScalarAtBoundary& at) { return at.condition != ScalarCondition::value; });
      }));
}

}  // namespace

std::vector<LevelCalls> calls_of_cycle(const Cycles& cycles) {
  const bool is_by_stages = cycles.smoother == Smoother::runge_kutta;
  const double exchanges_of_smoothing = is_by_stages ? 5 : 1,
               changes_of_smoothing = is_by_stages ? 0 : cycles.sweeps - 1;
  std::vector<LevelCalls> levels(static_cast<std::size_t>(cycles.levels));
  double restrictions = 0;  // to this level
  for (int n = 0; n < cycles.levels; ++n) {
    const bool is_coarsest = n + 1 == cycles.levels;
    const double visits = visits_of(cycles, n);
    LevelCalls& level = levels[static_cast<std::size_t>(n)];
    level.smoothings = visits * (is_coarsest ? cycles.coarsest : 2);
    level.exchanges = level.smoothings * exchanges_of_smoothing;
    level.changes = level.smoothings * changes_of_smoothing;
    if (!is_coarsest) level.exchanges += visits;  // of the residual that is restricted
    level.restrictions = restrictions;
    level.residuals = level.exchanges + restrictions;
    level.exchanges += 2 * restrictions;  // of what comes, and of what has changed
    restrictions = visits;
  }
  return levels;
}

double cycles_of_step(const Parameters& p) {
  constexpr int usual = 10;
  return p.step ? std::min(usual, p.cycles.most) : 1;
}

double cycles_of_scalars(const Parameters& p) {
  constexpr int usual = 5;
  if (p.scalars.empty() || drive_flow(p.scalars)) return 0;
  return p.step ? std::min(usual, p.cycles.most) : 1;
}

std::vector<LevelCalls> calls_of_step(const Parameters& p) {
  std::vector<LevelCalls> levels = calls_of_cycle(p.cycles);
  for (LevelCalls& level : levels)
    for (double* calls : {&level.exchanges, &level.changes, &level.residuals, &level.smoothings,
                          &level.restrictions})
      *calls *= cycles_of_step(p);
  LevelCalls& grid = levels.front();
  // A cycle begins with the residual that was found to see how far the one before has come: in time
  // there is one more.
  if (p.step) ++grid.exchanges, ++grid.residuals;
  if (p.step && has_boundary(p, Condition::convective)) ++grid.exchanges;  // (4.12)
  add_scalars_of_cycles(levels, p);
  add_scalars_of_step(grid, p);
  for (LevelCalls& level : levels) level.exchanges += level.flow_taken;
  add_eddies(levels, p);
  // Values in bands and in bodies are exchanged as well. (9.4) to (9.6)
  if (!p.immersed.empty()) {
    grid.exchanges *= 3;
    grid.of_scalar.exchanges *= 3;
  }
  return levels;
}

double reductions_of_step(const Parameters& p, const std::vector<LevelCalls>& calls) {
  const auto scalars = static_cast<double>(p.scalars.size());
  double sums = 2 + scalars;  // whether a signal came; what is not finite
  if (follows_walls(p)) ++sums;
  if (!p.immersed.empty()) sums += calls.front().residuals;  // what flows out of bodies
  sums += scalars_with_fluxes_of_bodies(p) * calls.front().of_scalar.residuals;
  if (!p.step) return sums;
  sums += reductions_of_outflows(p);
  // Residuals before and after each cycle, and what rounding lets them come to.
  sums += cycles_of_step(p) + 2 + scalars * (cycles_of_scalars(p) + 3);
  if (p.mean_velocity) ++sums;
  if (p.cfl) ++sums;
  if (p.has_moving_bodies()) sums += 4;  // volumes, bands, what is thin, surfaces
  return sums;
}

}  // namespace thalweg::flow
