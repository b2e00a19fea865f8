// SPDX-License-Identifier: Apache-2.0
// What the sensors take of each step. Rows are kept for some steps and then brought together and
// handed to the sink in one piece, so that neither messages nor files wait in every step.
#pragma once

#include <optional>

#include "solvers/sound/sensors/collect.hpp"
#include "solvers/sound/sensors/grid_statistics.hpp"
#include "solvers/sound/sensors/intensity.hpp"

namespace thalweg::sound::inline TW_HALF {

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

  /// statistic() of WaveSolver, for points and for the whole grid, under names of its own.
  std::vector<float> at_points(const Record& record) const;
  std::vector<double> at_all_points(const exec::Exec& exec, const Record& record) const {
    return everywhere_.values(exec, record, recorded_);
  }
  void save_grid_state(const exec::Exec& exec, const StateVisitor& visit) const {
    everywhere_.save_state(exec, visit);
  }
  /// After so many steps of the run.
  void load_grid_state(const exec::Exec& exec, std::int64_t steps, const StateReader& read);
  std::vector<StateArray> sensor_state() const;
  void set_sensor_state(const std::vector<StateArray>& arrays);

 private:
  /// A statistic of one field: of this rank's own points, taken in each step, and on rank 0 of the
  /// shared ones, taken when their rows are brought together.
  struct StatisticValues {
    Statistic statistic;
    std::vector<double> own, shared;
  };
  struct FieldRecord {
    Field field = Field::pressure;
    bool series = false;  // for the sink
    bool joined = false;  // all points' rows go to rank 0, for the sink or the intensity
    std::vector<StatisticValues> statistics;
    std::vector<float> own_rows;  // since the last flush, of the series
    std::vector<double> share_rows;
  };
  void add(const Record& record);
  FieldRecord& record_of(Field field);
  void add_intensity();
  const StatisticValues& statistic_values(const Record& record) const;
  std::int64_t shared_count(const FieldRecord& entry) const;
  void take(FieldRecord& entry, const Sample<Real>& sample);
  void take_shared(FieldRecord& entry);
  std::vector<float> joined_rows(const FieldRecord& entry) const;
  void take_intensity(std::int64_t first, const std::map<Field, std::vector<float>>& rows);

  int dimensions_;
  transport::Communicator comm_;
  SeriesSink* sink_;
  std::int64_t first_step_, total_;
  Sampler<Real> sampler_;
  Collector collector_;
  std::vector<FieldRecord> fields_;
  GridStatistics<Real> everywhere_;
  std::optional<Intensity> intensity_;  // gathered on rank 0
  std::int64_t recorded_ = 0;           // steps so far
  std::int64_t rows_ = 0;               // of them not flushed
  std::int64_t most_rows_ = 1;
};

}  // namespace thalweg::sound::inline TW_HALF
