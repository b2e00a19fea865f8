// SPDX-License-Identifier: Apache-2.0
// What is asked of the field as a whole: the largest pressures, and whether it is still one of
// waves.
#include <algorithm>
#include <cmath>

#include "exec/reduce.hpp"
#include "solvers/sound/kspace/kspace.hpp"

namespace thalweg::sound::inline TW_HALF {

namespace {

// The energy is a sum over all fields: so many steps apart it costs a step less than 0.1 %.
constexpr std::int64_t watch_interval = 32;
// The budget is one of the continuous equations. The step keeps an energy of its own, which for
// waves near the limit of stability is smaller.
constexpr double slack = 100;

}  // namespace

template <class Real, int D>
exec::Box3 KSpace<Real, D>::all_points() const {
  return {{0, 0, 0}, {domain_.layout.local_planes(), domain_.layout.ny, domain_.layout.nx}};
}

template <class Real, int D>
EnergyDensity<Real, D> KSpace<Real, D>::energy_density() const {
  EnergyDensity<Real, D> density{points(pressure_),
                                 points(velocity_),
                                 medium_.density.view(),
                                 medium_.speed_squared.view(),
                                 {},
                                 dt_,
                                 domain_.layout.first_plane(),
                                 domain_.axisymmetric};
  for (int c = 0; c < D; ++c)
    density.dt_per_density[c] = medium_.dt_per_density[static_cast<std::size_t>(c)].view();
  return density;
}

/// The energy of the whole field. Collective. (8.3)
template <class Real, int D>
double KSpace<Real, D>::energy() const {
  return comm_.sum(exec::parallel_sum<double>(exec_, all_points(), energy_density()));
}

template <class Real, int D>
void KSpace<Real, D>::set_budget(const Problem& problem) {
  const auto largest = [&](auto body) {
    return comm_.max(exec::parallel_max<double>(exec_, all_points(), body));
  };
  MediumBounds bounds;
  bounds.speed_squared_per_density =
      largest(SpeedSquaredPerDensity<Real>{medium_.density.view(), medium_.speed_squared.view()});
  for (const Coefficient<Real>& c : medium_.dt_per_density)
    bounds.density = std::max(bounds.density, largest(StaggeredDensity<Real>{c.view(), dt_}));
  budget_ = EnergyBudget(problem, bounds);
}

/// Where a field that has grown is largest.
template <class Real, int D>
Divergence KSpace<Real, D>::growth(double energy, double most) const {
  const std::vector<double> pressure = field(Field::pressure);
  const auto largest = std::max_element(pressure.begin(), pressure.end(), [](double a, double b) {
    return std::abs(a) < std::abs(b);
  });
  const double peak = comm_.max(std::abs(*largest));
  const double point =
      comm_.max(std::abs(*largest) < peak
                    ? -1.0
                    : static_cast<double>(domain_.begin() + (largest - pressure.begin())));
  return {growth_text(peak, energy / most), static_cast<std::int64_t>(point)};
}

/// One point is enough to find values that are not finite: a spectral step spreads them over the
/// whole grid.
template <class Real, int D>
std::optional<Divergence> KSpace<Real, D>::divergence() {
  const Real value = exec::value_at(exec_, std::as_const(pressure_).view().data);
  const Divergence not_finite{"is not finite", {}};
  if (!comm_.agree(std::isfinite(static_cast<double>(value)))) return not_finite;
  if (steps_ < next_watch_) return {};
  next_watch_ = steps_ + watch_interval;
  const double held = energy(), most = budget_.most(steps_);
  if (!std::isfinite(held)) return not_finite;
  if (held <= slack * most) return {};
  return growth(held, most);
}

template <class Real, int D>
PressureSummary KSpace<Real, D>::pressure_summary() const {
  const auto p = points(pressure_);
  const exec::Box3 all = all_points();
  const double most = exec::parallel_max<double>(exec_, all, PressureMagnitude<Real>{p});
  const double highest =
                   exec::parallel_max<double>(exec_, all, PressureFrom<Real>{p, most, 1}) - most,
               lowest =
                   most - exec::parallel_max<double>(exec_, all, PressureFrom<Real>{p, most, -1});
  const double squares = exec::parallel_sum<double>(exec_, all, PressureSquared<Real>{p});
  const double count = comm_.sum(static_cast<double>(domain_.end() - domain_.begin()));
  return {comm_.max(highest), comm_.min(lowest), comm_.sum(squares) / count};
}

#define TW_INSTANTIATE_MEMBERS(Real, D)                                                            \
  template double KSpace<Real, D>::energy() const;                                                 \
  template void KSpace<Real, D>::set_budget(const Problem&);                                       \
  template std::optional<Divergence> KSpace<Real, D>::divergence();                                \
  template PressureSummary KSpace<Real, D>::pressure_summary() const;
TW_EACH_FORM(TW_INSTANTIATE_MEMBERS)
#undef TW_INSTANTIATE_MEMBERS

}  // namespace thalweg::sound::inline TW_HALF
