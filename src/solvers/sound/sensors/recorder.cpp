// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/sensors/recorder.hpp"

#include <algorithm>
#include <cmath>

namespace thalweg::sound::inline TW_HALF {

namespace {

constexpr const char* intensity_prefix = "intensity_";

void update(Statistic statistic, double& kept, double value) {
  if (statistic == Statistic::rms) kept += value * value;
  if (statistic == Statistic::maximum) kept = std::max(kept, value);
  if (statistic == Statistic::minimum) kept = std::min(kept, value);
}

std::string state_name(Field field, Statistic statistic) {
  return name_of(field) + "_" + name_of(statistic);
}

}  // namespace

template <class Real>
Recorder<Real>::Recorder(const Sensors& sensors, const Domain& domain,
                         const transport::Communicator& comm, SeriesSink* sink)
    : dimensions_(domain.dimensions), comm_(comm), sink_(sink), first_step_(sensors.first_step),
      total_(sensors.size()), sampler_(sensors, domain),
      collector_(comm, sampler_.own_points(), static_cast<std::int64_t>(sensors.points.size())),
      everywhere_(domain) {
  for (const Record& record : sensors.records) add(record);
  // At most 8 MiB per field and flush, so that neither a rank nor the sink holds much.
  constexpr std::int64_t most_values = 1 << 21;
  most_rows_ = std::clamp<std::int64_t>(most_values / std::max<std::int64_t>(1, total_), 1, 4096);
}

template <class Real>
void Recorder<Real>::add(const Record& record) {
  if (record.statistic == Statistic::final) return;
  if (is_grid_wide(record.statistic)) return everywhere_.add(record);
  if (is_intensity(record.field)) return add_intensity();
  FieldRecord& entry = record_of(record.field);
  if (record.statistic == Statistic::raw) {
    entry.series = entry.joined = true;
    return;
  }
  const double start = start_value(record.statistic);
  const std::size_t own = sampler_.shares_all(record.field) ? 0 : sampler_.own_points().size(),
                    shared = static_cast<std::size_t>(shared_count(entry));
  entry.statistics.push_back({record.statistic, std::vector(own, start),
                              std::vector(comm_.is_root() ? shared : 0, start)});
}

/// All components at once: there is one pressure for them.
template <class Real>
void Recorder<Real>::add_intensity() {
  if (intensity_) return;
  intensity_.emplace(dimensions_, comm_.is_root() ? total_ : 0);
  record_of(Field::pressure).joined = true;
  for (int c = 0; c < dimensions_; ++c)
    record_of(component(Field::colocated_velocity_x, c)).joined = true;
}

template <class Real>
typename Recorder<Real>::FieldRecord& Recorder<Real>::record_of(Field field) {
  for (FieldRecord& entry : fields_)
    if (entry.field == field) return entry;
  sampler_.prepare(field);
  fields_.emplace_back();
  fields_.back().field = field;
  return fields_.back();
}

template <class Real>
std::int64_t Recorder<Real>::shared_count(const FieldRecord& entry) const {
  return sampler_.shares_all(entry.field) ? total_ : total_ - collector_.total();
}

template <class Real>
void Recorder<Real>::take(FieldRecord& entry, const Sample<Real>& sample) {
  if (entry.joined)
    for (const Real value : sample.own) entry.own_rows.push_back(static_cast<float>(value));
  for (StatisticValues& sums : entry.statistics)
    for (std::size_t i = 0; i < sums.own.size(); ++i)
      update(sums.statistic, sums.own[i], static_cast<double>(sample.own[i]));
  entry.share_rows.insert(entry.share_rows.end(), sample.shares.begin(), sample.shares.end());
}

template <class Real>
void Recorder<Real>::record(const exec::Exec& exec, std::int64_t step,
                            const RecordedFields<Real>& fields) {
  if (step < first_step_) return;
  recorded_ = step - first_step_ + 1;
  everywhere_.take(exec, fields);
  if (fields_.empty() || total_ == 0) return;
  for (FieldRecord& entry : fields_) take(entry, sampler_.sample(exec, entry.field, fields));
  if (++rows_ == most_rows_) flush();
}

/// Shares become values, of which rank 0 takes the statistics.
template <class Real>
void Recorder<Real>::take_shared(FieldRecord& entry) {
  comm_.sum(entry.share_rows);
  if (!comm_.is_root()) return;
  const double* value = entry.share_rows.data();
  for (std::int64_t row = 0; row < rows_; ++row, value += shared_count(entry))
    for (StatisticValues& sums : entry.statistics)
      for (std::size_t i = 0; i < sums.shared.size(); ++i)
        update(sums.statistic, sums.shared[i], value[i]);
}

/// Rows of all points, on rank 0.
template <class Real>
std::vector<float> Recorder<Real>::joined_rows(const FieldRecord& entry) const {
  const bool all_shared = sampler_.shares_all(entry.field);
  const std::vector<float> own =
      all_shared ? std::vector<float>{} : collector_.gather(entry.own_rows, rows_);
  std::vector<float> rows;
  if (!comm_.is_root()) return rows;
  const std::int64_t of_grid = all_shared ? 0 : collector_.total(), shared = shared_count(entry);
  for (std::int64_t row = 0; row < rows_; ++row) {
    rows.insert(rows.end(), own.begin() + row * of_grid, own.begin() + (row + 1) * of_grid);
    const auto first = entry.share_rows.begin() + row * shared;
    rows.insert(rows.end(), first, first + shared);
  }
  return rows;
}

template <class Real>
void Recorder<Real>::take_intensity(std::int64_t first,
                                    const std::map<Field, std::vector<float>>& rows) {
  for (std::int64_t row = 0; row < rows_; ++row) {
    const auto of = [&](Field field) { return rows.at(field).data() + row * total_; };
    IntensityRow values{of(Field::pressure), {}};
    for (int c = 0; c < dimensions_; ++c)
      values.velocity[static_cast<std::size_t>(c)] = of(component(Field::colocated_velocity_x, c));
    intensity_->take(first + row, values);
  }
}

template <class Real>
void Recorder<Real>::flush() {
  if (rows_ == 0) return;
  const std::int64_t first = recorded_ - rows_;
  std::map<Field, std::vector<float>> joined;  // on rank 0
  for (FieldRecord& entry : fields_) {
    if (shared_count(entry) > 0) take_shared(entry);
    if (entry.joined) joined[entry.field] = joined_rows(entry);
    if (entry.series && comm_.is_root() && sink_)
      sink_->write(entry.field, first, rows_, joined[entry.field].data());
    entry.own_rows.clear();
    entry.share_rows.clear();
  }
  if (intensity_ && comm_.is_root()) take_intensity(first, joined);
  rows_ = 0;
}

template <class Real>
const typename Recorder<Real>::StatisticValues&
Recorder<Real>::statistic_values(const Record& record) const {
  for (const FieldRecord& entry : fields_)
    for (const StatisticValues& one : entry.statistics)
      if (entry.field == record.field && one.statistic == record.statistic) return one;
  TW_CHECK(false, "a statistic that is not recorded");
}

template <class Real>
std::vector<float> Recorder<Real>::at_points(const Record& record) const {
  if (is_intensity(record.field)) {
    TW_CHECK(intensity_.has_value(), "an intensity that is not recorded");
    const auto mean = intensity_->mean(component_of(record.field), recorded_);
    return std::vector<float>(mean.begin(), mean.end());
  }
  const double steps = static_cast<double>(std::max<std::int64_t>(1, recorded_));
  std::vector<float> own, shared;
  const auto add = [&](std::vector<float>& to, double value) {
    to.push_back(
        static_cast<float>(record.statistic == Statistic::rms ? std::sqrt(value / steps) : value));
  };
  const StatisticValues& found = statistic_values(record);
  for (const double value : found.own) add(own, value);
  for (const double value : found.shared) add(shared, value);
  std::vector<float> all;
  if (!sampler_.shares_all(record.field)) all = collector_.gather(own, 1);
  all.insert(all.end(), shared.begin(), shared.end());
  return all;
}

template <class Real>
void Recorder<Real>::load_grid_state(const exec::Exec& exec, std::int64_t steps,
                                     const StateReader& read) {
  recorded_ = std::max<std::int64_t>(0, steps - first_step_);
  everywhere_.load_state(exec, read);
}

template <class Real>
std::vector<StateArray> Recorder<Real>::sensor_state() const {
  std::vector<StateArray> arrays;
  for (const FieldRecord& entry : fields_)
    for (const StatisticValues& sums : entry.statistics) {
      std::vector<double> values;
      if (!sampler_.shares_all(entry.field)) values = collector_.gather(sums.own);
      values.insert(values.end(), sums.shared.begin(), sums.shared.end());
      arrays.push_back({state_name(entry.field, sums.statistic), std::move(values)});
    }
  if (intensity_)
    Intensity::for_parts(*intensity_, [&](const std::string& name, const auto& values) {
      arrays.push_back({intensity_prefix + name, values});
    });
  return arrays;
}

template <class Real>
void Recorder<Real>::set_sensor_state(const std::vector<StateArray>& arrays) {
  // Only rank 0 knows the arrays, so all ranks ask for each.
  const auto stored = [&](const std::string& name, double otherwise) {
    for (const StateArray& array : arrays)
      if (comm_.is_root() && array.name == name) return array.values;
    return std::vector<double>(static_cast<std::size_t>(total_), otherwise);
  };
  for (FieldRecord& entry : fields_)
    for (StatisticValues& sums : entry.statistics) {
      const auto values =
          stored(state_name(entry.field, sums.statistic), start_value(sums.statistic));
      const auto shared = values.end() - shared_count(entry);
      if (comm_.is_root()) sums.shared.assign(shared, values.end());
      if (!sampler_.shares_all(entry.field))
        sums.own = collector_.scatter({values.begin(), shared});
    }
  if (intensity_ && comm_.is_root())
    Intensity::for_parts(*intensity_, [&](const std::string& name, auto& values) {
      values = stored(intensity_prefix + name, 0);
    });
}

template class Recorder<float>;
template class Recorder<double>;

}  // namespace thalweg::sound::inline TW_HALF
