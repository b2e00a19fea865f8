// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/sensors/grid_statistics.hpp"

#include <algorithm>
#include <cmath>

#include "exec/upload.hpp"

namespace thalweg::sound::inline TW_HALF {

namespace {

template <class Real>
struct TakeExtreme {
  const Real* field;
  Real* extreme;
  Real sign;  // 1: maximum, -1: minimum
  TW_HD void operator()(int i) const {
    if (sign * field[i] > sign * extreme[i]) extreme[i] = field[i];
  }
};

template <class Real>
struct AddSquare {
  const Real* field;
  double* sum;
  TW_HD void operator()(int i) const {
    const auto value = static_cast<double>(field[i]);
    sum[i] += value * value;
  }
};

std::string state_name(const Record& record) {
  return name_of(record.field) + "_" + name_of(record.statistic);
}

template <class T>
std::vector<double> downloaded(const exec::Exec& exec, const exec::Array<T, 1>& array) {
  std::vector<T> values(array.size());
  exec::copy_bytes(exec, values.data(), array.view().data, values.size() * sizeof(T));
  exec.wait();
  return std::vector<double>(values.begin(), values.end());
}

/// In the memory that is there: a device may have none for another array.
template <class T>
void set(const exec::Exec& exec, exec::Array<T, 1>& to, const std::vector<double>& values) {
  const std::vector<T> rounded(values.begin(), values.end());
  exec::copy_bytes(exec, to.view().data, rounded.data(), rounded.size() * sizeof(T));
  exec.wait();
}

}  // namespace

template <class Real>
void GridStatistics<Real>::add(const Record& record) {
  running_.push_back({record, {}, {}});
  const auto size = static_cast<std::size_t>(size_);
  const double start = start_value(record.statistic);
  if (record.statistic == Statistic::rms_all)
    running_.back().squares = exec::uploaded(std::vector<double>(size, start));
  else
    running_.back().extremes = exec::uploaded(std::vector<Real>(size, static_cast<Real>(start)));
}

template <class Real>
void GridStatistics<Real>::take(const exec::Exec& exec, const RecordedFields<Real>& fields) {
  for (Running& running : running_) {
    const int c = component_of(running.record.field), count = static_cast<int>(size_);
    const Real* data =
        c < 0 ? fields.pressure.data : fields.velocity.data + c * fields.velocity.field_size;
    const Statistic s = running.record.statistic;
    if (s == Statistic::rms_all)
      exec::parallel_for(exec, count, AddSquare<Real>{data, running.squares.view().data});
    else
      exec::parallel_for(
          exec, count,
          TakeExtreme<Real>{data, running.extremes.view().data,
                            static_cast<Real>(s == Statistic::maximum_all ? 1 : -1)});
  }
}

template <class Real>
std::vector<double> GridStatistics<Real>::stored(const exec::Exec& exec,
                                                 const Running& running) const {
  return running.squares.size() > 0 ? downloaded(exec, running.squares)
                                    : downloaded(exec, running.extremes);
}

template <class Real>
std::vector<double> GridStatistics<Real>::values(const exec::Exec& exec, const Record& record,
                                                 std::int64_t steps) const {
  for (const Running& running : running_) {
    if (running.record != record) continue;
    std::vector<double> values = stored(exec, running);
    if (record.statistic == Statistic::rms_all)
      for (double& value : values)
        value = std::sqrt(value / static_cast<double>(std::max<std::int64_t>(1, steps)));
    return values;
  }
  TW_CHECK(false, "a statistic that is not recorded");
}

template <class Real>
void GridStatistics<Real>::save_state(const exec::Exec& exec, const StateVisitor& visit) const {
  for (const Running& running : running_)
    visit({state_name(running.record), stored(exec, running)});
}

template <class Real>
void GridStatistics<Real>::load_state(const exec::Exec& exec, const StateReader& read) {
  for (Running& running : running_) {
    const auto values = read(state_name(running.record));
    if (!values) continue;
    if (running.squares.size() > 0)
      set(exec, running.squares, *values);
    else
      set(exec, running.extremes, *values);
  }
}

template class GridStatistics<float>;
template class GridStatistics<double>;

}  // namespace thalweg::sound::inline TW_HALF
