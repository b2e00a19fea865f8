// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/sensors/collect.hpp"

#include <algorithm>
#include <string>

namespace thalweg::sound {

namespace {

template <class T>
std::string packed(const std::vector<T>& values) {
  return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

template <class T>
std::vector<T> unpacked(const std::string& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  // Not memcpy: a rank that owns no sensor sends nothing, and null is no argument of memcpy's.
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(values.data()));
  return values;
}

}  // namespace

Collector::Collector(const transport::Communicator& comm, const std::vector<std::int64_t>& local,
                     std::int64_t total)
    : comm_(comm), local_(local), total_(total) {
  for (const std::string& bytes : comm_.gather(packed(local)))
    of_rank_.push_back(unpacked<std::int64_t>(bytes));
}

template <class T>
std::vector<T> Collector::gather(const std::vector<T>& rows, std::int64_t row_count) const {
  const auto texts = comm_.gather(packed(rows));
  if (!comm_.is_root()) return {};
  std::vector<T> all(static_cast<std::size_t>(row_count * total_));
  for (std::size_t rank = 0; rank < texts.size(); ++rank) {
    const auto part = unpacked<T>(texts[rank]);
    const auto& points = of_rank_[rank];
    std::size_t from = 0;
    for (std::int64_t row = 0; row < row_count; ++row)
      for (const std::int64_t point : points)
        all[static_cast<std::size_t>(row * total_ + point)] = part[from++];
  }
  return all;
}

template std::vector<float> Collector::gather(const std::vector<float>&, std::int64_t) const;
template std::vector<double> Collector::gather(const std::vector<double>&, std::int64_t) const;

std::vector<double> Collector::scatter(const std::vector<double>& all) const {
  std::vector<double> values(static_cast<std::size_t>(total_));
  if (comm_.is_root()) values = all;
  comm_.broadcast(values);
  std::vector<double> mine;
  for (const std::int64_t point : local_) mine.push_back(values[static_cast<std::size_t>(point)]);
  return mine;
}

}  // namespace thalweg::sound
