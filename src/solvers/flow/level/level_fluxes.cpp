// SPDX-License-Identifier: Apache-2.0
// Which fluxes a level sums up. Coarse levels take those of Roe or of Rusanov, of the first order
// and with all of their damping.
#include <algorithm>

#include "solvers/flow/level/level.hpp"

namespace thalweg::flow::inline TW_HALF {

template <class Real>
bool Level<Real>::is_plain() const {
  const bool has_more = p_.is_limited || p_.flux == Flux::central;
  return !p_.has_eddies() && !(is_fine() && has_more);
}

template <class Real>
FluxScheme<Real> Level<Real>::flux_scheme() const {
  constexpr double kappa = 1.0 / 3;
  const auto real = [](double value) { return static_cast<Real>(value); };
  FluxScheme<Real> scheme{real(p_.beta), real(p_.viscosity), {0, 0}, of_eddies()};
  if (!is_fine()) return scheme;
  scheme.even.weight_behind = real((1 - kappa) / 4);
  scheme.even.weight_ahead = real((1 + kappa) / 4);
  scheme.damping = real(p_.damping);
  scheme.is_limited = p_.is_limited;
  return scheme;
}

template <class Real>
template <Upwinding upwinding, bool is_plain, bool is_even, bool is_flat>
void Level<Real>::sum_fluxes_of(int begin, int end, double rate, Source<Real> source) {
  const auto real = [](double value) { return static_cast<Real>(value); };
  const Real* state = std::as_const(state_).view().data;
  const BoundaryFluxes<Real> boundary{geometry_, at_faces(), state, viscosity()};
  exec::parallel_tiles(exec_, end - begin, static_cast<std::size_t>(shape_.values()) * sizeof(Real),
                       TileResiduals<upwinding, is_plain, is_even, is_flat, Real>{
                           geometry_,
                           state,
                           source,
                           residual_.view().data,
                           flux_scheme(),
                           boundary,
                           shape_,
                           std::as_const(tiles_).view().data + begin,
                           of_conditions_.table(),
                           of_one_sided_.table(),
                           std::as_const(one_sided_).view().data,
                           real(rate),
                           {real(force_[0]), real(force_[1]), real(force_[2])}});
}

template <class Real>
void Level<Real>::sum_fluxes_of(int begin, int end, double rate, Source<Real> source) {
  const auto timer = phases_.measure(phase("fluxes"));
  for (const TileRun& run : tile_runs_) {
    const int first = std::max(begin, run.begin), last = std::min(end, run.end);
    if (first >= last) continue;
    with_fluxes([&](auto upwinding, auto is_plain) {
      with_constant(run.is_even, [&](auto is_even) {
        with_constant(mesh_.mesh->is_flat, [&](auto is_flat) {
          this->template sum_fluxes_of<upwinding(), is_plain(), is_even(), is_flat()>(first, last,
                                                                                      rate, source);
        });
      });
    });
  }
}

template <class Real>
void Level<Real>::sum_fluxes(double rate, Source<Real> source) {
  sum_fluxes_of(0, static_cast<int>(tiles_.size()), rate, source);
}

template <class Real>
void Level<Real>::exchange_and_sum_fluxes(double rate, Source<Real> source) {
  // Processors work in parts, between which messages move: MPI libraries move large ones only while
  // somebody calls them.
  constexpr int parts = exec::kernel_space == exec::Space::device ? 1 : 4;
  start_exchange(*halo_, state_.view().data);
  fill_ghosts_beyond(0, overlap_->faces);
  for (int part = 0; part < parts; ++part) {
    sum_fluxes_of(overlap_->tiles * part / parts, overlap_->tiles * (part + 1) / parts, rate,
                  source);
    halo_->progress();
  }
  finish_exchange(*halo_, state_.view().data);
  fill_ghosts_beyond(overlap_->faces, conditions_->count());
  sum_fluxes_of(overlap_->tiles, static_cast<int>(tiles_.size()), rate, source);
}

TW_INSTANTIATE(Level)

}  // namespace thalweg::flow::inline TW_HALF
