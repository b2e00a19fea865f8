// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/forces.hpp"

#include <algorithm>

namespace thalweg::flow {

using geometry::Vector, grid::index;
using simulation::Scalar;

namespace {

constexpr const char* unit_of_force = "length^4/time^2";

bool belongs_to(const BoundaryFace& face, const Body& body) {
  return std::find(body.boundaries.begin(), body.boundaries.end(), face.boundary) !=
         body.boundaries.end();
}

Vector force_of(const Traction& t) {
  return {t.pressure[0] + t.viscous[0], t.pressure[1] + t.viscous[1], t.pressure[2] + t.viscous[2]};
}

/// Sums over faces of all ranks, one behind the other: of each boundary what presses and what
/// drags, then the moment of each body.
class Sums {
 public:
  Sums(const Parameters& p, const std::vector<BoundaryFace>& faces,
       const std::vector<Traction>& tractions, const transport::Communicator& comm)
      : bodies_(6 * p.boundaries.size()), values_(bodies_ + 3 * p.bodies.size()) {
    for (std::size_t f = 0; f < faces.size(); ++f)
      if (!faces[f].is_of_ghost && is_wall(faces[f].condition)) add(p, faces[f], tractions[f]);
    comm.sum(values_);
  }

  Traction of_boundary(std::size_t n) const {
    Traction t;
    for (std::size_t d = 0; d < 3; ++d) {
      t.pressure[d] = values_[6 * n + d];
      t.viscous[d] = values_[6 * n + 3 + d];
    }
    return t;
  }
  Vector moment(std::size_t body) const {
    const double* at = &values_[bodies_ + 3 * body];
    return {at[0], at[1], at[2]};
  }

 private:
  void add(const Parameters& p, const BoundaryFace& face, const Traction& traction) {
    for (std::size_t d = 0; d < 3; ++d) {
      values_[6 * index(face.boundary) + d] += traction.pressure[d];
      values_[6 * index(face.boundary) + 3 + d] += traction.viscous[d];
    }
    const Vector centre{face.centre[0], face.centre[1], face.centre[2]};
    for (std::size_t n = 0; n < p.bodies.size(); ++n) {
      if (!belongs_to(face, p.bodies[n])) continue;
      const Vector arm = geometry::plus(centre, p.bodies[n].centre, -1),
                   moment = geometry::cross(arm, force_of(traction));
      for (std::size_t d = 0; d < 3; ++d) values_[bodies_ + 3 * n + d] += moment[d];
    }
  }

  std::size_t bodies_;  // where their moments begin
  std::vector<double> values_;
};

void append(const std::string& name, const char* unit, const Vector& v, std::vector<Scalar>& to) {
  for (std::size_t d = 0; d < 3; ++d) to.push_back({name + '_' + "xyz"[d], unit, v[d]});
}

void append_family(const std::string& family, const Traction& t, std::vector<Scalar>& to) {
  const auto vector = [](const double(&v)[3]) { return Vector{v[0], v[1], v[2]}; };
  append("force_" + family, unit_of_force, force_of(t), to);
  append("force_pressure_" + family, unit_of_force, vector(t.pressure), to);
  append("force_viscous_" + family, unit_of_force, vector(t.viscous), to);
}

void append_body(const Body& body, const Vector& force, const Vector& moment,
                 std::vector<Scalar>& to) {
  to.push_back({"drag_" + body.name, "1", geometry::dot(force, body.drag) / body.unit_of_force});
  to.push_back({"lift_" + body.name, "1", geometry::dot(force, body.lift) / body.unit_of_force});
  append("moment_" + body.name, "1",
         {moment[0] / body.unit_of_moment, moment[1] / body.unit_of_moment,
          moment[2] / body.unit_of_moment},
         to);
}

std::vector<Scalar> all_of(const Parameters& p, const Sums& sums) {
  std::vector<Scalar> all;
  Vector whole{};
  for (std::size_t n = 0; n < p.boundaries.size(); ++n)
    if (is_wall(p.boundaries[n].condition))
      whole = geometry::plus(whole, force_of(sums.of_boundary(n)));
  append("wall_force", unit_of_force, whole, all);
  for (std::size_t n = 0; n < p.boundaries.size(); ++n)
    if (is_wall(p.boundaries[n].condition))
      append_family(p.boundaries[n].family, sums.of_boundary(n), all);
  for (std::size_t n = 0; n < p.bodies.size(); ++n) {
    Vector force{};
    for (const int boundary : p.bodies[n].boundaries)
      force = geometry::plus(force, force_of(sums.of_boundary(index(boundary))));
    append_body(p.bodies[n], force, sums.moment(n), all);
  }
  return all;
}

}  // namespace

std::vector<Scalar> force_scalars(const Parameters& p, const std::vector<BoundaryFace>& faces,
                                  const std::vector<Traction>& tractions,
                                  const transport::Communicator& comm) {
  return all_of(p, Sums(p, faces, tractions, comm));
}

std::vector<std::string> force_columns(const Parameters& p) {
  std::vector<std::string> names;
  for (const Scalar& scalar : force_scalars(p, {}, {}, transport::Communicator::self()))
    names.push_back(scalar.name);
  return names;
}

}  // namespace thalweg::flow
