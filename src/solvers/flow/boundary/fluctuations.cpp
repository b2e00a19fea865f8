// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/boundary/fluctuations.hpp"

#include <algorithm>
#include <utility>

namespace thalweg::flow::inline TW_HALF {

namespace {

/// The place of a face among modes that are carried in. (10.4)
template <class Real>
struct AddFluctuation {
  const BoundaryFace* faces;
  const RandomMode* modes;
  State<Real>* given;
  double way[3];  // that the modes have come
  double factor;
  int boundary, count;
  bool is_relative;
  TW_HD void operator()(int f) const {
    const BoundaryFace& face = faces[f];
    if (face.boundary != boundary) return;
    double at[3], added[3] = {};
    TW_UNROLL
    for (int n = 0; n < 3; ++n) at[n] = face.centre[n] - way[n];
    add_modes(modes, count, at, added);
    const double size =
        is_relative ? factor * std::sqrt(dot(face.velocity, face.velocity)) : factor;
    TW_UNROLL
    for (int n = 0; n < 3; ++n) given[f].u[n] += static_cast<Real>(size * added[n]);
  }
};

/// Outwards through the faces of a boundary, with what is given there.
template <class Real>
struct GivenFlowOf {
  const BoundaryFace* faces;
  const State<Real>* given;
  int boundary;
  TW_HD double operator()(int f) const {
    const BoundaryFace& face = faces[f];
    if (face.boundary != boundary || face.is_of_ghost) return 0;
    double sum = 0;
    TW_UNROLL
    for (int n = 0; n < 3; ++n) sum += static_cast<double>(given[f].u[n]) * face.area[n];
    return sum;
  }
};

/// The same velocity for all faces of a boundary, along the outward normal. (10.5)
template <class Real>
struct AddThrough {
  const BoundaryFace* faces;
  State<Real>* given;
  double velocity;
  int boundary;
  TW_HD void operator()(int f) const {
    const BoundaryFace& face = faces[f];
    if (face.boundary != boundary) return;
    const double by_area = velocity / std::sqrt(dot(face.area, face.area));
    TW_UNROLL
    for (int n = 0; n < 3; ++n) given[f].u[n] += static_cast<Real>(by_area * face.area[n]);
  }
};

}  // namespace

template <class Real>
Fluctuations<Real>::Fluctuations(const Parameters& p) : p_(p) {
  for (std::size_t b = 0; b < p.boundaries.size(); ++b)
    if (const auto& turbulence = p.boundaries[b].turbulence)
      inflows_.push_back({static_cast<int>(b), exec::uploaded(random_modes(*turbulence))});
}

template <class Real>
void Fluctuations<Real>::add(const exec::Exec& exec, int count, const BoundaryFace* faces,
                             State<Real>* given, double time, const std::vector<Real>& factors,
                             const transport::Communicator& comm) const {
  for (const Inflow& inflow : inflows_) {
    const int b = inflow.boundary;
    const SyntheticTurbulence& turbulence = *p_.boundaries[grid::index(b)].turbulence;
    AddFluctuation<Real> fluctuation{faces,
                                     inflow.modes.view().data,
                                     given,
                                     {},
                                     static_cast<double>(factors[grid::index(b)]),
                                     b,
                                     static_cast<int>(inflow.modes.size()),
                                     turbulence.is_relative};
    for (std::size_t n = 0; n < 3; ++n) fluctuation.way[n] = time * turbulence.convection[n];
    const auto flow = [&] {
      return exec::parallel_sum<double>(exec, count, GivenFlowOf<Real>{faces, given, b});
    };
    const double before = flow();
    exec::parallel_for(exec, count, fluctuation);
    std::vector<double> sums{flow() - before,
                             exec::parallel_sum<double>(exec, count, AreaOfFaces{faces, b})};
    comm.sum(sums);
    exec::parallel_for(exec, count, AddThrough<Real>{faces, given, -sums[0] / sums[1], b});
  }
}

template class Fluctuations<float>;
template class Fluctuations<double>;

}  // namespace thalweg::flow::inline TW_HALF
