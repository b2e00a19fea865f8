// SPDX-License-Identifier: Apache-2.0
// A species of cells as kernels need it: elements, reference shape, moduli; and the reference state
// that they are held to.
#pragma once

#include <vector>

#include "exec/exec.hpp"
#include "exec/upload.hpp"
#include "solvers/blood/membrane/elements.hpp"
#include "solvers/blood/membrane/energy.hpp"

namespace thalweg::blood::inline TW_HALF {

/// Views of SpeciesTables.
template <class Real>
struct Membrane {
  ElementTables<Real> elements;
  Reference<Real> reference;
  const int *ring_begins, *rings;  // neighbours of each vertex, anticlockwise
  Moduli moduli;
  Real reference_area, reference_volume;  // of the surface; of the control net
};

/// The reference state of another size: areas and metrics grow as the square of lengths, curvatures
/// n.x,ab as lengths. (7.13)
template <class Real>
struct ScaleReference {
  const Real* full;
  Real* scaled;
  int points;
  Real scale;
  TW_HD void operator()(std::int64_t i) const {
    constexpr int first_of_curvature = 4;
    scaled[i] = full[i] * (i / points < first_of_curvature ? scale * scale : scale);
  }
};

template <class Real>
class SpeciesTables {
 public:
  /// net: the control net at rest, in the units of the moduli.
  /// elements: of this net.
  SpeciesTables(const Mesh& net, const Elements& elements, const Moduli& moduli);

  Membrane<Real> view() const;
  /// From here on cells are at rest with all lengths so many times as long. (7.13)
  void scale_reference(const exec::Exec& exec, double scale);
  int vertices() const { return vertices_; }
  int points() const { return points_; }
  /// Of the full size.
  double reference_area() const { return area_; }
  double reference_volume() const { return volume_; }

 private:
  std::vector<double> reference_of(const Mesh& net, const Elements& elements);
  void list_rings(const Mesh& net);

  int points_, vertices_, width_;
  Moduli moduli_;
  double area_ = 0, volume_ = 0, scale_ = 1;
  exec::Array<Real, 1> areas_, factors_, reference_;
  exec::Array<Real, 1> scaled_;  // of another size; none at the full one
  exec::Array<int, 1> support_, row_of_, begins_, ring_begins_, rings_;
  exec::Array<PointOfVertex, 1> points_of_;
};

}  // namespace thalweg::blood::inline TW_HALF
