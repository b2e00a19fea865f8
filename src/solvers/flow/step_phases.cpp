// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/step_phases.hpp"

#include "solvers/flow/immersed/immersed_cells.hpp"
#include "solvers/flow/memory.hpp"

namespace thalweg::flow {

using simulation::PhaseWork;

namespace {

/// Values for each cell, if each is read once. Eddies: velocities, means of areas, a volume, a
/// length, and what is written. Scalars: a value, flows through faces, means of areas, a volume,
/// a source, a residual, and fluxes that are written and read.
constexpr double eddy_words = 3 + 9 + 1 + 1 + 1;
constexpr double scalar_words = 1 + 3 + 9 + 1 + 1 + 1 + 6;
/// Measured of discs of 5 to 230 cells in radius on 512 x 512 cells. Lists: a distance of a cell
/// from a body takes 0.33 us, a cell that is listed 0.79 us, a donor of it 0.41 us.
constexpr double distances_of_listed = 2.4, distances_of_donor = 1.2;
/// A donor takes as long as two loops over a cell of the list.
constexpr double loops_of_donor = 2;

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
  add(bodies_, shares.cells, residuals * (4 + bodies));
  add(bodies_, shares.donors, residuals * loops_of_donor);
  add(lists_, cells_, bodies);
  add(lists_, shares.cells, distances_of_listed);
  add(lists_, shares.donors, distances_of_donor);
}

/// What moves bytes is counted in fields of cells.
std::vector<PhaseWork> PhaseSums::phases() const {
  const double words = p_.is_flat() ? flux_words_of_flat_grid : flux_words;
  std::vector<PhaseWork> all{
      work("fluxes", fluxes_, words * value()), work("smooth", smooth_, words * sizeof(float)),
      work("ghosts", ghosts_, 2 * 4), work("boundaries", boundaries_, 4 * value())};
  if (p_.cycles.levels > 1) all.push_back(work("coarse levels", coarse_, words * value()));
  if (p_.has_eddies()) all.push_back(work("eddies", eddies_, eddy_words * value()));
  if (!p_.scalars.empty()) all.push_back(work("scalars", scalars_, scalar_words * value()));
  if (!p_.immersed.empty()) all.push_back(work("bodies", bodies_, sizeof(Donor)));
  if (p_.has_moving_bodies()) {
    all.push_back(work("lists of bodies", lists_, sizeof(ArenaCell)));
    all.back().is_on_host = true;
  }
  return all;
}

}  // namespace thalweg::flow
