// SPDX-License-Identifier: Apache-2.0
// Forces that keep vertices of different cells apart, and away from walls. Each rank finds those of
// the places in its box, of its own vertices and of copies. docs/theory/blood.md, section 7.
#pragma once

#include <vector>

#include "exec/upload.hpp"
#include "grid/lattice.hpp"
#include "solvers/blood/repulsion/kernels.hpp"

namespace thalweg::blood::inline TW_HALF {

class Repulsion {
 public:
  /// Vertices that lie in memory alike: the number of the first, their places, and where their
  /// forces go.
  struct Part {
    std::int64_t first;
    VertexValues<const double> places;
    VertexValues<double> forces;
    std::int64_t vertices;
  };

  /// law: in units of the lattice. box: this rank's part of the lattice, which may be empty.
  /// distances: of wall_distances.
  Repulsion(const RepulsionLaw& law, const grid::Lattice& lattice, const grid::Box& box,
            const std::vector<double>& distances);

  /// Other vertices from here on, own ones first and then copies: the cell of each.
  void set_vertices(const exec::Exec& exec, const std::vector<std::int64_t>& cells);
  /// Three values for each vertex, where it has its place.
  double* forces() { return forces_.view().data; }
  /// Where all vertices are now.
  void list(const exec::Exec& exec, const std::vector<Part>& parts);
  /// After that, the forces on those of a part; on those that lie elsewhere none.
  void find(const exec::Exec& exec, const Nodes& nodes, const Part& part);

 private:
  RepulsionLaw law_;
  Bins bins_{};
  double lower_[3] = {}, upper_[3] = {};  // of places that are here
  exec::Array<double, 1> distances_, forces_;
  exec::Array<std::int64_t, 1> cells_;
  exec::Array<Spot, 1> spots_;
  exec::Array<int, 1> keys_, numbers_, begins_;
};

}  // namespace thalweg::blood::inline TW_HALF
