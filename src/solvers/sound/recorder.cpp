// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/recorder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace thalweg::sound::inline TW_HALF {

namespace {

template <class Real>
struct SampleAt {
  const Real* field;
  const std::int64_t* at;
  Real* out;
  TW_HD void operator()(int i) const { out[i] = field[at[i]]; }
};

/// A staggered velocity at unstaggered points: its periodic band-limited interpolant along one
/// axis, a sum over the line through the point. (5.1)
template <class Real>
struct SampleColocated {
  const Real* field;
  const std::int64_t* global;  // linear indices of the points
  const double* weights;       // by distance along the axis, modulo its points
  Real* out;
  std::int64_t below;   // points between neighbours along the axis
  int points;           // of the axis
  int begin, end;       // the part of the axis that this rank holds
  std::int64_t origin;  // linear index of this rank's first point
  TW_HD void operator()(int i) const {
    const std::int64_t at = global[i];
    const int place = static_cast<int>(at / below % points);
    const std::int64_t line = at - place * below - origin;
    double sum = 0;
    for (int j = begin; j < end; ++j)
      sum += weights[place >= j ? place - j : place - j + points] *
             static_cast<double>(field[line + j * below]);
    out[i] = static_cast<Real>(sum);
  }
};

template <class Real>
struct TakeExtreme {
  const Real* field;
  Real* extreme;
  Real sign;  // 1: maximum, -1: minimum
  TW_HD void operator()(int, int, int) const {}
  TW_HD void operator()(int i) const {
    if (sign * field[i] > sign * extreme[i]) extreme[i] = field[i];
  }
};

std::vector<double> shift_weights(const Axis& axis) {
  std::vector<double> weights;
  const auto k = wave_numbers(axis, axis.points);
  for (int m = 0; m < axis.points; ++m) {
    double sum = 0;
    for (int bin = 0; bin < axis.points; ++bin)
      if (2 * bin != axis.points)  // the Nyquist mode has no value half-way between points
        sum += std::cos(k[static_cast<std::size_t>(bin)] * axis.spacing * (m - 0.5));
    weights.push_back(sum / axis.points);
  }
  return weights;
}

std::vector<std::int64_t> held(const Sensors& sensors, const Domain& domain) {
  std::vector<std::int64_t> mine;
  for (std::size_t i = 0; i < sensors.points.size(); ++i)
    if (sensors.points[i] >= domain.begin() && sensors.points[i] < domain.end())
      mine.push_back(static_cast<std::int64_t>(i));
  return mine;
}

double start_value(Statistic statistic) {
  constexpr double most = std::numeric_limits<float>::max();
  if (statistic == Statistic::maximum || statistic == Statistic::maximum_all) return -most;
  if (statistic == Statistic::minimum || statistic == Statistic::minimum_all) return most;
  return 0;
}

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
    : domain_(domain), comm_(comm), sink_(sink), first_step_(sensors.first_step),
      total_(static_cast<std::int64_t>(sensors.points.size())), mine_(held(sensors, domain)),
      collector_(comm, mine_, total_), all_points_(exec::uploaded(sensors.points)),
      sampled_({static_cast<int>(total_)}) {
  std::vector<std::int64_t> own, at;
  for (const std::int64_t i : mine_) {
    own.push_back(sensors.points[static_cast<std::size_t>(i)]);
    at.push_back(own.back() - domain.begin());
  }
  own_points_ = exec::uploaded(own);
  at_ = exec::uploaded(at);
  for (const Record& record : sensors.records) add(record);
  // At most 8 MiB per field and flush, so that neither a rank nor the sink holds much.
  constexpr std::int64_t most_values = 1 << 21;
  most_rows_ = std::clamp<std::int64_t>(most_values / std::max<std::int64_t>(1, total_), 1, 4096);
}

template <class Real>
void Recorder<Real>::add(const Record& record) {
  if (record.statistic == Statistic::final) return;
  if (record.statistic == Statistic::maximum_all || record.statistic == Statistic::minimum_all) {
    const int n = static_cast<int>(domain_.end() - domain_.begin());
    const std::vector<Real> start(static_cast<std::size_t>(n),
                                  static_cast<Real>(start_value(record.statistic)));
    everywhere_.push_back({record, exec::uploaded(start)});
    return;
  }
  Taken& taken = taken_of(record.field);
  if (record.statistic == Statistic::raw) {
    taken.raw = true;
  } else {
    taken.statistics.push_back(record.statistic);
    taken.values.emplace_back(mine_.size(), start_value(record.statistic));
  }
  if (!is_colocated(record.field)) return;
  TW_CHECK(record.statistic == Statistic::raw, "colocated velocities are recorded as series only");
  const int c = component_of(record.field);
  weights_[c] = exec::uploaded(shift_weights(domain_.along(c)));
}

template <class Real>
typename Recorder<Real>::Taken& Recorder<Real>::taken_of(Field field) {
  for (Taken& taken : taken_)
    if (taken.field == field) return taken;
  taken_.emplace_back();
  taken_.back().field = field;
  return taken_.back();
}

template <class Real>
bool Recorder<Real>::split(Field field) const {
  return is_colocated(field) && comm_.size() > 1 &&
         &domain_.along(component_of(field)) == &domain_.axis[2];
}

template <class Real>
std::vector<Real> Recorder<Real>::sample(const exec::Exec& exec, Field field,
                                         const RecordedFields<Real>& fields) {
  const int c = component_of(field);
  const Real* data =
      c < 0 ? fields.pressure.data : fields.velocity.data + c * fields.velocity.field_size;
  const bool all = split(field);
  const int count = static_cast<int>(all ? total_ : std::int64_t(mine_.size()));
  if (!is_colocated(field)) {
    exec::parallel_for(exec, count, SampleAt<Real>{data, at_.view().data, sampled_.view().data});
  } else {
    const Axis& axis = domain_.along(c);
    const bool along_z = &axis == &domain_.axis[2];
    const std::int64_t below = along_z                     ? domain_.plane_points()
                               : &axis == &domain_.axis[1] ? domain_.layout.nx
                                                           : 1;
    SampleColocated<Real> kernel{data,
                                 (all ? all_points_ : own_points_).view().data,
                                 weights_[c].view().data,
                                 sampled_.view().data,
                                 below,
                                 axis.points,
                                 0,
                                 axis.points,
                                 domain_.begin()};
    if (along_z) {
      kernel.begin = domain_.layout.first_plane();
      kernel.end = kernel.begin + domain_.layout.local_planes();
    }
    exec::parallel_for(exec, count, kernel);
  }
  std::vector<Real> values(static_cast<std::size_t>(count));
  exec::copy_bytes(exec, values.data(), sampled_.view().data, values.size() * sizeof(Real));
  exec.wait();
  return values;
}

template <class Real>
void Recorder<Real>::take(Taken& taken, const std::vector<Real>& sample) {
  if (taken.raw)
    for (const Real value : sample) taken.rows.push_back(static_cast<float>(value));
  for (std::size_t s = 0; s < taken.statistics.size(); ++s)
    for (std::size_t i = 0; i < mine_.size(); ++i)
      update(taken.statistics[s], taken.values[s][i], static_cast<double>(sample[i]));
}

template <class Real>
void Recorder<Real>::accumulate(const exec::Exec& exec, const Everywhere& all,
                                const RecordedFields<Real>& fields) const {
  const int c = component_of(all.record.field);
  const Real* data =
      c < 0 ? fields.pressure.data : fields.velocity.data + c * fields.velocity.field_size;
  const Real sign = all.record.statistic == Statistic::maximum_all ? 1 : -1;
  auto values = all.values.view();
  exec::parallel_for(exec, values.extent[0],
                     TakeExtreme<Real>{data, const_cast<Real*>(values.data), sign});
}

template <class Real>
void Recorder<Real>::record(const exec::Exec& exec, std::int64_t step,
                            const RecordedFields<Real>& fields) {
  if (step < first_step_) return;
  recorded_ = step - first_step_ + 1;
  for (const Everywhere& all : everywhere_) accumulate(exec, all, fields);
  if (taken_.empty() || total_ == 0) return;
  for (Taken& taken : taken_) take(taken, sample(exec, taken.field, fields));
  if (++rows_ == most_rows_) flush();
}

template <class Real>
void Recorder<Real>::flush() {
  if (rows_ == 0) return;
  const std::int64_t first = recorded_ - rows_;
  for (Taken& taken : taken_) {
    if (!taken.raw) continue;
    std::vector<float> all;
    if (split(taken.field)) {
      std::vector<double> sum(taken.rows.begin(), taken.rows.end());
      comm_.sum(sum);
      all.assign(sum.begin(), sum.end());
    } else {
      all = collector_.gather(taken.rows, rows_);
    }
    if (comm_.is_root() && sink_) sink_->write(taken.field, first, rows_, all.data());
    taken.rows.clear();
  }
  rows_ = 0;
}

template <class Real>
std::vector<float> Recorder<Real>::at_points(const Record& record) const {
  for (const Taken& taken : taken_) {
    if (taken.field != record.field) continue;
    for (std::size_t s = 0; s < taken.statistics.size(); ++s) {
      if (taken.statistics[s] != record.statistic) continue;
      std::vector<float> values;
      const double steps = static_cast<double>(std::max<std::int64_t>(1, recorded_));
      for (const double v : taken.values[s])
        values.push_back(
            static_cast<float>(record.statistic == Statistic::rms ? std::sqrt(v / steps) : v));
      return collector_.gather(values, 1);
    }
  }
  TW_CHECK(false, "a statistic that is not recorded");
}

template <class Real>
std::vector<double> Recorder<Real>::at_all_points(const exec::Exec& exec,
                                                  const Record& record) const {
  for (const Everywhere& all : everywhere_) {
    if (all.record != record) continue;
    std::vector<Real> values(all.values.size());
    exec::copy_bytes(exec, values.data(), all.values.view().data, values.size() * sizeof(Real));
    exec.wait();
    return std::vector<double>(values.begin(), values.end());
  }
  TW_CHECK(false, "a statistic that is not recorded");
}

template <class Real>
void Recorder<Real>::add_grid_state(const exec::Exec& exec, std::vector<StateArray>& arrays) const {
  for (const Everywhere& all : everywhere_)
    arrays.push_back(
        {state_name(all.record.field, all.record.statistic), at_all_points(exec, all.record)});
}

template <class Real>
void Recorder<Real>::set_grid_state(const exec::Exec& exec, const std::vector<StateArray>& arrays) {
  for (Everywhere& all : everywhere_)
    for (const StateArray& array : arrays) {
      if (array.name != state_name(all.record.field, all.record.statistic)) continue;
      const std::vector<Real> values(array.values.begin(), array.values.end());
      exec::copy_bytes(exec, all.values.view().data, values.data(), values.size() * sizeof(Real));
      exec.wait();
    }
}

template <class Real>
std::vector<StateArray> Recorder<Real>::sensor_state() const {
  std::vector<StateArray> arrays;
  for (const Taken& taken : taken_)
    for (std::size_t s = 0; s < taken.statistics.size(); ++s) {
      // As two floats' worth, so that sums keep their digits on the way.
      std::vector<float> high, low;
      for (const double v : taken.values[s]) {
        high.push_back(static_cast<float>(v));
        low.push_back(static_cast<float>(v - static_cast<double>(high.back())));
      }
      const auto a = collector_.gather(high, 1), b = collector_.gather(low, 1);
      std::vector<double> values(a.begin(), a.end());
      for (std::size_t i = 0; i < values.size(); ++i) values[i] += static_cast<double>(b[i]);
      arrays.push_back({state_name(taken.field, taken.statistics[s]), std::move(values)});
    }
  return arrays;
}

template <class Real>
void Recorder<Real>::set_sensor_state(const std::vector<StateArray>& arrays) {
  for (Taken& taken : taken_)
    for (std::size_t s = 0; s < taken.statistics.size(); ++s) {
      const std::string name = state_name(taken.field, taken.statistics[s]);
      const auto found = std::find_if(arrays.begin(), arrays.end(),
                                      [&](const StateArray& a) { return a.name == name; });
      // Only rank 0 knows the arrays, so all ranks ask for each.
      taken.values[s] = collector_.scatter(
          found == arrays.end() ? std::vector<double>(static_cast<std::size_t>(total_),
                                                      start_value(taken.statistics[s]))
                                : found->values);
    }
}

template class Recorder<float>;
template class Recorder<double>;

}  // namespace thalweg::sound::inline TW_HALF
