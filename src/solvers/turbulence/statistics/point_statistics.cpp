// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/statistics/point_statistics.hpp"

#include <algorithm>
#include <numbers>

#include "exec/placed_array.hpp"
#include "exec/upload.hpp"
#include "solvers/turbulence/statistics/point_sums.hpp"
#include "solvers/turbulence/statistics/statistics_names.hpp"
#include "solvers/turbulence/wave_numbers.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

/// A vector field times a factor of the wave number along one axis: i k of a derivative,
/// exp(i k r) - 1 of an increment. (14.1)
template <class Real>
struct LoadAlongAxis {
  ConstSpectralView<Real> state;
  const int* first_column;
  const Complex<Real>* factor;  // by column, local row or depth
  int axis;
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>*,
                        Complex<Real>* out) const {
    const Complex<Real> f = factor[axis == 0 ? column : axis == 1 ? row : depth];
    Complex<Real> u[3];
    load(state, 0, row, depth, column - first_column[row], u);
    TW_UNROLL
    for (int c = 0; c < 3; ++c)
      out[c] = {f.re * u[c].re - f.im * u[c].im, f.re * u[c].im + f.im * u[c].re};
  }
};

/// The factors of a separation in points, or of the derivative where it is 0.
template <class Real>
std::vector<Complex<Real>> factors(const Snapshot<Real>& s, std::size_t axis, int separation) {
  const WaveNumbers numbers(s.layout, s.p.length);
  const std::vector<double>& k = axis == 0 ? numbers.x : axis == 1 ? numbers.y : numbers.z;
  const double distance = separation * s.p.length[axis] / s.p.points[axis];
  std::vector<Complex<Real>> list;
  for (const double wave : k)
    if (separation == 0) {
      list.push_back({0, static_cast<Real>(wave)});
    } else {
      // cos - 1 without what small phases would lose.
      const double half = std::sin(wave * distance / 2);
      list.push_back(
          {static_cast<Real>(-2 * half * half), static_cast<Real>(std::sin(wave * distance))});
    }
  return list;
}

template <class Real>
class PointStatistics {
 public:
  PointStatistics(const Snapshot<Real>& snapshot, const StatisticsParameters& statistics)
      : s_(snapshot), statistics_(statistics),
        values_(snapshot.extent(3), snapshot.space, exec::Contents::undefined) {}

  /// (14.2), (14.3)
  simulation::Table structure_functions(std::size_t axis) {
    simulation::Table table = empty(structure_head(axis, statistics_));
    for (const int n : separations_of(statistics_, s_.p.points[axis])) {
      const std::vector<Powers> powers = powers_of(s_, along(axis, n), {0, 0, 0});
      const Powers& along_axis = powers[axis];
      const Powers &one = powers[(axis + 1) % 3], &other = powers[(axis + 2) % 3];
      std::vector<double> row{n * s_.p.length[axis] / s_.p.points[axis]};
      const auto orders = static_cast<std::size_t>(statistics_.orders);
      for (std::size_t p = 0; p < orders; ++p) row.push_back(along_axis.plain[p]);
      for (std::size_t p = 0; p < orders; ++p) row.push_back((one.plain[p] + other.plain[p]) / 2);
      for (std::size_t p = 0; p < orders; p += 2) row.push_back(along_axis.absolute[p]);
      for (std::size_t p = 0; p < orders; p += 2)
        row.push_back((one.absolute[p] + other.absolute[p]) / 2);
      for (std::size_t c = 0; c < row.size(); ++c) table.values[c].push_back(row[c]);
    }
    return table;
  }

  /// Appends to a row of moments; adds densities to the table, if given. (14.5), (14.6)
  void add(const QuantityGroup& group, simulation::Table& moments_row,
           simulation::Table* densities) {
    const auto field = at_points(group);
    const std::vector<Moments> moments = moments_of(s_, field);
    for (const Moments& m : moments)
      for (const double value : {m.mean, m.variance, m.skewness, m.flatness})
        moments_row.values.push_back({value});
    if (!densities) return;
    for (auto& density : densities_of(s_, field, moments, statistics_))
      densities->values.push_back(std::move(density));
  }

  static simulation::Table empty(const TableHead& head) {
    return {head.name, head.columns, head.units,
            std::vector<std::vector<double>>(head.columns.size())};
  }

 private:
  exec::View<const Real, 4> at_points(const QuantityGroup& group) {
    if (group.quantity == PointQuantity::gradient || group.quantity == PointQuantity::increment)
      return along(static_cast<std::size_t>(group.axis), group.separation);
    const exec::View<Real, 4> out{values_.view().data, s_.extent(group.components)};
    s_.to_points(LoadField<Real>{s_.state, s_.k, group.first, group.components == 3,
                                 group.quantity == PointQuantity::curl},
                 out);
    return {out.data, out.extent};
  }
  /// The increment of the velocity over a separation, or its derivative where that is 0. (14.1)
  exec::View<const Real, 4> along(std::size_t axis, int separation) {
    factors_ = exec::uploaded(s_.exec, factors(s_, axis, separation));
    s_.to_points(LoadAlongAxis<Real>{s_.state, s_.k.first_column,
                                     std::as_const(factors_).view().data, static_cast<int>(axis)},
                 values_.view());
    return std::as_const(values_).view();
  }

  const Snapshot<Real>& s_;
  const StatisticsParameters& statistics_;
  exec::PlacedArray<Real, 4> values_;
  exec::Array<Complex<Real>, 1> factors_;
};

}  // namespace

template <class Real>
std::vector<simulation::Table>
point_statistics(const Snapshot<Real>& snapshot, const StatisticsParameters& statistics,
                 const std::vector<std::string>& names, double time) {
  const auto is_asked = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  std::vector<simulation::Table> result;
  const std::vector<DensityTable> tables = density_tables(snapshot.set, statistics);
  PointStatistics<Real> points(snapshot, statistics);
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (is_asked(structure_head(axis, statistics).name))
      result.push_back(points.structure_functions(axis));
  const TableHead head = moments_head(tables);
  simulation::Table moments{head.name, head.columns, head.units, {{time}}};
  for (const DensityTable& of : tables) {
    if (!is_asked(of.name) && !is_asked(moments_table)) continue;
    const TableHead columns = density_head(of);
    simulation::Table table{columns.name, columns.columns, columns.units, {{}}};
    for (int bin = 0; bin < statistics.bins; ++bin)
      table.values[0].push_back(statistics.range * ((2 * bin + 1.0) / statistics.bins - 1));
    for (const QuantityGroup& group : of.groups)
      points.add(group, moments, is_asked(of.name) ? &table : nullptr);
    if (is_asked(of.name)) result.push_back(std::move(table));
  }
  if (is_asked(moments_table)) result.push_back(std::move(moments));
  return result;
}

double point_statistics_bytes(const fft::Layout& layout, const StatisticsParameters& statistics,
                              int real_bytes) {
  const double values = 3.0 * real_bytes * static_cast<double>(layout.local_points());
  return values + point_sum_bytes(layout, statistics.bins);
}

template std::vector<simulation::Table> point_statistics(const Snapshot<float>&,
                                                         const StatisticsParameters&,
                                                         const std::vector<std::string>&, double);
template std::vector<simulation::Table> point_statistics(const Snapshot<double>&,
                                                         const StatisticsParameters&,
                                                         const std::vector<std::string>&, double);

}  // namespace thalweg::turbulence::inline TW_HALF
