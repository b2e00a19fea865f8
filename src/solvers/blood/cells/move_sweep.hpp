// SPDX-License-Identifier: Apache-2.0
// How vertices move: with the fluid, and with what the lattice does not give to their speeds. On
// processors several cells at once, on a device a thread for each vertex. docs/theory/blood.md,
// section 7.
#pragma once

#include "exec/exec.hpp"
#include "solvers/blood/membrane/forces.hpp"
#include "solvers/blood/membrane/lane_vertices.hpp"

namespace thalweg::blood::inline TW_HALF {

/// Of this step and the last, so that nothing answers to what changes its sign from step to step.
/// (7.6)
struct TakeMeanOfSteps {
  double* past;  // of the last step, and then of this
  double* speeds;
  TW_HD void operator()(std::int64_t i) const {
    const double now = speeds[i];
    speeds[i] = (past[i] + now) / 2;
    past[i] = now;
  }
};

/// x(t + 1) = x(t) + u. (7.6)
struct MoveVertices {
  const double* speeds;
  double* places;
  TW_HD void operator()(std::int64_t i) const { places[i] += speeds[i]; }
};

/// How far forces move vertices beside what the lattice does, in units of the lattice.
struct Mobilities {
  double along = 0, least_area = 0;  // (7.8)
  double across = 0;                 // (7.16)
};

template <class Real>
struct Push {
  Vector3<Real> normal;
  Real pressure;        // the force along the normal, by area
  Vector3<Real> along;  // what it moves by: with the fluid beside it, and not its mean around
};

/// A vertex moves with the fluid beside it, and not with the mean of a kink. Stiff membranes are
/// taken to have a larger area, so that no vertex goes further than the force on it lasts. (7.8)
template <class Net>
TW_HD auto push_at(const Membrane<double>& m, const Net& vertices, int vertex,
                   const Vector3<typename Net::Number>& force, const Mobilities& mobilities) {
  using Real = typename Net::Number;
  using std::max, std::sqrt;
  const int begin = m.ring_begins[vertex], end = m.ring_begins[vertex + 1];
  const Vector3<Real> top = vertices(vertex);
  Vector3<Real> across{}, last = vertices(m.rings[end - 1]) - top;
  Real sizes = 0;
  for (int n = begin; n < end; ++n) {
    const Vector3<Real> next = vertices(m.rings[n]) - top, triangle = cross(last, next);
    across += triangle;
    sizes += sqrt(dot(triangle, triangle));
    last = next;
  }
  // A third of the triangles around. Where a mesh is crumpled forces are no longer those of a
  // smooth membrane.
  const Real at_rest = m.reference_area / m.elements.vertices;
  const Real area = max(sizes / 6, at_rest / 2);
  Push<Real> push{(1 / sqrt(dot(across, across))) * across, 0, {}};
  const Real outward = dot(force, push.normal);
  push.pressure = outward / area;
  push.along =
      (mobilities.along / max(area, Real(mobilities.least_area))) * (force - outward * push.normal);
  return push;
}

/// pressures(vertex). What a vertex moves by along its normal with the short waves of velocity that
/// the lattice does not carry: of pressures that differ from vertex to vertex. (7.16)
template <class Pressures>
TW_HD auto short_wave_at(const Membrane<double>& m, const Pressures& pressures, int vertex,
                         const Mobilities& mobilities) {
  const int begin = m.ring_begins[vertex], end = m.ring_begins[vertex + 1];
  auto around = pressures(m.rings[begin]);
  for (int n = begin + 1; n < end; ++n) around += pressures(m.rings[n]);
  return mobilities.across * (pressures(vertex) - around / double(end - begin));
}

/// Adds to speeds what forces along the membrane give; pressures are for AddShortWaves.
struct AddAlong {
  CellGroup<double> group;
  const double* forces;  // (cell, coordinate, vertex)
  Mobilities mobilities;
  double* speeds;     // as forces
  double* pressures;  // (cell, vertex)

  TW_HD void operator()(std::int64_t i) const {
    const std::int64_t n = group.membrane.elements.vertices;
    const int cell = static_cast<int>(i / n), vertex = static_cast<int>(i % n);
    const std::int64_t at = 3 * n * cell + vertex;
    const auto push = push_at(group.membrane, group.vertices(cell), vertex,
                              {forces[at], forces[at + n], forces[at + 2 * n]}, mobilities);
    pressures[i] = push.pressure;
    speeds[at] += push.along.x, speeds[at + n] += push.along.y, speeds[at + 2 * n] += push.along.z;
  }
};

struct AddShortWaves {
  CellGroup<double> group;
  const double* pressures;
  Mobilities mobilities;
  double* speeds;

  TW_HD void operator()(std::int64_t i) const {
    const std::int64_t n = group.membrane.elements.vertices;
    const int cell = static_cast<int>(i / n), vertex = static_cast<int>(i % n);
    const double* of_cell = pressures + n * cell;
    const Vector3<double> across = growth_at(group.membrane, group.vertices(cell), vertex);
    const double by = short_wave_at(
                          group.membrane, [&](int v) { return of_cell[v]; }, vertex, mobilities) /
                      std::sqrt(dot(across, across));
    const std::int64_t at = 3 * n * cell + vertex;
    speeds[at] += by * across.x, speeds[at + n] += by * across.y,
        speeds[at + 2 * n] += by * across.z;
  }
};

/// Lists of (cell, coordinate, vertex).
struct VertexMotion {
  const double* forces;
  double *past, *speeds;  // the fluid's: of the last step, and of this
  double* places;
};

/// All at once: a tile is as many cells as there are lanes.
struct MoveLanes {
  Membrane<double> membrane;
  VertexMotion motion;
  int cells;
  Mobilities mobilities;
  bool moves;  // or finds the speeds alone

  static std::size_t scratch_bytes(int vertices) {
    return LaneCells::scratch_bytes(3, vertices) +
           sizeof(Lanes) * static_cast<std::size_t>(vertices);
  }

  void operator()(const exec::Team& team) const {
    const int n = membrane.elements.vertices;
    const LaneCells of{n, cells, team.tile() * lanes};
    const LaneVertices at{team.scratch<double>()}, by{at.at(n)}, normals{by.at(n)};
    double* const pressures = normals.at(n);
    of.load(motion.places, at);
    of.load(motion.forces, by);
    for (int v = 0; v < n; ++v) {
      const auto push = push_at(membrane, at, v, by(v), mobilities);
      by.store(v, push.along);
      normals.store(v, push.normal);
      exec::store_lanes(push.pressure, pressures + std::ptrdiff_t{lanes} * v);
    }
    if (mobilities.across > 0) add_short_waves(pressures, normals, by);
    const TakeMeanOfSteps take_mean{motion.past, motion.speeds};
    const MoveVertices move{motion.speeds, motion.places};
    of.for_each(by, [&](std::ptrdiff_t i, double more) {
      take_mean(i);
      motion.speeds[i] += more;
      if (moves) move(i);
    });
  }

 private:
  void add_short_waves(const double* pressures, const LaneVertices& normals,
                       const LaneVertices& by) const {
    const auto pressure = [&](int v) {
      return exec::load_lanes(pressures + std::ptrdiff_t{lanes} * v);
    };
    for (int v = 0; v < membrane.elements.vertices; ++v)
      by.store(v, by(v) + short_wave_at(membrane, pressure, v, mobilities) * normals(v));
  }
};

inline void mend_speeds(const exec::Exec& exec, const Membrane<double>& membrane,
                        const VertexMotion& motion, int cells, const Mobilities& mobilities,
                        double* pressures) {
  const CellGroup<double> group{membrane, motion.places, nullptr, nullptr};
  const std::int64_t vertices = std::int64_t{membrane.elements.vertices} * cells;
  exec::parallel_for(exec, vertices,
                     AddAlong{group, motion.forces, mobilities, motion.speeds, pressures});
  if (mobilities.across > 0)
    exec::parallel_for(exec, vertices, AddShortWaves{group, pressures, mobilities, motion.speeds});
}

/// Of `cells` cells whose values follow each other. moves: or finds the speeds alone. pressures:
/// for each vertex a number between the sweeps of a device; processors need none.
template <exec::Space space = exec::kernel_space>
void move_vertices(const exec::Exec& exec, const Membrane<double>& membrane,
                   const VertexMotion& motion, int cells, const Mobilities& mobilities, bool moves,
                   double* pressures) {
  if (cells == 0) return;
  const bool are_mended = mobilities.along != 0 || mobilities.across != 0;
  if constexpr (space == exec::Space::host)
    if (are_mended) {
      const MoveLanes kernel{membrane, motion, cells, mobilities, moves};
      return exec::parallel_tiles(exec, LaneCells::tiles(cells),
                                  kernel.scratch_bytes(membrane.elements.vertices), kernel);
    }
  const std::int64_t values = std::int64_t{3} * membrane.elements.vertices * cells;
  exec::parallel_for(exec, values, TakeMeanOfSteps{motion.past, motion.speeds});
  if (are_mended) mend_speeds(exec, membrane, motion, cells, mobilities, pressures);
  if (moves) exec::parallel_for(exec, values, MoveVertices{motion.speeds, motion.places});
}

}  // namespace thalweg::blood::inline TW_HALF
