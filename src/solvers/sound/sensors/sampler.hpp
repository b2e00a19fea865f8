// SPDX-License-Identifier: Apache-2.0
// Fields at the sensor points. A rank holds some points alone; of the others every rank has a
// share, a sum over those of its grid points that the value depends on.
#pragma once

#include <map>

#include "solvers/sound/operators/domain.hpp"
#include "solvers/sound/operators/point_views.hpp"
#include "solvers/sound/problem/sensors.hpp"

namespace thalweg::sound::inline TW_HALF {

/// The fields that are recorded from: pressure (1 component), velocity.
template <class Real>
struct RecordedFields {
  PointFields<Real> pressure, velocity;
};

/// What this rank takes of one field at one step.
template <class Real>
struct Sample {
  std::vector<Real> own;       // of own_points(), or of none where all points are shared
  std::vector<double> shares;  // of the points between grid points; or of all
};

template <class Real>
class Sampler {
 public:
  /// The domain must outlive the sampler.
  Sampler(const Sensors& sensors, const Domain& domain);

  /// Get ready to sample a field. Once for each, before the first sample.
  void prepare(Field field);
  /// Whether all points of a field are shared, those of the grid too: velocities that are moved
  /// along the axis that ranks split.
  bool shares_all(Field field) const;
  /// The numbers of the sensor points on the grid that this rank holds.
  const std::vector<std::int64_t>& own_points() const { return own_; }
  Sample<Real> sample(const exec::Exec& exec, Field field, const RecordedFields<Real>& fields);

 private:
  /// Taps of all places along one axis: of place i the first count[i] of row i.
  struct TapTable {
    exec::Array<int, 2> index;
    exec::Array<double, 2> weight;
    exec::Array<int, 1> count;
  };
  using Around = std::array<TapTable, 3>;  // by axis of the pipeline

  bool is_radial(int component) const;
  Around taps_of(Field field) const;
  TapTable taps_along(std::size_t axis, Field field) const;
  void sample_grid(const exec::Exec& exec, const Real* data, Sample<Real>& sample);
  void sample_colocated(const exec::Exec& exec, Field field, const Real* data,
                        Sample<Real>& sample);
  void sample_places(const exec::Exec& exec, Field field, const Real* data, Sample<Real>& sample);

  const Domain& domain_;
  std::vector<std::array<double, 3>> places_;
  int reach_;
  std::vector<std::int64_t> own_;
  exec::Array<std::int64_t, 1> all_points_;  // of the grid, global linear indices
  exec::Array<std::int64_t, 1> own_points_;  // of those on this rank
  exec::Array<std::int64_t, 1> at_;          // the same, local linear indices
  exec::Array<double, 1> shift_[3];          // weights of the spectral shift, by component
  std::map<Field, Around> around_;
  exec::Array<Real, 1> sampled_;
  exec::Array<double, 1> interpolated_;
};

}  // namespace thalweg::sound::inline TW_HALF
