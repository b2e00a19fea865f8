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
  Real* sum;
  TW_HD void operator()(int i) const { sum[i] += field[i] * field[i]; }
};

std::string state_name(const Record& record) {
  return name_of(record.field) + "_" + name_of(record.statistic);
}

}  // namespace

template <class Real>
void GridStatistics<Real>::add(const Record& record) {
  const std::vector<Real> start(static_cast<std::size_t>(size_),
                                static_cast<Real>(start_value(record.statistic)));
  kept_.push_back({record, exec::uploaded(start)});
}

template <class Real>
void GridStatistics<Real>::take(const exec::Exec& exec, const RecordedFields<Real>& fields) {
  for (Kept& kept : kept_) {
    const int c = component_of(kept.record.field), count = static_cast<int>(size_);
    const Real* data =
        c < 0 ? fields.pressure.data : fields.velocity.data + c * fields.velocity.field_size;
    Real* values = kept.values.view().data;
    const Statistic s = kept.record.statistic;
    if (s == Statistic::rms_all)
      exec::parallel_for(exec, count, AddSquare<Real>{data, values});
    else
      exec::parallel_for(
          exec, count,
          TakeExtreme<Real>{data, values, static_cast<Real>(s == Statistic::maximum_all ? 1 : -1)});
  }
}

template <class Real>
std::vector<double> GridStatistics<Real>::stored(const exec::Exec& exec, const Kept& kept) const {
  std::vector<Real> values(kept.values.size());
  exec::copy_bytes(exec, values.data(), kept.values.view().data, values.size() * sizeof(Real));
  exec.wait();
  return std::vector<double>(values.begin(), values.end());
}

template <class Real>
std::vector<double> GridStatistics<Real>::values(const exec::Exec& exec, const Record& record,
                                                 std::int64_t steps) const {
  for (const Kept& kept : kept_) {
    if (kept.record != record) continue;
    std::vector<double> values = stored(exec, kept);
    if (record.statistic == Statistic::rms_all)
      for (double& value : values)
        value = std::sqrt(value / static_cast<double>(std::max<std::int64_t>(1, steps)));
    return values;
  }
  TW_CHECK(false, "a statistic that is not recorded");
}

template <class Real>
void GridStatistics<Real>::add_state(const exec::Exec& exec,
                                     std::vector<StateArray>& arrays) const {
  for (const Kept& kept : kept_) arrays.push_back({state_name(kept.record), stored(exec, kept)});
}

template <class Real>
void GridStatistics<Real>::set_state(const exec::Exec& exec,
                                     const std::vector<StateArray>& arrays) {
  for (Kept& kept : kept_)
    for (const StateArray& array : arrays) {
      if (array.name != state_name(kept.record)) continue;
      const std::vector<Real> values(array.values.begin(), array.values.end());
      exec::copy_bytes(exec, kept.values.view().data, values.data(), values.size() * sizeof(Real));
      exec.wait();
    }
}

template class GridStatistics<float>;
template class GridStatistics<double>;

}  // namespace thalweg::sound::inline TW_HALF
