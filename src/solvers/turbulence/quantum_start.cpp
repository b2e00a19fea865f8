// SPDX-License-Identifier: Apache-2.0
// How a wave function begins where its points are given, and its relaxation in imaginary time:
// docs/theory/turbulence.md, section 12.
#include <cmath>
#include <numbers>

#include "exec/upload.hpp"
#include "solvers/turbulence/point_buffer.hpp"
#include "solvers/turbulence/quantum/points.hpp"
#include "solvers/turbulence/quantum/relaxation.hpp"
#include "solvers/turbulence/quantum/vortices.hpp"
#include "solvers/turbulence/solver.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

/// sin and cos of 2 pi n / count for n in [first, first + size).
template <class Real>
struct Circle {
  exec::Array<Real, 1> sine, cosine;

  Circle(int count, int first, int size) {
    std::vector<double> s, c;
    for (int n = first; n < first + size; ++n) {
      s.push_back(std::sin(2 * std::numbers::pi * n / count));
      c.push_back(std::cos(2 * std::numbers::pi * n / count));
    }
    sine = exec::uploaded_as<Real>(s);
    cosine = exec::uploaded_as<Real>(c);
  }
};

}  // namespace

template <class Real>
void Solver<Real>::begin_wave_function() {
  if (is_made_of_points(p_)) {
    PointBuffer<Real> points(snapshot().extent(2), fft::space_of(streaming_));
    set_vortices(p_, layout_, points.values.data());
    points.send(exec_);
    pipeline_.measure_in(output_phases_);
    pipeline_.template planes<0, 2>("planes", fft::SpreadAsIs<Real>{},
                                    ReadWave<Real>{points.view()});
    pipeline_.template modes<2, 0>(
        "modes", StoreModes<Real, 2>{state_.view(), k_.wave_vectors().first_column,
                                     static_cast<Real>(1 / layout_.scale())});
    exec_.wait();
    pipeline_.measure_in(phases_);
  }
  relax();
}

/// (12.13)
template <class Real>
void Solver<Real>::relax() {
  if (p_.initial.relaxation == 0) return;
  const bool flows = p_.initial.kind == InitialKind::taylor_green;
  const Circle<Real> x(p_.points[0], 0, p_.points[0]),
      y(p_.points[1], layout_.first_y(), layout_.local_ys()),
      z(p_.points[2], layout_.first_plane(), layout_.local_planes());
  const TaylorGreenFlow<Real> flow{
      x.sine.view().data,   x.cosine.view().data,
      y.sine.view().data,   y.cosine.view().data,
      z.cosine.view().data, static_cast<Real>(flows ? p_.initial.amplitude : 0.0)};
  const QuantumFluid fluid(p_);
  const RelaxAtPoints<Real> at_points{flow, static_cast<Real>(fluid.strength),
                                      static_cast<Real>(fluid.density),
                                      static_cast<Real>(1 / (4 * fluid.dispersion))};
  const auto scale = static_cast<Real>(1 / layout_.scale());
  const WaveVectors<Real> k = k_.wave_vectors();
  const LoadWave<Real> load{std::as_const(state_).view(), k};
  pipeline_.measure_in(output_phases_);
  for (int n = 0; n < p_.initial.relaxation; ++n) {
    pipeline_.template modes<0, 2>("modes", load);
    pipeline_.template planes<2, 2>("planes", fft::SpreadAsIs<Real>{}, at_points);
    pipeline_.template modes<2, 0>("modes",
                                   StoreModes<Real, 2>{change_.view(), k.first_column, scale});
    for (int d = 0; flows && d < 2; ++d) {
      pipeline_.template modes<0, 2>("modes", load);
      pipeline_.template planes<2, 2>("planes", fft::SpreadAsIs<Real>{},
                                      CarryAtPoints<Real>{flow, d});
      pipeline_.template modes<2, 0>("modes", AddCarried<Real>{change_.view(), k, d, scale});
    }
    exec::parallel_for(exec_, modes_of(state_.view()),
                       RelaxModes<Real>{state_.view(), change_.view(), k,
                                        static_cast<Real>(relaxation_step(p_)),
                                        static_cast<Real>(fluid.dispersion)});
  }
  exec_.wait();
  pipeline_.measure_in(phases_);
}

TW_INSTANTIATE(Solver)

}  // namespace thalweg::turbulence::inline TW_HALF
