// SPDX-License-Identifier: Apache-2.0
// A species of cells as kernels need it: elements, reference shape, moduli; and the reference state
// that they are held to.
#pragma once

#include <vector>

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

template <class Real>
class SpeciesTables {
 public:
  /// net: the control net at rest, in the units of the moduli.
  /// elements: of this net.
  SpeciesTables(const Mesh& net, const Elements& elements, const Moduli& moduli);

  Membrane<Real> view() const;
  int vertices() const { return vertices_; }
  int points() const { return points_; }
  double reference_area() const { return area_; }
  double reference_volume() const { return volume_; }

 private:
  std::vector<double> reference_of(const Mesh& net, const Elements& elements);
  void list_rings(const Mesh& net);

  int points_, vertices_, width_;
  Moduli moduli_;
  double area_ = 0, volume_ = 0;
  exec::Array<Real, 1> areas_, factors_, reference_;
  exec::Array<int, 1> support_, begins_, places_, ring_begins_, rings_;
};

}  // namespace thalweg::blood::inline TW_HALF
