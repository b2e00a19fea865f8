// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/particles/velocity_splines.hpp"

#include "solvers/turbulence/particles/plane_ghosts.hpp"
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
      coefficients_({layout.local_planes() + planes_below + planes_above, layout.ny + ends,
                     layout.nx + ends, 3}),
      halo_([&] {
        PlaneLinks links = plane_links(layout, values_of_plane(layout));
        return transport::Halo<Real>(comm, "particle_ghosts", links.sends, links.receives, 1,
                                     route);
      }()) {}

template <class Real>
void VelocitySplines<Real>::update(const exec::Exec& exec, fft::Pipeline<Real>& pipeline,
                                   Phases& phases, ConstSpectralView<Real> state) {
  const exec::View<Real, 4> all = coefficients_.view();
  // Rows and planes are as long as those of all, and begin at y = x = 0.
  const exec::View<Real, 4> own{&all(planes_below, ends_below, ends_below, 0),
                                {layout_.local_planes(), all.extent[1], all.extent[2], 3}};
  pipeline.template modes<0, 3>(spline_phases[0],
                                LoadSplineCoefficients<Real>{state, filter_.wave_vectors()});
  pipeline.template planes<3, 0>(spline_phases[1], fft::SpreadAsIs<Real>{},
                                 StoreCoefficients<Real>{own});
  const auto timer = phases.measure(spline_phases[2]);
  close(exec);
  halo_.start(exec, {all.data});
  halo_.finish(exec);
}

template <class Real>
void VelocitySplines<Real>::close(const exec::Exec& exec) {
  const exec::View<Real, 4> all = coefficients_.view();
  const int end = planes_below + layout_.local_planes();
  exec::parallel_for(
      exec, exec::Box3{{planes_below, ends_below, 0}, {end, ends_below + layout_.ny, 3 * ends}},
      CloseRows<Real>{all});
  exec::parallel_for(exec, exec::Box3{{planes_below, 0, 0}, {end, ends, 3 * all.extent[2]}},
                     ClosePlanes<Real>{all});
}

template <class Real>
SplineField<Real> VelocitySplines<Real>::field() const {
  return {coefficients_.view(), GridLines::of(layout_, length_), layout_.first_plane()};
}

template class VelocitySplines<float>;
template class VelocitySplines<double>;

}  // namespace thalweg::turbulence::inline TW_HALF
