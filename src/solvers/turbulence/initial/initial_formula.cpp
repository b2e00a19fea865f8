// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/initial/initial_formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.hpp"
#include "solvers/turbulence/fault_text.hpp"
#include "solvers/turbulence/initial/formula.hpp"
#include "solvers/turbulence/initial/point_values.hpp"

namespace thalweg::turbulence {

namespace {

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

template <class Real>
std::vector<std::string> set_field(const Parameters& p, const FormulaField& field,
                                   const StateField& to, const fft::Layout& layout,
                                   const transport::Communicator& comm, Complex<Real>* state) {
  const exec::Array<Real, 4> points = values_of<Real>(p, field, layout, comm);
  const SpectralView<Real> modes{
      state + to.first * layout.component_size(),
      {to.components(), layout.local_rows(), layout.depth, layout.group}};
  const std::string name = "initial." + field.name;
  const Squares squares = modes_of_values(p, layout, layout.modes, comm, points.view(), modes);
  if (to.kind == FieldKind::magnetic) set_uniform_field(p, to, false, name, layout, comm, state);
  return losses<Real>(name, squares);
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
  }
  return lines;
}

template std::vector<std::string> set_formulas(const Parameters&, const SetDescription&,
                                               const fft::Layout&, const transport::Communicator&,
                                               Complex<float>*);
template std::vector<std::string> set_formulas(const Parameters&, const SetDescription&,
                                               const fft::Layout&, const transport::Communicator&,
                                               Complex<double>*);

}  // namespace thalweg::turbulence
