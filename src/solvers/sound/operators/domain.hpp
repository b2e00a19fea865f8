// SPDX-License-Identifier: Apache-2.0
// The problem's grid as the transforms see it. A pipeline splits z, so the last axis of the
// problem becomes its z: in two dimensions the pipeline has ny = 1 and y runs along its z. The
// linear index of a point is the same in both.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "fft/whole_layout.hpp"
#include "solvers/sound/problem/problem.hpp"

namespace thalweg::sound {

/// One axis of the pipeline: points, spacing [m], the absorbing layer, and which component of a
/// vector lies along it (-1: none).
struct Axis {
  int points = 1;
  double spacing = 1;
  AbsorbingLayer layer{};
  int component = -1;
};

struct Domain {
  int dimensions = 3;
  bool axisymmetric = false;  // two dimensions; the pipeline's z is the radius
  std::array<Axis, 3> axis;   // x, y, z of the pipeline
  fft::Layout layout;

  Domain(const Problem& problem, int rank, int ranks, int complex_bytes);

  /// The pipeline's axis along which component c lies.
  const Axis& along(int c) const;
  /// Whether the first point along component c follows the last: no layer absorbs between them.
  bool is_periodic(int c) const;
  /// Wave numbers of the bins that transforms along a pipeline axis have [1/m].
  std::vector<double> wave_numbers(std::size_t a) const;
  std::int64_t plane_points() const { return static_cast<std::int64_t>(layout.nx) * layout.ny; }
  /// This rank's points of the linear index.
  std::int64_t begin() const { return layout.first_plane() * plane_points(); }
  std::int64_t end() const { return begin() + layout.local_planes() * plane_points(); }
};

/// Wave numbers of all bins of an axis [1/m]; the Nyquist mode is negative.
std::vector<double> wave_numbers(const Axis& axis, int bins);

/// exp(-alpha c / dx (l / P)^4 dt / 2) along an axis, for points [begin, end), each moved by
/// `shift` cells (docs/theory/sound.md). `rate`: sound speed times dt.
std::vector<double> layer_factors(const Axis& axis, double rate, double shift, int begin, int end);

}  // namespace thalweg::sound
