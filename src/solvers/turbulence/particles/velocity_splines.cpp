// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/particles/velocity_splines.hpp"

#include "solvers/turbulence/particles/species.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

/// The filters of all modes, by direction.
WaveNumbers filters(const fft::Layout& layout, const std::array<double, 3>& length) {
  WaveNumbers k(layout, length);
  const auto replace = [](std::vector<double>& numbers, double spacing) {
    for (double& number : numbers) number = spline_filter(number * spacing);
  };
  replace(k.x, length[0] / layout.nx);
  replace(k.y, length[1] / layout.ny);
  replace(k.z, length[2] / layout.nz);
  return k;
}

}  // namespace

template <class Real>
VelocitySplines<Real>::VelocitySplines(const fft::Layout& layout,
                                       const std::array<double, 3>& length,
                                       const transport::Communicator& comm,
                                       const std::string& route)
    : layout_(layout), length_(length), filter_(filters(layout, length)),
      coefficients_(
          {layout.local_planes() + ghosts, layout.local_ys() + ghosts, layout.nx + ghosts, 3}),
      halo_([&] {
        const RowLinks links = row_links(layout);
        return transport::Halo<Real>(comm, "particle_ghosts", links.sends, links.receives, 1,
                                     route);
      }()) {}

template <class Real>
void VelocitySplines<Real>::update(const exec::Exec& exec, fft::Pipeline<Real>& pipeline,
                                   Phases& phases, ConstSpectralView<Real> state) {
  const exec::View<Real, 4> all = coefficients_.view();
  // Rows and planes are as long as those of all, and begin at this rank's first point.
  const exec::View<Real, 4> own{&all(ghosts_below, ghosts_below, ghosts_below, 0),
                                {layout_.local_planes(), all.extent[1], all.extent[2], 3}};
  pipeline.template modes<0, 3>(spline_phases[0],
                                LoadSplineCoefficients<Real>{state, filter_.wave_vectors()});
  pipeline.template planes<3, 0>(spline_phases[1], fft::SpreadAsIs<Real>{},
                                 StoreCoefficients<Real>{own});
  const auto timer = phases.measure(spline_phases[2]);
  close_rows(exec);
  halo_.start(exec, {all.data});
  halo_.finish(exec);
}

template <class Real>
void VelocitySplines<Real>::close_rows(const exec::Exec& exec) {
  constexpr int first = ghosts_below;
  const int planes = layout_.local_planes(), ys = layout_.local_ys();
  exec::parallel_for(exec, exec::Box3{{first, first, 0}, {first + planes, first + ys, 3 * ghosts}},
                     CloseRows<Real>{coefficients_.view()});
}

template <class Real>
SplineField<Real> VelocitySplines<Real>::field() const {
  return {coefficients_.view(), GridLines::of(layout_, length_), OwnCells::of(layout_)};
}

template class VelocitySplines<float>;
template class VelocitySplines<double>;

}  // namespace thalweg::turbulence::inline TW_HALF
