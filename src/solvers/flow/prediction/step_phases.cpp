// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/prediction/step_phases.hpp"

#include "solvers/flow/prediction/memory.hpp"

namespace thalweg::flow {

using simulation::PhaseWork;

namespace {

/// Values for each cell, if each is read once. Eddies: velocities, means of areas, a volume, a
/// length, and what is written. Scalars: a value, flows through faces, means of areas, a volume,
/// a source, a residual, and fluxes that are written and read.
constexpr double eddy_words = 3 + 9 + 1 + 1 + 1;
constexpr double scalar_words = 1 + 3 + 9 + 1 + 1 + 1 + 6;
/// Measured on a core, in ns, of discs and spheres of 3 to 230 cells in radius: lists to 6 %, loops
/// over them to 25 %. Each cell has a distance from each body, some are listed, those at a surface
/// have donors, with weights.
constexpr double distance = 330, listing = 775, fitting = 3100, fitting_donor = 107;
/// For each cell of a list, in one loop; and where it is at a surface, for it and its donors.
constexpr double loop = 6.5, setting = 205, setting_donor = 3.1;

PhaseWork work(const char* name, const OfRanks& operations, double bytes) {
  PhaseWork phase{.name = name, .bytes = operations, .operations = operations};
  for (double& b : phase.bytes) b *= bytes;
  return phase;
}

}  // namespace

void PhaseSums::add_level(int level, const LevelShares& shares, const LevelCalls& calls) {
  const auto scalars = static_cast<double>(p_.scalars.size());
  add(ghosts_, shares.ghosts, (calls.exchanges + calls.eddies / 4) * value());
  add(ghosts_, shares.ghosts_of_changes, calls.changes * sizeof(float));
  add(boundaries_, shares.faces, calls.residuals + calls.eddies + calls.flow_taken);
  add(scalars_, shares.cells,
      calls.flow_taken + scalars * (calls.of_scalar.residuals + 2 * calls.of_scalar.smoothings));
  if (level > 0) return add(coarse_, shares.cells, calls.residuals + 2 * calls.smoothings);
  cells_ = shares.cells;
  add(fluxes_, shares.cells, calls.residuals);
  add(smooth_, shares.cells, calls.smoothings);
  add(eddies_, shares.cells, calls.eddies);
}

void PhaseSums::add_bodies(const BodyCells::Shares& shares, double residuals) {
  const auto bodies = static_cast<double>(p_.immersed.size());
  // Two loops set values, one takes momentum, one sums for each body, and one closes.
  add(bodies_, shares.cells, residuals * (4 + bodies) * loop);
  add(bodies_, shares.at_surfaces, residuals * setting);
  add(bodies_, shares.donors, residuals * setting_donor);
  add(lists_, cells_, bodies * distance);
  add(lists_, shares.cells, listing);
  add(lists_, shares.at_surfaces, fitting);
  add(lists_, shares.donors, fitting_donor);
}

/// What moves bytes is counted in fields of cells; of bodies its time, as ratios of it count.
std::vector<PhaseWork> PhaseSums::phases() const {
  const double words = p_.is_flat() ? flux_words_of_flat_grid : flux_words;
  std::vector<PhaseWork> all{
      work("fluxes", fluxes_, words * value()), work("smooth", smooth_, words * sizeof(float)),
      work("ghosts", ghosts_, 2 * 4), work("boundaries", boundaries_, 4 * value())};
  if (p_.cycles.levels > 1) all.push_back(work("coarse levels", coarse_, words * value()));
  if (p_.has_eddies()) all.push_back(work("eddies", eddies_, eddy_words * value()));
  if (!p_.scalars.empty()) all.push_back(work("scalars", scalars_, scalar_words * value()));
  if (!p_.immersed.empty()) all.push_back(work("bodies", bodies_, 1));
  if (p_.has_moving_bodies()) {
    all.push_back(work("lists of bodies", lists_, 1));
    all.back().is_on_host = true;
  }
  return all;
}

}  // namespace thalweg::flow
