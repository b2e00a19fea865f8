// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/boundary/immersion.hpp"

namespace thalweg::flow::inline TW_HALF {

template <class Real>
Immersion<Real>::Immersion(const exec::Exec& exec, const transport::Communicator& comm,
                           ImmersedCells cells)
    : exec_(exec), comm_(comm), host_(std::move(cells)), surfaces_(host_.volumes.size()),
      cells_(exec::uploaded(exec, host_.cells)), donors_(exec::uploaded(exec, host_.donors)),
      taken_({3 * std::int64_t{count()}}) {
  std::vector<double> areas(2 * surfaces_.size());
  for (const ImmersedCell& cell : host_.cells) {
    double* of = areas.data() + 2 * grid::index(cell.body);
    of[0] += cell.area;
    if (cell.kind == CellKind::band) of[1] += cell.area;
  }
  comm_.sum(areas);
  for (std::size_t n = 0; n < surfaces_.size(); ++n)
    surfaces_[n] = {areas[2 * n], areas[2 * n + 1]};
  exec.wait();
}

template <class Real>
void Immersion<Real>::close(Real* residual) const {
  const ImmersedCell* cells = cells_.view().data;
  std::vector<double> leaks;
  leaks.reserve(surfaces_.size());
  for (int body = 0; body < static_cast<int>(surfaces_.size()); ++body)
    leaks.push_back(exec::parallel_sum<double>(exec_, count(), Leak<Real>{cells, residual, body}));
  comm_.sum(leaks);
  for (std::size_t n = 0; n < leaks.size(); ++n)
    leaks[n] = surfaces_[n].of_band > 0 ? leaks[n] / surfaces_[n].of_band : 0;
  const auto table = exec::uploaded(exec_, leaks);
  exec::parallel_for(exec_, count(), TakeBack<Real>{cells, table.view().data, residual});
  exec_.wait();
}

template <class Real>
void Immersion<Real>::set(Real* state, std::int64_t size, bool is_of_band) const {
  exec::parallel_for(
      exec_, count(),
      SetImmersed<Real>{cells_.view().data, donors_.view().data, state, size, is_of_band});
}

template <class Real>
void Immersion<Real>::take_momentum(const Geometry<Real>& geometry, const Real* state,
                                    const Real* residual, const Real* source, double rate,
                                    const std::array<double, 3>& force) {
  exec::parallel_for(exec_, count(),
                     TakeMomentum<Real>{std::as_const(cells_).view().data,
                                        state,
                                        residual,
                                        source,
                                        geometry.volume,
                                        geometry.size,
                                        rate,
                                        {force[0], force[1], force[2]},
                                        taken_.view().data});
}

template <class Real>
std::vector<double> Immersion<Real>::taken() const {
  return exec::downloaded(exec_, taken_.view());
}

template <class Real>
std::vector<Traction> Immersion<Real>::tractions(const Real* state, std::int64_t size,
                                                 double viscosity) const {
  exec::Array<Traction, 1> all({count()});
  exec::parallel_for(exec_, count(),
                     SurfaceTractions<Real>{cells_.view().data, donors_.view().data, state, size,
                                            viscosity, all.view().data});
  return exec::downloaded(exec_, std::as_const(all).view());
}

template class Immersion<float>;
template class Immersion<double>;

}  // namespace thalweg::flow::inline TW_HALF
