// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/boundary/conditions.hpp"

#include <algorithm>

namespace thalweg::flow::inline TW_HALF {

namespace {

template <class Real>
struct SetGiven {
  const BoundaryFace* faces;
  const Real* factors;  // of each boundary
  State<Real>* given;
  TW_HD void operator()(int f) const {
    const BoundaryFace& face = faces[f];
    if (face.condition == Condition::convective) return;
    const Real factor = factors[face.boundary];
    const bool is_of_pressure = face.condition == Condition::outflow;
    given[f].p = static_cast<Real>(face.pressure) * (is_of_pressure ? factor : 1);
    TW_UNROLL
    for (int n = 0; n < 3; ++n) given[f].u[n] = static_cast<Real>(face.velocity[n]) * factor;
  }
};

template <class Real>
struct HoldVelocities {
  const BoundaryFace* faces;
  const Real* state;
  State<Real>* given;
  std::int64_t size;
  TW_HD void operator()(int f) const {
    if (faces[f].condition == Condition::convective) given[f] = load(state, size, faces[f].cell);
  }
};

/// From the face to where its velocity was at the beginning of a step, in spacings.
template <class Real>
TW_HD Real spacings_back(const BoundaryFace& face, const Geometry<Real>& geometry, Real way) {
  Real area[3];
  area_of(face, area);
  return way * std::sqrt(dot(area, area)) / geometry.volume[face.cell];
}

template <class Real>
struct SpacingsBack {
  Geometry<Real> geometry;
  const BoundaryFace* faces;
  Real way;
  int boundary;
  TW_HD double operator()(int f) const {
    if (faces[f].boundary != boundary) return 0;
    return static_cast<double>(spacings_back(faces[f], geometry, way));
  }
};

/// The velocity that was a way upstream of the face, on a line through two cells. (4.12)
template <class Real>
struct CarryOut {
  Geometry<Real> geometry;
  const BoundaryFace* faces;
  const Real* state;
  State<Real>* given;
  Real way;  // outwards, in a step
  int boundary;
  TW_HD void operator()(int f) const {
    const BoundaryFace& face = faces[f];
    if (face.boundary != boundary) return;
    constexpr auto most = static_cast<Real>(most_spacings);
    const Real spacings = spacings_back(face, geometry, way);
    const auto to_face = static_cast<Real>(face.onwards);
    const Real onwards = to_face * (1 - 2 * (spacings < most ? spacings : most));
    given[f] = combined(1 + onwards, load(state, geometry.size, face.cell), -onwards,
                        load(state, geometry.size, face.cell + face.inwards));
  }
};

/// Outwards through the faces of a boundary, by the velocity of their cells.
template <class Real>
struct FlowOut {
  const BoundaryFace* faces;
  const Real* state;
  std::int64_t size;
  int boundary;
  TW_HD double operator()(int f) const {
    const BoundaryFace& face = faces[f];
    if (face.boundary != boundary || face.is_of_ghost) return 0;
    Real area[3];
    area_of(face, area);
    return static_cast<double>(dot(load(state, size, face.cell).u, area));
  }
};

/// Outwards through faces whose velocity is given.
template <class Real>
struct GivenFlow {
  const BoundaryFace* faces;
  const State<Real>* given;
  TW_HD double operator()(int f) const {
    const BoundaryFace& face = faces[f];
    const bool is_given =
        face.condition == Condition::inflow || face.condition == Condition::convective;
    if (!is_given || face.is_of_ghost) return 0;
    double sum = 0;
    TW_UNROLL
    for (int n = 0; n < 3; ++n) sum += static_cast<double>(given[f].u[n]) * face.area[n];
    return sum;
  }
};

/// The same for all: along the outward normal.
template <class Real>
struct AddOutwards {
  const BoundaryFace* faces;
  State<Real>* given;
  Real velocity;
  TW_HD void operator()(int f) const {
    if (faces[f].condition != Condition::convective) return;
    Real area[3];
    area_of(faces[f], area);
    const Real factor = velocity / std::sqrt(dot(area, area));
    TW_UNROLL
    for (int n = 0; n < 3; ++n) given[f].u[n] += factor * area[n];
  }
};

template <class Body>
double sum_over(const exec::Exec& exec, int count, const Body& body) {
  return exec::parallel_sum<double>(exec, count, body);
}

}  // namespace

template <class Real>
Conditions<Real>::Conditions(std::vector<BoundaryFace> faces, const Parameters& p,
                             const transport::Communicator& comm, const exec::Exec& exec)
    : host_faces_(std::move(faces)), p_(p), comm_(comm), exec_(exec),
      faces_(exec::uploaded(host_faces_)), given_({static_cast<std::int64_t>(host_faces_.size())}),
      fluctuations_(p) {
  set_time(0);
}

template <class Real>
bool Conditions<Real>::has(Condition condition) const {
  return std::any_of(p_.boundaries.begin(), p_.boundaries.end(),
                     [&](const Boundary& b) { return b.condition == condition; });
}

template <class Real>
void Conditions<Real>::set_time(double time) {
  if (is_steady_) return;
  std::vector<Real> factors;
  is_steady_ = !fluctuations_.are_there();
  for (const Boundary& boundary : p_.boundaries) {
    factors.push_back(static_cast<Real>(boundary.factor(time)));
    is_steady_ = is_steady_ && boundary.factor.is_constant();
  }
  const auto table = exec::uploaded(exec_, factors);
  exec::parallel_for(exec_, count(),
                     SetGiven<Real>{faces(), table.view().data, given_.view().data});
  fluctuations_.add(exec_, count(), faces(), given_.view().data, time, factors, comm_);
  exec_.wait();
}

template <class Real>
void Conditions<Real>::hold(const Real* state, std::int64_t size) {
  if (carries_out())
    exec::parallel_for(exec_, count(),
                       HoldVelocities<Real>{faces(), state, given_.view().data, size});
}

template <class Real>
double Conditions<Real>::speed_of(int boundary, const Real* state, std::int64_t size) const {
  if (const auto speed = p_.boundaries[grid::index(boundary)].speed) return *speed;
  std::vector<double> sums{sum_over(exec_, count(), FlowOut<Real>{faces(), state, size, boundary}),
                           sum_over(exec_, count(), AreaOfFaces{faces(), boundary})};
  comm_.sum(sums);
  return std::max(0.0, sums[0] / sums[1]);
}

template <class Real>
void Conditions<Real>::carry_out(const Geometry<Real>& geometry, const Real* state, double step) {
  furthest_ = 0;
  for (int n = 0; n < static_cast<int>(p_.boundaries.size()); ++n) {
    if (p_.boundaries[grid::index(n)].condition != Condition::convective) continue;
    const auto way = static_cast<Real>(speed_of(n, state, geometry.size) * step);
    furthest_ = std::max(
        furthest_,
        exec::parallel_max<double>(exec_, count(), SpacingsBack<Real>{geometry, faces(), way, n}));
    exec::parallel_for(exec_, count(),
                       CarryOut<Real>{geometry, faces(), state, given_.view().data, way, n});
  }
  furthest_ = comm_.max(furthest_);
  if (!has(Condition::outflow) && !has(Condition::far_field)) balance();
}

/// (4.13)
template <class Real>
void Conditions<Real>::balance() {
  std::vector<double> sums{sum_over(exec_, count(), GivenFlow<Real>{faces(), given_.view().data}),
                           sum_over(exec_, count(), AreaOfFaces{faces(), -1})};
  comm_.sum(sums);
  exec::parallel_for(
      exec_, count(),
      AddOutwards<Real>{faces(), given_.view().data, static_cast<Real>(-sums[0] / sums[1])});
}

template class Conditions<float>;
template class Conditions<double>;

}  // namespace thalweg::flow::inline TW_HALF
