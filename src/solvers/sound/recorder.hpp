// SPDX-License-Identifier: Apache-2.0
// What the sensors take of each step. Series are kept for some steps and then handed to the sink in
// one piece, so that neither messages nor files wait in every step.
#pragma once

#include <optional>

#include "solvers/sound/collect.hpp"
#include "solvers/sound/kernels.hpp"
#include "solvers/sound/sensors.hpp"
#include "solvers/sound/wave_solver.hpp"

namespace thalweg::sound::inline TW_HALF {

/// The fields that are recorded from: pressure (1 component), velocity.
template <class Real>
struct RecordedFields {
  PointFields<Real> pressure, velocity;
};

template <class Real>
class Recorder {
 public:
  /// Collective. The domain and the sink must outlive the recorder.
  Recorder(const Sensors& sensors, const Domain& domain, const transport::Communicator& comm,
           SeriesSink* sink);

  /// Take step number `step` (from 0), which has just been computed. Collective.
  void record(const exec::Exec& exec, std::int64_t step, const RecordedFields<Real>& fields);
  /// Collective.
  void flush();

  /// Those of WaveSolver, but `final`.
  std::vector<float> at_points(const Record& record) const;
  std::vector<double> at_all_points(const exec::Exec& exec, const Record& record) const;
  void add_grid_state(const exec::Exec& exec, std::vector<StateArray>& arrays) const;
  void set_grid_state(const exec::Exec& exec, const std::vector<StateArray>& arrays);
  std::vector<StateArray> sensor_state() const;
  void set_sensor_state(const std::vector<StateArray>& arrays);

 private:
  /// What is taken of one field at the points.
  struct Taken {
    Field field = Field::pressure;
    bool raw = false;
    std::vector<Statistic> statistics;
    std::vector<std::vector<double>> values;  // of each statistic, at this rank's points
    std::vector<float> rows;                  // of the series, since the last flush
  };
  struct Everywhere {
    Record record;
    exec::Array<Real, 1> values;
  };

  void add(const Record& record);
  Taken& taken_of(Field field);
  std::vector<Real> sample(const exec::Exec& exec, Field field, const RecordedFields<Real>& fields);
  void take(Taken& taken, const std::vector<Real>& sample);
  void accumulate(const exec::Exec& exec, const Everywhere& all,
                  const RecordedFields<Real>& fields) const;
  bool split(Field field) const;  // whether every rank has a part of every point's value

  const Domain& domain_;
  transport::Communicator comm_;
  SeriesSink* sink_;
  std::int64_t first_step_, total_;
  std::vector<std::int64_t> mine_;  // numbers of this rank's sensor points
  Collector collector_;
  exec::Array<std::int64_t, 1> all_points_;  // of all sensors, global linear indices
  exec::Array<std::int64_t, 1> own_points_;  // of those on this rank
  exec::Array<std::int64_t, 1> at_;          // the same, local linear indices
  exec::Array<double, 1> weights_[3];        // of the spectral shift, by component
  exec::Array<Real, 1> sampled_;
  std::vector<Taken> taken_;
  std::vector<Everywhere> everywhere_;
  std::int64_t recorded_ = 0;  // steps so far
  std::int64_t rows_ = 0;      // of them not flushed
  std::int64_t most_rows_ = 1;
};

}  // namespace thalweg::sound::inline TW_HALF
