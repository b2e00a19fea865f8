// SPDX-License-Identifier: Apache-2.0
// Quadratic invariants of a state as sweeps over its modes (docs/theory/turbulence.md, section 7).
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "solvers/turbulence/diagnostics/measures.hpp"
#include "solvers/turbulence/equations/equation_set.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::turbulence {

inline namespace TW_HALF {

/// One row of modes -> its sums. Works by column first, so that the loop vectorises and the order
/// of additions is that of the loop, whatever the threads.
template <class Real, class Measure>
struct SumRow {
  ConstSpectralView<Real> state;
  WaveVectors<Real> k;
  Measure measure;
  exec::View<double, 2> rows;  // (local row, value)

  template <class Rows>
  void stream(Rows& streamed) {
    streamed.take(state, {{0, state.extent[0]}});
    shift(streamed, k);
    streamed.shift(rows.data, rows.extent[1]);
  }
  std::size_t scratch_bytes() const {
    return sizeof(double) * measured_values * static_cast<std::size_t>(state.extent[3]);
  }
  TW_HD void operator()(const exec::Team& team) const {
    const int columns = state.extent[3], row = team.tile();
    double* sums = team.template scratch<double>();
    team.for_each(measured_values * columns, [=](int n) { sums[n] = 0; });
    team.barrier();
    const SumRow self = *this;
    for (int z = 0; z < state.extent[2]; ++z)
      team.for_each(columns, [=](int i) { self.add(row, z, i, sums + i, columns); });
    team.barrier();
    team.for_each(measured_values, [=](int q) {
      self.rows(row, q) = combined(&sums[std::ptrdiff_t{q} * columns], columns, q);
    });
  }

 private:
  static constexpr int added = measured_values - Measure::maxima;
  TW_HD void add(int row, int z, int i, double* sums, int stride) const {
    const int column = k.first_column[row] + i;
    const Real weight = column > 0 ? 2 : 1;  // columns stand for +m_x and -m_x
    Real value[measured_values];
    measure(state, row, z, i, mode_at(k, row, z, column), weight, value);
    TW_UNROLL
    for (int q = 0; q < measured_values; ++q) {
      double& sum = sums[std::ptrdiff_t{q} * stride];
      const double largest = value[q] > sum ? value[q] : sum;
      sum = q < added ? sum + value[q] : largest;
    }
  }
  static TW_HD double combined(const double* values, int n, int quantity) {
    double total = 0;
    for (int i = 0; i < n; ++i)
      total = quantity < added ? total + values[i] : (values[i] > total ? values[i] : total);
    return total;
  }
};

/// Takes the sums of states of one layout, with memory of its own, so that a step allocates none.
template <class Real>
class ModeSums {
 public:
  explicit ModeSums(const fft::Layout& layout);
  /// What a measure of measures.hpp gives. Row by row over ranks, so the result does not depend on
  /// their number. Collective.
  template <class Measure>
  std::array<double, measured_values>
  of(fft::Pipeline<Real>& pipeline, const exec::Exec& exec, const transport::Communicator& comm,
     ConstSpectralView<Real> state, WaveVectors<Real> k, const Measure& measure);

 private:
  std::size_t first_row_;
  exec::Array<double, 2> rows_;                         // (local row, value)
  exec::Array<double, 2, exec::Space::pinned> copied_;  // the same on the host
  std::vector<double> all_;                             // of all ranks
};

}  // namespace TW_HALF

}  // namespace thalweg::turbulence
