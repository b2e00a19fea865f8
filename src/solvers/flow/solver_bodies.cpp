// SPDX-License-Identifier: Apache-2.0
// Immersed bodies of a run: where they are, what acts on them. docs/theory/flow.md, section 9.
#include "solvers/flow/immersed/immersed_text.hpp"
#include "solvers/flow/solver.hpp"

namespace thalweg::flow::inline TW_HALF {

/// Lists are made on the host. What coarse levels hold follows from those of the grid.
template <class Real>
void Flow<Real>::place_bodies(double time) {
  if (p_.immersed.empty()) return;
  const auto timer = phases_.measure("lists of bodies");
  ImmersedCells cells =
      immersed_cells(*arena_cells_, fine().arena(), p_.immersed, poses_at(p_.immersed, time));
  std::vector<double> volumes = cells.volumes, in_band = cells.in_band, parted = cells.parted;
  for (std::vector<double>* numbers : {&volumes, &in_band, &parted}) comm_.sum(*numbers);
  require_resolved(p_.immersed, volumes, in_band, parted, time);
  std::vector<std::uint8_t> held = cells.held;
  fine().immerse(std::move(cells));
  for (std::size_t n = 1; n < levels_.size(); ++n) {
    held = levels_[n - 1]->restrict_held(held, *levels_[n]);
    levels_[n]->hold(held);
  }
  if (scalars_) scalars_->place_bodies();
}

template <class Real>
std::vector<ImmersedForce> Flow<Real>::immersed_forces() const {
  if (p_.immersed.empty()) return {};
  const Immersion<Real>& immersion = *fine().immersion();
  const std::vector<Traction> tractions =
      immersion.tractions(fine().state(), fine().arena().size(), p_.viscosity);
  const std::vector<double> taken = immersion.taken();
  std::vector<ImmersedForce> forces;
  for (std::size_t n = 0; n < tractions.size(); ++n) {
    const ImmersedCell& cell = immersion.host().cells[n];
    forces.push_back({cell.body,
                      tractions[n],
                      (*arena_cells_)[cell.cell].centre,
                      {-taken[3 * n], -taken[3 * n + 1], -taken[3 * n + 2]}});
  }
  return forces;
}

/// From the nearest surface, below 0 in bodies; as values of the arena.
template <class Real>
std::vector<Real> Flow<Real>::distances() const {
  const std::vector<Pose> poses = poses_at(p_.immersed, time_);
  std::vector<Real> values(static_cast<std::size_t>(fine().arena().size()));
  for (const grid::BlockPlace& place : fine().arena().places())
    grid::for_each_cell({{}, {place.cells[0], place.cells[1], place.cells[2]}},
                        [&](const grid::Cell& c) {
                          const std::int64_t n = place.at(c[0], c[1], c[2]);
                          values[static_cast<std::size_t>(n)] = static_cast<Real>(
                              nearest_body(p_.immersed, poses, (*arena_cells_)[n].centre).distance);
                        });
  return values;
}

TW_INSTANTIATE(Flow)

}  // namespace thalweg::flow::inline TW_HALF
