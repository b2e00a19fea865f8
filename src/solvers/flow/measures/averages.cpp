// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/measures/averages.hpp"

#include "exec/upload.hpp"

namespace thalweg::flow::inline TW_HALF {

namespace {

/// Welford's way, which does not take one large number from another. (6.7)
template <class Real>
struct AddToAverages {
  Geometry<Real> geometry;
  Moment<Real> moment;
  Real* fields;
  Real weight;  // of the step in all the time with it

  TW_HD void operator()(int block, int k, int j, int i) const {
    const std::int64_t size = geometry.size, cell = geometry.places[block].at(k, j, i);
    const State<Real> q = load(moment.state, size, cell),
                      mean = load(static_cast<const Real*>(fields), size, cell);
    const State<Real> d = combined(Real(1), q, Real(-1), mean);
    store(combined(Real(1), mean, weight, d), fields, size, cell);
    const Real products[6] = {d.u[0] * d.u[0], d.u[1] * d.u[1], d.u[2] * d.u[2],
                              d.u[0] * d.u[1], d.u[0] * d.u[2], d.u[1] * d.u[2]};
    TW_UNROLL
    for (int n = 0; n < 6; ++n) {
      Real& stress = fields[(4 + n) * size + cell];
      stress = (1 - weight) * (stress + weight * products[n]);
    }
    if (!moment.eddies) return;
    Real& eddies = fields[10 * size + cell];
    eddies += weight * (moment.eddies[cell] - eddies);
  }
};

/// Its mean, its variance and its covariances with the velocity, whose means are those before this
/// state. (6.7)
template <class Real>
struct AddScalarToAverages {
  Geometry<Real> geometry;
  const Real *state, *scalar, *mean_state;
  Real* fields;
  Real weight;

  TW_HD void operator()(int block, int k, int j, int i) const {
    const std::int64_t size = geometry.size, cell = geometry.places[block].at(k, j, i);
    Real& mean = fields[cell];
    const Real d = scalar[cell] - mean;
    mean += weight * d;
    Real& variance = fields[size + cell];
    variance = (1 - weight) * (variance + weight * d * d);
    TW_UNROLL
    for (int n = 0; n < 3; ++n) {
      const std::int64_t component = (n + 1) * size + cell;
      Real& flux = fields[(n + 2) * size + cell];
      flux = (1 - weight) * (flux + weight * d * (state[component] - mean_state[component]));
    }
  }
};

}  // namespace

template <class Real>
void Averages<Real>::add(const exec::Exec& exec, const exec::Blocks<>& cells,
                         const Geometry<Real>& geometry, const Moment<Real>& moment, double step) {
  time_ += step;
  const auto weight = static_cast<Real>(step / time_);
  Real* fields = fields_.view().data;
  for (int s = 0; s < moment.scalar_count; ++s) {
    const std::int64_t before = 10 + (moment.eddies != nullptr) + 5 * s;
    exec::parallel_for(exec, cells,
                       AddScalarToAverages<Real>{geometry, moment.state,
                                                 moment.scalars + s * geometry.size, fields,
                                                 fields + before * geometry.size, weight});
  }
  exec::parallel_for(exec, cells, AddToAverages<Real>{geometry, moment, fields, weight});
}

template <class Real>
std::vector<Real> Averages<Real>::fields(const exec::Exec& exec) const {
  return exec::downloaded(exec, fields_.view());
}

template <class Real>
void Averages<Real>::set(const exec::Exec& exec, const std::vector<Real>& fields, double time) {
  exec::copy_bytes(exec, fields_.view().data, fields.data(), fields.size() * sizeof(Real));
  exec.wait();
  time_ = time;
}

template class Averages<float>;
template class Averages<double>;

}  // namespace thalweg::flow::inline TW_HALF
