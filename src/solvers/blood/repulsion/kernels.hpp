// SPDX-License-Identifier: Apache-2.0
// Vertices in bins, and the forces between those of different cells and from walls. A vertex sums
// up what it gets in the order of bins and of vertices within them, so sums do not depend on
// threads. docs/theory/blood.md, section 7.
#pragma once

#include <cmath>

#include "solvers/blood/coupling/transfer.hpp"
#include "solvers/blood/repulsion/law.hpp"

namespace thalweg::blood::inline TW_HALF {

/// Cubes that cover a rank's places and what is within range of them. Lengths in spacings.
struct Bins {
  double origin[3];
  double inverse_side;
  int count[3];

  TW_HD int all() const { return count[0] * count[1] * count[2]; }
  TW_HD int along(int d, double x) const {
    return static_cast<int>(std::floor((x - origin[d]) * inverse_side));
  }
  /// The number after the last one for places outside.
  TW_HD int bin(const double* place) const {
    int at[3];
    for (int d = 0; d < 3; ++d) {
      at[d] = along(d, place[d]);
      if (at[d] < 0 || at[d] >= count[d]) return all();
    }
    return (at[2] * count[1] + at[1]) * count[0] + at[0];
  }
};

/// A vertex of this rank or a copy of another's.
struct Spot {
  double place[3];
  std::int64_t cell;
};

/// For vertices that lie in memory alike; `first` is the number of the first of them.
struct ListSpots {
  VertexValues<const double> places;
  const std::int64_t* cells;  // of each
  std::int64_t first;
  Bins bins;
  Spot* spots;
  int *keys, *numbers;

  TW_HD void operator()(std::int64_t i) const {
    const VertexValue<const double> place = places(places.index(i));
    const std::int64_t n = first + i;
    Spot spot{{place[0], place[1], place[2]}, cells[n]};
    spots[n] = spot;
    keys[n] = bins.bin(spot.place);
    numbers[n] = static_cast<int>(n);
  }
};

/// Where each bin begins in the sorted list, from the keys of neighbours there; i to the number of
/// vertices.
struct FindBegins {
  const int* keys;
  std::int64_t vertices;
  int bins;
  int* begins;  // bins + 1

  TW_HD void operator()(std::int64_t i) const {
    const int before = i == 0 ? -1 : keys[i - 1], here = i == vertices ? bins : keys[i];
    for (int bin = before + 1; bin <= here && bin <= bins; ++bin) begins[bin] = static_cast<int>(i);
  }
};

/// Distances to the wall by node, negative beyond it; none where there are no walls. [spacings]
struct WallDistances {
  Nodes nodes;
  const double* distances;

  /// At a place, and how it grows along each axis; false where nodes around are not known.
  TW_HD bool at(const double* place, double& distance, double* growth) const {
    int low[3];
    double part[3];
    for (int d = 0; d < 3; ++d) {
      const double floor = std::floor(place[d]);
      low[d] = static_cast<int>(floor);
      part[d] = place[d] - floor;
    }
    distance = growth[0] = growth[1] = growth[2] = 0;
    for (int corner = 0; corner < 8; ++corner) {
      const int over[3] = {corner & 1, corner >> 1 & 1, corner >> 2};
      const int node = nodes.node(low[2] + over[2], low[1] + over[1], low[0] + over[0]);
      if (node < 0) return false;
      double weight[3], sign[3];
      for (int d = 0; d < 3; ++d) {
        weight[d] = over[d] == 1 ? part[d] : 1 - part[d];
        sign[d] = over[d] == 1 ? 1 : -1;
      }
      const double value = distances[node];
      distance += weight[0] * weight[1] * weight[2] * value;
      growth[0] += sign[0] * weight[1] * weight[2] * value;
      growth[1] += weight[0] * sign[1] * weight[2] * value;
      growth[2] += weight[0] * weight[1] * sign[2] * value;
    }
    return true;
  }
};

/// For vertices that lie in memory alike: the force on those whose place is this rank's, none on
/// others. (7.11)
struct RepelVertices {
  RepulsionLaw law;
  Bins bins;
  const Spot* spots;
  const int *begins, *numbers;
  double lower[3], upper[3];  // of this rank's places
  WallDistances wall;
  std::int64_t first;
  VertexValues<double> to;

  TW_HD void operator()(std::int64_t i) const {
    const Spot& spot = spots[first + i];
    double force[3] = {0, 0, 0};
    if (is_here(spot.place)) {
      add_others(spot, force);
      if (wall.distances != nullptr) add_wall(spot.place, force);
    }
    const VertexValue<double> of = to(to.index(i));
    for (int d = 0; d < 3; ++d) of[d] = force[d];
  }

 private:
  TW_HD bool is_here(const double* place) const {
    for (int d = 0; d < 3; ++d)
      if (!(place[d] >= lower[d] && place[d] < upper[d])) return false;
    return true;
  }
  TW_HD void add_others(const Spot& spot, double* force) const {
    int at[3];
    for (int d = 0; d < 3; ++d) at[d] = bins.along(d, spot.place[d]);
    for (int z = at[2] - 1; z <= at[2] + 1; ++z)
      for (int y = at[1] - 1; y <= at[1] + 1; ++y) {
        if (z < 0 || z >= bins.count[2] || y < 0 || y >= bins.count[1]) continue;
        const int row = (z * bins.count[1] + y) * bins.count[0];
        const int from = at[0] > 0 ? at[0] - 1 : 0,
                  end = at[0] + 2 < bins.count[0] ? at[0] + 2 : bins.count[0];
        if (from >= end) continue;
        for (int n = begins[row + from]; n < begins[row + end]; ++n)
          add_one(spot, spots[numbers[n]], force);
      }
  }
  TW_HD void add_one(const Spot& spot, const Spot& other, double* force) const {
    if (other.cell == spot.cell) return;
    double way[3], square = 0;
    for (int d = 0; d < 3; ++d) {
      way[d] = spot.place[d] - other.place[d];
      square += way[d] * way[d];
    }
    if (square >= law.range * law.range || square == 0) return;
    const double distance = std::sqrt(square);
    const double factor = law.strength * push(law, distance) / distance;
    for (int d = 0; d < 3; ++d) force[d] += factor * way[d];
  }
  TW_HD void add_wall(const double* place, double* force) const {
    double distance, growth[3];
    if (!wall.at(place, distance, growth) || !(distance < law.range)) return;
    const double size =
        std::sqrt(growth[0] * growth[0] + growth[1] * growth[1] + growth[2] * growth[2]);
    if (size == 0) return;
    const double factor = law.wall_strength * push(law, distance) / size;
    for (int d = 0; d < 3; ++d) force[d] += factor * growth[d];
  }
};

/// forces += repulsion.
struct AddRepulsion {
  const double* repulsion;
  double* forces;
  TW_HD void operator()(std::int64_t i) const { forces[i] += repulsion[i]; }
};

}  // namespace thalweg::blood::inline TW_HALF
