// SPDX-License-Identifier: Apache-2.0
// Values at points between cells, where they are computed on.
#pragma once

#include "exec/exec.hpp"
#include "exec/upload.hpp"
#include "solvers/flow/fluxes/kernels.hpp"
#include "solvers/flow/measures/lines.hpp"

namespace thalweg::flow::inline TW_HALF {

/// Fields at points of this rank. (6.5)
template <class Real>
struct TakeSamples {
  const SamplePoint* points;
  const Real* of_cells;
  std::int64_t size;
  int fields;
  double* values;  // of all fields for each point
  TW_HD void operator()(int n) const {
    const SamplePoint& point = points[n];
    for (int field = 0; field < fields; ++field) {
      double sum = 0;
      for (int s = 0; s < 7; ++s)
        sum += point.weights[s] * static_cast<double>(of_cells[field * size + point.cells[s]]);
      values[fields * n + field] = sum;
    }
  }
};

/// So many fields of cells, `size` apart, at places, field by field, of all ranks. Ghosts are
/// filled. Collective.
template <class Real>
std::vector<double> samples(const exec::Exec& exec, const SamplePoints& points,
                            const Real* of_cells, std::int64_t size, int fields,
                            const transport::Communicator& comm) {
  const std::size_t count = points.places.size();
  const auto own = static_cast<std::int64_t>(points.own.size());
  const auto table = exec::uploaded(exec, points.own);
  exec::Array<double, 1> taken({fields * own});
  exec::parallel_for(
      exec, static_cast<int>(own),
      TakeSamples<Real>{table.view().data, of_cells, size, fields, taken.view().data});
  const std::vector<double> values = exec::downloaded(exec, std::as_const(taken).view());
  const std::size_t width = grid::index(fields);
  std::vector<double> all(width * count);
  for (std::size_t n = 0; n < points.own.size(); ++n)
    for (std::size_t field = 0; field < width; ++field)
      all[field * count + grid::index(points.own[n].number)] = values[width * n + field];
  comm.sum(all);
  return all;
}

}  // namespace thalweg::flow::inline TW_HALF
