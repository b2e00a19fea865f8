// SPDX-License-Identifier: Apache-2.0
// Values of a field at sensor points, as kernels: at grid points, moved by half a cell, and between
// grid points. Equation numbers: docs/theory/sound.md.
#pragma once

#include <cstdint>

#include "exec/tiles.hpp"

namespace thalweg::sound::inline TW_HALF {

template <class Real>
struct SampleAt {
  const Real* field;
  const std::int64_t* at;
  Real* out;
  TW_HD void operator()(int i) const { out[i] = field[at[i]]; }
};

/// A staggered velocity at unstaggered points: its periodic band-limited interpolant along one
/// axis, a sum over the line through the point. (5.1) A radial line stands for the long one that
/// continues it (5.5).
template <class Real>
struct SampleColocated {
  const Real* field;
  const std::int64_t* global;  // linear indices of the points
  const double* weights;       // by distance along the axis, modulo the period
  Real* out;
  std::int64_t below;  // points between neighbours along the axis
  int points, period;  // of the axis; longer than it if axisymmetric
  bool radial;
  int begin, end;       // the part of the axis that this rank holds
  std::int64_t origin;  // linear index of this rank's first point
  TW_HD void operator()(int i) const {
    const std::int64_t at = global[i];
    const int place = static_cast<int>(at / below % points);
    const std::int64_t line = at - place * below - origin;
    double sum = 0;
    for (int j = begin; j < end; ++j) {
      double weight = weights[place >= j ? place - j : place - j + period];
      if (radial) weight -= weights[place + j + 1];
      sum += weight * static_cast<double>(field[line + j * below]);
    }
    out[i] = static_cast<Real>(sum);
  }
};

struct TapView {
  const int* index;
  const double* weight;
  const int* count;
  int most;
};

/// A sum of values along x in eight parts, which a core adds at once.
struct Parts {
  double part[8] = {};

  template <class Real>
  TW_HD void add(const Real* values, const double* weights, int count, double factor) {
    int i = 0;
    for (; i + 8 <= count; i += 8) {
      TW_UNROLL
      for (int p = 0; p < 8; ++p)
        part[p] += factor * weights[i + p] * static_cast<double>(values[i + p]);
    }
    for (; i < count; ++i) part[0] += factor * weights[i] * static_cast<double>(values[i]);
  }
  TW_HD double sum() const {
    return ((part[0] + part[1]) + (part[2] + part[3])) +
           ((part[4] + part[5]) + (part[6] + part[7]));
  }
};

/// The value at a place, or this rank's share of it. (5.3) A tile is a place; its planes are summed
/// on their own, so that a device has more than one thread for it.
template <class Real>
struct Interpolate {
  const Real* field;
  TapView x, y, z;
  int ny, nx;
  double* out;

  TW_HD double plane(int place, int tap) const {
    const int *at_y = y.index + place * y.most, first = x.index[place * x.most],
              count = x.count[place], before_end = nx - first < count ? nx - first : count;
    const double *by_x = x.weight + place * x.most, *by_y = y.weight + place * y.most;
    const std::int64_t at_z = z.index[place * z.most + tap];
    Parts parts;
    for (int j = 0; j < y.count[place]; ++j) {
      const Real* row = field + (at_z * ny + at_y[j]) * nx;
      parts.add(row + first, by_x, before_end, by_y[j]);
      parts.add(row, by_x + before_end, count - before_end, by_y[j]);
    }
    return z.weight[place * z.most + tap] * parts.sum();
  }
  TW_HD void operator()(const exec::Team& team) const {
    const Interpolate self = *this;
    const int place = team.tile(), planes = z.count[place];
    double* sums = team.scratch<double>();
    team.for_each(planes, [=](int tap) { sums[tap] = self.plane(place, tap); });
    team.barrier();
    team.for_each(1, [=](int) {
      double sum = 0;
      for (int tap = 0; tap < planes; ++tap) sum += sums[tap];
      self.out[place] = sum;
    });
  }
};

}  // namespace thalweg::sound::inline TW_HALF
