// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/eddies/subgrid_model.hpp"

#include <cmath>

#include "exec/upload.hpp"
#include "solvers/flow/eddies/subgrid_models.hpp"

namespace thalweg::flow::inline TW_HALF {

namespace {

/// to = length^2 (1 - exp(-y+ / 25))^2, of all values of the arena: of ghosts 0. (7.3)
template <class Real>
struct DampTowardsWalls {
  const Real *squared_length, *distance;
  const int* nearest;
  const Real* inverse_unit;  // friction velocity over 25 times the viscosity, of each wall face
  Real* to;

  TW_HD void operator()(std::int64_t cell) const {
    const Real factor = 1 - std::exp(-distance[cell] * inverse_unit[nearest[cell]]);
    to[cell] = factor * factor * squared_length[cell];
  }
};

/// The gradient is that of (3.6), at the middle of a cell.
template <Subgrid model, class Real>
struct ComputeEddyViscosity {
  Geometry<Real> geometry;
  const Real *state, *squared_length;
  Real* to;

  TW_HD void operator()(int block, int k, int j, int i) const {
    const grid::BlockPlace place = geometry.places[block];
    const std::int64_t size = geometry.size, cell = place.at(k, j, i);
    const Real by_volume = Real(0.5) / geometry.volume[cell];
    Real g[3][3] = {};
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      const std::int64_t step = step_along(place, axis);
      Real s[3];
      geometry.mean_at(axis, cell, cell, s);
      TW_UNROLL
      for (int n = 0; n < 3; ++n) {
        const Real* u = state + (n + 1) * size + cell;
        const Real d = by_volume * (u[step] - u[-step]);
        TW_UNROLL
        for (int m = 0; m < 3; ++m) g[n][m] += d * s[m];
      }
    }
    to[cell] = squared_length[cell] * subgrid_rate<model>(g);
  }
};

/// |tau| of a wall, over density, by the force and the area of a face. (6.8)
double shear_of(const Traction& traction, const double (&area)[3]) {
  const double squared = dot(area, area), through = dot(traction.viscous, area) / squared;
  double shear[3];
  for (int n = 0; n < 3; ++n) shear[n] = traction.viscous[n] - through * area[n];
  return std::sqrt(dot(shear, shear) / squared);
}

}  // namespace

template <class Real>
SubgridModel<Real>::SubgridModel(const Parameters& p, const MeshLevel& mesh,
                                 const grid::BlockArena& arena, const std::vector<double>& volume,
                                 const std::vector<BoundaryFace>& faces,
                                 const transport::Communicator& comm)
    : kind_(p.turbulence.kind), viscosity_(p.viscosity) {
  const double constant = p.turbulence.constant;
  const double factor = kind_ == Subgrid::vreman ? constant : constant * constant;
  std::vector<Real> squared(volume.size());
  for (std::size_t n = 0; n < volume.size(); ++n)
    squared[n] = static_cast<Real>(factor * std::pow(volume[n], 2.0 / 3));
  squared_length_ = exec::uploaded(squared);
  if (kind_ == Subgrid::smagorinsky && p.turbulence.is_damped && viscosity_ > 0)
    find_walls(mesh, arena, faces, comm);
}

template <class Real>
void SubgridModel<Real>::find_walls(const MeshLevel& mesh, const grid::BlockArena& arena,
                                    const std::vector<BoundaryFace>& faces,
                                    const transport::Communicator& comm) {
  walls_ = wall_faces(*mesh.mesh, faces, comm);
  if (walls_.all.empty()) return;
  std::vector<Real> distance;
  std::vector<int> nearest;
  for (const NearestWall& wall : nearest_walls(mesh, arena, walls_.all)) {
    distance.push_back(static_cast<Real>(wall.distance));
    nearest.push_back(wall.face);
  }
  distance_ = exec::uploaded(distance);
  nearest_ = exec::uploaded(nearest);
  damped_ = exec::Array<Real, 1>({static_cast<std::int64_t>(distance.size())});
}

template <class Real>
void SubgridModel<Real>::follow_walls(const exec::Exec& exec,
                                      const std::vector<BoundaryFace>& faces,
                                      const std::vector<Traction>& tractions,
                                      const transport::Communicator& comm) {
  std::vector<double> inverse_unit(walls_.all.size());
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (walls_.number[f] >= 0)
      inverse_unit[static_cast<std::size_t>(walls_.number[f])] =
          std::sqrt(shear_of(tractions[f], faces[f].area)) / (25 * viscosity_);
  comm.sum(inverse_unit);
  const auto table = exec::uploaded(std::vector<Real>(inverse_unit.begin(), inverse_unit.end()));
  exec::parallel_for(exec, static_cast<std::int64_t>(damped_.size()),
                     DampTowardsWalls<Real>{std::as_const(squared_length_).view().data,
                                            std::as_const(distance_).view().data,
                                            std::as_const(nearest_).view().data, table.view().data,
                                            damped_.view().data});
  exec.wait();  // for the table
}

template <class Real>
template <Subgrid kind>
void SubgridModel<Real>::compute_by(const exec::Exec& exec, const exec::Blocks<>& cells,
                                    const Geometry<Real>& geometry, const Real* state,
                                    Real* to) const {
  const Real* squared_length = (follows_walls() ? damped_ : squared_length_).view().data;
  exec::parallel_for(exec, cells,
                     ComputeEddyViscosity<kind, Real>{geometry, state, squared_length, to});
}

template <class Real>
void SubgridModel<Real>::compute(const exec::Exec& exec, const exec::Blocks<>& cells,
                                 const Geometry<Real>& geometry, const Real* state,
                                 Real* to) const {
  if (kind_ == Subgrid::smagorinsky)
    compute_by<Subgrid::smagorinsky>(exec, cells, geometry, state, to);
  else if (kind_ == Subgrid::wale)
    compute_by<Subgrid::wale>(exec, cells, geometry, state, to);
  else
    compute_by<Subgrid::vreman>(exec, cells, geometry, state, to);
}

template class SubgridModel<float>;
template class SubgridModel<double>;

}  // namespace thalweg::flow::inline TW_HALF
