// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/measures/forces.hpp"

#include <algorithm>

namespace thalweg::flow {

using geometry::Vector, grid::index;
using simulation::Scalar;

namespace {

constexpr const char* unit_of_force = "length^4/time^2";

bool has(const std::vector<int>& numbers, int number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

Vector force_of(const Traction& t) {
  return {t.pressure[0] + t.viscous[0], t.pressure[1] + t.viscous[1], t.pressure[2] + t.viscous[2]};
}

/// Sums over the surfaces of all ranks, one behind the other: of each boundary, then of each
/// immersed body, what presses and what drags; the moment of each body; the momentum that each
/// immersed one takes.
class Sums {
 public:
  Sums(const Parameters& p, const std::vector<BoundaryFace>& faces,
       const std::vector<Traction>& tractions, const std::vector<ImmersedForce>& immersed,
       const transport::Communicator& comm)
      : moments_(6 * (p.boundaries.size() + p.immersed.size())),
        momenta_(moments_ + 3 * p.bodies.size()), values_(momenta_ + 3 * p.immersed.size()) {
    for (std::size_t f = 0; f < faces.size(); ++f) {
      if (faces[f].is_of_ghost || !is_wall(faces[f].condition)) continue;
      const Vector centre{faces[f].centre[0], faces[f].centre[1], faces[f].centre[2]};
      add(index(faces[f].boundary), tractions[f]);
      add_moments(p, centre, force_of(tractions[f]),
                  [&](const Body& body) { return has(body.boundaries, faces[f].boundary); });
    }
    for (const ImmersedForce& part : immersed) {
      add(p.boundaries.size() + index(part.body), part.traction);
      for (std::size_t d = 0; d < 3; ++d)
        values_[momenta_ + 3 * index(part.body) + d] += part.momentum[d];
      add_moments(p, part.centre, part.momentum,
                  [&](const Body& body) { return has(body.immersed, part.body); });
    }
    comm.sum(values_);
  }

  /// n: of boundaries, then of immersed bodies.
  Traction of_surface(std::size_t n) const {
    Traction t;
    for (std::size_t d = 0; d < 3; ++d) {
      t.pressure[d] = values_[6 * n + d];
      t.viscous[d] = values_[6 * n + 3 + d];
    }
    return t;
  }
  Vector moment(std::size_t body) const { return vector_at(moments_ + 3 * body); }
  Vector momentum(std::size_t immersed) const { return vector_at(momenta_ + 3 * immersed); }

 private:
  Vector vector_at(std::size_t n) const { return {values_[n], values_[n + 1], values_[n + 2]}; }

  void add(std::size_t surface, const Traction& traction) {
    for (std::size_t d = 0; d < 3; ++d) {
      values_[6 * surface + d] += traction.pressure[d];
      values_[6 * surface + 3 + d] += traction.viscous[d];
    }
  }
  template <class IsPart>
  void add_moments(const Parameters& p, const Vector& place, const Vector& force,
                   IsPart is_part_of) {
    for (std::size_t n = 0; n < p.bodies.size(); ++n) {
      if (!is_part_of(p.bodies[n])) continue;
      const Vector arm = geometry::plus(place, p.bodies[n].centre, -1),
                   moment = geometry::cross(arm, force);
      for (std::size_t d = 0; d < 3; ++d) values_[moments_ + 3 * n + d] += moment[d];
    }
  }

  std::size_t moments_, momenta_;  // where they begin
  std::vector<double> values_;
};

void append(const std::string& name, const char* unit, const Vector& v, std::vector<Scalar>& to) {
  for (std::size_t d = 0; d < 3; ++d) to.push_back({name + '_' + "xyz"[d], unit, v[d]});
}

void append_surface(const std::string& family, const Traction& t, std::vector<Scalar>& to) {
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
      whole = geometry::plus(whole, force_of(sums.of_surface(n)));
  append("wall_force", unit_of_force, whole, all);
  for (std::size_t n = 0; n < p.boundaries.size(); ++n)
    if (is_wall(p.boundaries[n].condition))
      append_surface(p.boundaries[n].family, sums.of_surface(n), all);
  for (std::size_t n = 0; n < p.immersed.size(); ++n) {
    append_surface(p.immersed[n].name, sums.of_surface(p.boundaries.size() + n), all);
    append("force_momentum_" + p.immersed[n].name, unit_of_force, sums.momentum(n), all);
  }
  for (std::size_t n = 0; n < p.bodies.size(); ++n) {
    Vector force{};
    for (const int boundary : p.bodies[n].boundaries)
      force = geometry::plus(force, force_of(sums.of_surface(index(boundary))));
    for (const int number : p.bodies[n].immersed)
      force = geometry::plus(force, sums.momentum(index(number)));
    append_body(p.bodies[n], force, sums.moment(n), all);
  }
  return all;
}

}  // namespace

std::vector<Scalar> force_scalars(const Parameters& p, const std::vector<BoundaryFace>& faces,
                                  const std::vector<Traction>& tractions,
                                  const std::vector<ImmersedForce>& immersed,
                                  const transport::Communicator& comm) {
  return all_of(p, Sums(p, faces, tractions, immersed, comm));
}

std::vector<std::string> force_columns(const Parameters& p) {
  std::vector<std::string> names;
  for (const Scalar& scalar : force_scalars(p, {}, {}, {}, transport::Communicator::self()))
    names.push_back(scalar.name);
  return names;
}

}  // namespace thalweg::flow
