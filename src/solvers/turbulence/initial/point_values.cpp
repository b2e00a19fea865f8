// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/initial/point_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "fft/pipeline.hpp"
#include "solvers/turbulence/initial/means.hpp"
#include "solvers/turbulence/kernels.hpp"
#include "solvers/turbulence/wave_numbers.hpp"

namespace thalweg::turbulence {

namespace {

/// Store modes, scaled, of one to three fields.
template <class Real>
struct StoreModes {
  SpectralView<Real> fields;
  WaveVectors<Real> k;
  Real scale;
  void operator()(int row, int depth, int column, const Complex<Real>* in, Complex<Real>*) const {
    for (int c = 0; c < fields.extent[0]; ++c)
      fields(c, row, depth, column - k.first_column[row]) = scale * in[c];
  }
};

/// Make a vector field divergence-free (1.7) in double; the sums are this rank's.
template <class Real>
void project(const Parameters& p, const fft::Layout& layout, const fft::Modes& kept,
             SpectralView<Real> u, Squares& squares) {
  const bool is_vector = u.extent[0] == 3;
  const WaveNumbers k(layout, p.length);
  for (int row = 0; row < layout.local_rows(); ++row)
    for (int d = 0; d < layout.depth; ++d)
      for (int i = 0; i < layout.kept_of(layout.first_row() + row, d); ++i) {
        const int column = k.first_column[static_cast<std::size_t>(row)] + i;
        const double wave[3] = {k.x[static_cast<std::size_t>(column)],
                                k.y[static_cast<std::size_t>(row)],
                                k.z[static_cast<std::size_t>(d)]};
        const double k2 = wave[0] * wave[0] + wave[1] * wave[1] + wave[2] * wave[2];
        const bool counts = kept.keeps(column, layout.row_mode(layout.first_row() + row),
                                       fft::signed_mode(d, layout.modes.kz));
        const double weight = !counts ? 0 : column > 0 ? 2 : 1;
        Complex<double> along{0, 0};
        for (int c = 0; c < u.extent[0]; ++c) {
          const Complex<double> a{static_cast<double>(u(c, row, d, i).re),
                                  static_cast<double>(u(c, row, d, i).im)};
          squares.kept += weight * norm(a);
          if (is_vector && k2 > 0) along += (wave[c] / k2) * a;
        }
        for (int c = 0; c < u.extent[0]; ++c) {
          Complex<Real>& a = u(c, row, d, i);
          a = {static_cast<Real>(static_cast<double>(a.re) - wave[c] * along.re),
               static_cast<Real>(static_cast<double>(a.im) - wave[c] * along.im)};
          squares.left += weight * static_cast<double>(norm(a));
        }
      }
}

}  // namespace

template <class Real>
Squares modes_of_values(const Parameters& p, const fft::Layout& layout, const fft::Modes& kept,
                        const transport::Communicator& comm, exec::View<const Real, 4> values,
                        SpectralView<Real> modes) {
  Squares squares;
  const std::int64_t count = 3 * layout.local_points();
  for (std::int64_t n = 0; n < count; ++n)
    squares.values += std::pow(static_cast<double>(values.data[n]), 2) / layout.modes.points();
  Phases phases;
  const exec::Exec exec;
  fft::FusedPipeline<Real> pipeline(layout, comm, exec, point_values_traffic(), {}, phases);
  const DirectionTables<Real> tables{WaveNumbers(layout, p.length)};
  pipeline.template planes<0, 3>("planes", fft::SpreadAsIs<Real>{}, ReadPoints<Real>{values});
  pipeline.template modes<3, 0>(
      "modes",
      StoreModes<Real>{modes, tables.wave_vectors(), static_cast<Real>(1 / layout.modes.points())});
  project(p, layout, kept, modes, squares);
  double sums[] = {squares.values, squares.kept, squares.left};
  comm.sum(sums);
  return {sums[0], sums[1], sums[2]};
}

/// What of a field was lost, where it is more than rounding.
template <class Real>
std::vector<std::string> losses(const std::string& name, const Squares& s) {
  constexpr double rounding = sizeof(Real) == 4 ? 1e-5 : 1e-12;
  const auto share = [&](double lost) {
    return s.values > 0 ? std::sqrt(std::max(0.0, lost) / s.values) : 0;
  };
  const double truncated = share(s.values - s.kept), diverging = share(s.kept - s.left);
  // Differences of squares lose half of the digits.
  const double least = std::sqrt(rounding);
  std::vector<std::string> lines;
  if (truncated > least)
    lines.push_back(fmt::format("{}: {:.2g} of it (root of mean squares) is in modes that "
                                "are truncated, and left out",
                                name, truncated));
  if (diverging > least)
    lines.push_back(fmt::format("{}: {:.2g} of it (root of mean squares) had a divergence, "
                                "and was projected away",
                                name, diverging));
  return lines;
}

template <class Real>
void set_uniform_field(const Parameters& p, const StateField& field, bool may_repeat,
                       const std::string& name, const fft::Layout& layout,
                       const transport::Communicator& comm, Complex<Real>* state) {
  const double rounding = rounding_of_means * size_of(field, layout, comm, state);
  double mean[3] = {0, 0, 0}, own = 0, wrong = 0;
  for (std::size_t c = 0; c < 3 && comm.rank() == 0; ++c) {
    Complex<Real>& value = state[(field.first + static_cast<int>(c)) * layout.component_size()];
    mean[c] = static_cast<double>(value.re);
    own = std::max(own, std::abs(mean[c]));
    wrong = std::max(wrong, std::abs(mean[c] - p.mean_field[c]));
    value = {static_cast<Real>(p.mean_field[c]), 0};
  }
  comm.broadcast(mean, 0);
  for (double& value : mean)
    if (std::abs(value) < rounding) value = 0;
  if (comm.max(own) > rounding && !(may_repeat && comm.max(wrong) <= rounding))
    throw InputError(fmt::format(
        "{} has a mean of ({:g}, {:g}, {:g}): turbulence.magnetic_field says the uniform field, "
        "which is ({:g}, {:g}, {:g}). Give it there, and take it away here.",
        name, mean[0], mean[1], mean[2], p.mean_field[0], p.mean_field[1], p.mean_field[2]));
}

fft::Traffic point_values_traffic() {
  return {.to_planes = {}, .to_rows = {3}, .modes_stay = true};
}

template Squares modes_of_values(const Parameters&, const fft::Layout&, const fft::Modes&,
                                 const transport::Communicator&, exec::View<const float, 4>,
                                 SpectralView<float>);
template std::vector<std::string> losses<float>(const std::string&, const Squares&);
template void set_uniform_field(const Parameters&, const StateField&, bool, const std::string&,
                                const fft::Layout&, const transport::Communicator&,
                                Complex<float>*);
template Squares modes_of_values(const Parameters&, const fft::Layout&, const fft::Modes&,
                                 const transport::Communicator&, exec::View<const double, 4>,
                                 SpectralView<double>);
template std::vector<std::string> losses<double>(const std::string&, const Squares&);
template void set_uniform_field(const Parameters&, const StateField&, bool, const std::string&,
                                const fft::Layout&, const transport::Communicator&,
                                Complex<double>*);

}  // namespace thalweg::turbulence
