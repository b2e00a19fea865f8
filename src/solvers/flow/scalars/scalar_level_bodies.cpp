// SPDX-License-Identifier: Apache-2.0
// What immersed bodies do to scalars on a level: docs/theory/flow.md, section 9.
#include "solvers/flow/scalars/scalar_level.hpp"

namespace thalweg::flow::inline TW_HALF {

namespace {

/// Residuals of rows that are held. (9.7)
template <class Real>
struct HoldScalarRows {
  const std::int64_t* cells;
  Real* residual;
  TW_HD void operator()(int n) const { residual[cells[n]] = 0; }
};

}  // namespace

template <class Real>
void ScalarLevel<Real>::hold(int scalar, const std::vector<std::uint8_t>& held) {
  std::vector<std::int64_t> cells;
  std::vector<int> marks = closed_faces(scalar);
  for (std::size_t n = 0; n < held.size(); ++n) {
    if (held[n] == 0) continue;
    cells.push_back(static_cast<std::int64_t>(n));
    marks[n] |= 1 << ScalarSystem<Real>::bit_of_held;
  }
  exec_.wait();  // kernels may still use what goes
  held_[grid::index(scalar)] = exec::uploaded(cells);
  closed_[grid::index(scalar)] = exec::uploaded(marks);
}

template <class Real>
std::vector<std::uint8_t> ScalarLevel<Real>::held_by_bodies(int scalar) const {
  return in_bodies_->held(flow_.immersion()->host(), scalar);
}

template <class Real>
std::vector<double> ScalarLevel<Real>::outflows_through_bodies(int scalar) const {
  return in_bodies_ ? in_bodies_->outflows(*flow_.immersion(), scalar) : std::vector<double>{};
}

template <class Real>
void ScalarLevel<Real>::hold_rows(int scalar, double rate, bool with_source) {
  if (in_bodies_ && flow_.immersion())
    in_bodies_->close(*flow_.immersion(), scalar,
                      {value(scalar), std::as_const(residual_).view().data,
                       with_source ? source(scalar) : nullptr, flow_.geometry().volume,
                       std::as_const(through_).view().data, size_, first_axis_, rate,
                       of(scalar).production},
                      residual_.view().data);
  const exec::Array<std::int64_t, 1>& held = held_[grid::index(scalar)];
  if (held.size() > 0)
    exec::parallel_for(exec_, static_cast<int>(held.size()),
                       HoldScalarRows<Real>{held.view().data, residual_.view().data});
}

TW_INSTANTIATE(ScalarLevel)

}  // namespace thalweg::flow::inline TW_HALF
