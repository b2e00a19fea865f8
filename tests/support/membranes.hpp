// SPDX-License-Identifier: Apache-2.0
// One cell by itself: its vertices, what it measures, and the forces on it.
#pragma once

#include "exec/exec.hpp"
#include "solvers/blood/membrane/force_sweep.hpp"
#include "solvers/blood/membrane/reference_shape.hpp"

namespace thalweg::blood::inline TW_HALF {

class OneCell {
 public:
  OneCell(const Mesh& net, Quadrature quadrature, const Moduli& moduli)
      : OneCell(net, loop_elements(net, quadrature), moduli) {}
  OneCell(const Mesh& net, const Elements& elements, const Moduli& moduli)
      : tables_(net, elements, moduli), n_(tables_.vertices()), x_(3 * count()), f_(3 * count()) {
    for (std::size_t d = 0; d < 3; ++d)
      for (std::size_t v = 0; v < count(); ++v) x_[d * count() + v] = net.vertices[v][d];
  }

  std::size_t count() const { return static_cast<std::size_t>(n_); }
  std::vector<double>& places() { return x_; }
  double& place(std::size_t v, std::size_t d) { return x_[d * count() + v]; }
  double force(std::size_t v, std::size_t d) const { return f_[d * count() + v]; }

  /// Sums over the cell; the last call's stay.
  const std::vector<double>& measure() {
    const auto x = exec::uploaded(x_);
    exec::Array<double, 1> to({measures});
    exec::parallel_tiles(
        exec_, 1, MeasureCells<double>::scratch_bytes,
        MeasureCells<double>{{tables_.view(), x.view().data, nullptr, nullptr}, to.view().data});
    return measured_ = exec::downloaded(exec_, to.view());
  }
  double energy() { return measure()[measured_energy]; }

  /// With global terms as the measures say.
  void find_forces() {
    const auto x = exec::uploaded(x_);
    exec::Array<double, 1> f({3 * n_});
    ForceScratch scratch;
    scratch.make_room(1, tables_.points());
    find_membrane_forces(exec_, tables_.view(), x.view().data, 1, scratch, f.view().data);
    f_ = exec::downloaded(exec_, f.view());
  }

 private:
  exec::Exec exec_;
  SpeciesTables<double> tables_;
  int n_;
  std::vector<double> x_, f_, measured_;
};

/// The control net whose surface passes through the vertices of a unit icosphere.
inline Mesh unit_sphere_net(int refinement) {
  return fitted_control_net(surface_of({ShapeOfCell::sphere, {1, 1, 1}}, refinement));
}

/// A unit icosphere, some of whose edges join the other two corners of their triangles: vertices
/// have 4 to 8 neighbours, as in meshes from files.
inline Mesh irregular_sphere(int refinement) {
  Mesh mesh = icosphere(refinement);
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 7) {
    const Neighbours neighbours(mesh);
    const auto [a, b, c] = mesh.triangles[t];
    const int d = neighbours.after(b, a);  // across the edge from a to b
    if (neighbours.count(a) < 5 || neighbours.count(b) < 5 || neighbours.count(c) > 7 ||
        neighbours.count(d) > 7)
      continue;
    for (auto& other : mesh.triangles)
      for (std::size_t k = 0; k < 3; ++k)
        if (other[k] == b && other[(k + 1) % 3] == a) {
          mesh.triangles[t] = {a, d, c};
          other = {d, b, c};
          break;
        }
  }
  return mesh;
}

}  // namespace thalweg::blood::inline TW_HALF
