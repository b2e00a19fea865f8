// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/initial/initial_formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.hpp"
#include "fft/pipeline.hpp"
#include "solvers/turbulence/fault_text.hpp"
#include "solvers/turbulence/initial/formula.hpp"
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

/// The formulas' values on this rank's planes, (plane, y, x, component of three).
template <class Real>
exec::Array<Real, 4> values_of(const Parameters& p, const FormulaField& field,
                               const fft::Layout& layout, const transport::Communicator& comm) {
  exec::Array<Real, 4> points({layout.local_planes(), layout.local_ys(), layout.nx, 3});
  const auto values = points.view();
  std::vector<double> x, line(static_cast<std::size_t>(layout.nx));
  for (int i = 0; i < layout.nx; ++i) x.push_back(i * p.length[0] / layout.nx);
  double bad[4] = {0, 0, 0, 0};  // whether one is not finite, and its point
  for (std::size_t c = 0; c < field.components.size(); ++c) {
    Formula formula(field.components[c], p.initial.constants, layout.nx);
    for (int plane = 0; plane < layout.local_planes(); ++plane)
      for (int n = 0; n < layout.local_ys(); ++n) {
        const int k = layout.first_plane() + plane, j = layout.first_y() + n;
        formula.evaluate(x, j * p.length[1] / layout.ny, k * p.length[2] / layout.nz, line.data());
        for (int i = 0; i < layout.nx; ++i) {
          const double value = line[static_cast<std::size_t>(i)];
          if (!std::isfinite(value) && bad[0] == 0)
            for (const auto& [at, number] : {std::pair{0, 1}, {1, i}, {2, j}, {3, k}})
              bad[at] = number;
          values(plane, n, i, static_cast<int>(c)) = static_cast<Real>(value);
        }
      }
  }
  const int first =
      static_cast<int>(comm.min(bad[0] > 0 ? comm.rank() : std::numeric_limits<int>::max()));
  if (first == std::numeric_limits<int>::max()) return points;
  comm.broadcast(bad, first);
  throw InputError(fmt::format("initial.{}: a formula is not finite at {}", field.name,
                               place_text(p, {bad[1], bad[2], bad[3]})));
}

/// Mean squares of a field: of the formula, of the modes that are kept, and without divergence.
struct Squares {
  double formula = 0, kept = 0, left = 0;
};

/// Make a vector field divergence-free (1.7) in double; the sums are this rank's.
template <class Real>
void project(const Parameters& p, const fft::Layout& layout, SpectralView<Real> u, bool is_vector,
             Squares& squares) {
  const WaveNumbers k(layout, p.length);
  for (int row = 0; row < layout.local_rows(); ++row)
    for (int d = 0; d < layout.depth; ++d)
      for (int i = 0; i < layout.kept_of(layout.first_row() + row, d); ++i) {
        const int column = k.first_column[static_cast<std::size_t>(row)] + i;
        const double wave[3] = {k.x[static_cast<std::size_t>(column)],
                                k.y[static_cast<std::size_t>(row)],
                                k.z[static_cast<std::size_t>(d)]};
        const double k2 = wave[0] * wave[0] + wave[1] * wave[1] + wave[2] * wave[2];
        const double weight = column > 0 ? 2 : 1;
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

/// What of a field was lost, where it is more than rounding.
template <class Real>
std::vector<std::string> losses(const FormulaField& field, const Squares& s) {
  constexpr double rounding = sizeof(Real) == 4 ? 1e-5 : 1e-12;
  const auto share = [&](double lost) {
    return s.formula > 0 ? std::sqrt(std::max(0.0, lost) / s.formula) : 0;
  };
  const double truncated = share(s.formula - s.kept), diverging = share(s.kept - s.left);
  // Differences of squares lose half of the digits.
  const double least = std::sqrt(rounding);
  std::vector<std::string> lines;
  if (truncated > least)
    lines.push_back(fmt::format("initial.{}: {:.2g} of it (root of mean squares) is in modes that "
                                "are truncated, and left out",
                                field.name, truncated));
  if (diverging > least)
    lines.push_back(fmt::format("initial.{}: {:.2g} of it (root of mean squares) had a divergence, "
                                "and was projected away",
                                field.name, diverging));
  return lines;
}

template <class Real>
std::vector<std::string> set_field(const Parameters& p, const FormulaField& field,
                                   const StateField& to, const fft::Layout& layout,
                                   const transport::Communicator& comm, Complex<Real>* state) {
  const exec::Array<Real, 4> points = values_of<Real>(p, field, layout, comm);
  Squares squares;
  for (std::size_t n = 0; n < points.size(); ++n)
    squares.formula +=
        std::pow(static_cast<double>(points.view().data[n]), 2) / layout.modes.points();
  Phases phases;
  const exec::Exec exec;
  fft::FusedPipeline<Real> pipeline(layout, comm, exec, formula_traffic(), {}, phases);
  const DirectionTables<Real> tables{WaveNumbers(layout, p.length)};
  const SpectralView<Real> modes{
      state + to.first * layout.component_size(),
      {to.components(), layout.local_rows(), layout.depth, layout.group}};
  pipeline.template planes<0, 3>("planes", fft::SpreadAsIs<Real>{},
                                 ReadPoints<Real>{points.view()});
  pipeline.template modes<3, 0>(
      "modes",
      StoreModes<Real>{modes, tables.wave_vectors(), static_cast<Real>(1 / layout.modes.points())});
  project(p, layout, modes, to.components() == 3, squares);
  double sums[] = {squares.formula, squares.kept, squares.left};
  comm.sum(sums);
  return losses<Real>(field, {sums[0], sums[1], sums[2]});
}

/// The uniform field is the mean of b, and turbulence.magnetic_field says it.
template <class Real>
void set_uniform_field(const Parameters& p, const StateField& field, const fft::Layout& layout,
                       const transport::Communicator& comm, Complex<Real>* state) {
  double largest = 0;
  for (std::size_t c = 0; c < 3 && comm.rank() == 0; ++c) {
    Complex<Real>& mean = state[(field.first + static_cast<int>(c)) * layout.component_size()];
    largest = std::max(largest, std::abs(static_cast<double>(mean.re)));
    mean = {static_cast<Real>(p.mean_field[c]), 0};
  }
  if (comm.max(largest) > 1e-6)
    throw InputError("initial.magnetic has a mean: give it as turbulence.magnetic_field, and take "
                     "it away from the formulas.");
}

}  // namespace

template <class Real>
std::vector<std::string> set_formulas(const Parameters& p, const SetDescription& set,
                                      const fft::Layout& layout,
                                      const transport::Communicator& comm, Complex<Real>* state) {
  std::vector<std::string> lines;
  for (const FormulaField& field : p.initial.formulas) {
    const auto to = std::find_if(set.fields.begin(), set.fields.end(),
                                 [&](const StateField& f) { return f.name == field.name; });
    for (const std::string& line : set_field(p, field, *to, layout, comm, state))
      lines.push_back(line);
    if (to->kind == FieldKind::magnetic) set_uniform_field(p, *to, layout, comm, state);
  }
  return lines;
}

fft::Traffic formula_traffic() { return {.to_planes = {}, .to_rows = {3}, .modes_stay = true}; }

template std::vector<std::string> set_formulas(const Parameters&, const SetDescription&,
                                               const fft::Layout&, const transport::Communicator&,
                                               Complex<float>*);
template std::vector<std::string> set_formulas(const Parameters&, const SetDescription&,
                                               const fft::Layout&, const transport::Communicator&,
                                               Complex<double>*);

}  // namespace thalweg::turbulence
