// SPDX-License-Identifier: Apache-2.0
// What is measured and written of a wave function: docs/theory/turbulence.md, section 12.
#include <cmath>
#include <limits>
#include <numbers>

#include "solvers/turbulence/diagnostics/spectra.hpp"
#include "solvers/turbulence/quantum/measures.hpp"
#include "solvers/turbulence/quantum/points.hpp"
#include "solvers/turbulence/solver.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

/// Where the first wave of a density puts its middle, in 0 <= x < length; NaN where there is none.
double middle_of(double real, double imaginary, double mean, double length) {
  // An array of lines has no middle: then the wave is rounding.
  constexpr double least = 1e-3;
  if (std::hypot(real, imaginary) < least * mean) return std::numeric_limits<double>::quiet_NaN();
  const double turns = -std::atan2(imaginary, real) / (2 * std::numbers::pi);
  return (turns - std::floor(turns)) * length;
}

}  // namespace

template <class Real>
template <int fields, class Point>
exec::PlacedArray<Complex<Real>, 4> Solver<Real>::modes_of_points(const Point& point) {
  exec::PlacedArray<Complex<Real>, 4> modes(
      {fields, layout_.local_rows(), layout_.depth, layout_.group}, fft::space_of(streaming_));
  pipeline_.measure_in(output_phases_);
  pipeline_.template modes<0, gradient_fields>(
      "modes", LoadGradients<Real>{std::as_const(state_).view(), k_.wave_vectors()});
  pipeline_.template planes<gradient_fields, fields>("planes", fft::SpreadAsIs<Real>{}, point);
  pipeline_.template modes<fields, 0>(
      "modes", StoreModes<Real, fields>{modes.view(), k_.wave_vectors().first_column,
                                        static_cast<Real>(1 / layout_.scale())});
  pipeline_.measure_in(phases_);
  return modes;
}

template <class Real>
QuantumSums Solver<Real>::quantum_sums() {
  const auto timer = phases_.measure("diagnostics");
  QuantumSums sums;
  const double alpha = QuantumFluid(p_).dispersion;
  const auto psi = sum_of(WaveFunctionMeasure<Real>{});
  sums.mass = psi[0];
  sums.gradient = 2 * alpha * alpha * psi[1];
  for (std::size_t d = 0; d < 3; ++d) sums.momentum[d] = 2 * alpha * psi[2 + d];
  const auto fields = modes_of_points<motion_fields>(Motion<Real>{QuantumPoint<Real>(p_)});
  const auto sum = [&](const auto& measure) {
    return mode_sums_.of(pipeline_, exec_, comm_, fields.view(), k_.wave_vectors(), measure);
  };
  const auto motion = sum(MotionMeasure<Real>{});
  sums.incompressible = motion[0];
  sums.compressible = motion[1];
  sums.line_density = motion[2];
  sums.internal = motion[3];
  sums.quantum = motion[4];
  for (int d = 0; d < 3; ++d) {
    const auto n = static_cast<std::size_t>(d);
    const auto unit = static_cast<Real>(2 * std::numbers::pi / p_.length[n]);
    const auto wave = sum(LongestWave<Real>{3, d, unit});
    sums.centre[d] = middle_of(wave[0], wave[1], motion[2], p_.length[n]);
  }
  return sums;
}

template <class Real>
double Solver<Real>::mass() {
  const auto timer = phases_.measure("diagnostics");
  return sum_of(WaveFunctionMeasure<Real>{})[0];
}

template <class Real>
std::vector<simulation::Scalar> Solver<Real>::quantum_scalars() {
  return quantum_columns(quantum_sums(), p_.length[0] * p_.length[1] * p_.length[2],
                         courant_number());
}

template <class Real>
std::vector<simulation::Table> Solver<Real>::quantum_tables() {
  const auto fields =
      modes_of_points<spectrum_fields>(MotionAndDensity<Real>{QuantumPoint<Real>(p_)});
  return quantum_spectra<Real>(exec_, layout_, p_.length, comm_, std::as_const(state_).view(),
                               fields.view(), QuantumFluid(p_).dispersion);
}

template <class Real>
void Solver<Real>::quantum_to_points(const OutputField& field, exec::View<Real, 4> out) {
  pipeline_.measure_in(output_phases_);
  pipeline_.template modes<0, gradient_fields>(
      "modes", LoadGradients<Real>{std::as_const(state_).view(), k_.wave_vectors()});
  pipeline_.template planes<gradient_fields, 0>(
      "planes", fft::SpreadAsIs<Real>{},
      StoreQuantumField<Real>{out, QuantumPoint<Real>(p_), static_cast<QuantumField>(field.first)});
  pipeline_.measure_in(phases_);
}

TW_INSTANTIATE(Solver)

}  // namespace thalweg::turbulence::inline TW_HALF
