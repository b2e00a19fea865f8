// SPDX-License-Identifier: Apache-2.0
#include "io/checkpoint/stored_rows.hpp"

namespace thalweg::io {

Stored stored_as(hid_t dataset) {
  const hdf5::Handle type(H5Dget_type(dataset), "type of an array");
  const std::size_t size = H5Tget_size(type);
  if (H5Tget_class(type) == H5T_INTEGER && size == sizeof(std::int64_t)) return Stored::integers;
  if (H5Tget_class(type) != H5T_FLOAT) return Stored::other;
  if (size == sizeof(double)) return Stored::doubles;
  return size == sizeof(float) ? Stored::floats : Stored::other;
}

namespace {

/// A part of an array in memory.
template <class T>
class Window {
 public:
  Window(hid_t dataset, const Rows& rows) : dataset_(dataset), rows_(rows) {
    const auto& n = rows.global;
    row_ = n[1] * n[2] * n[3];
    const std::int64_t row_bytes = std::max<std::int64_t>(1, row_ * std::int64_t{sizeof(T)});
    // Of many runs what lies between them is read too.
    most_bytes_ = std::int64_t{1} << (rows.runs.size() > 1 ? 22 : 26);
    most_rows_ = std::max<std::int64_t>(1, most_bytes_ / row_bytes);
  }

  std::int64_t row() const { return row_; }
  /// The row's values, and how many rows follow it in memory, itself included.
  std::pair<const T*, std::int64_t> at(std::int64_t row) {
    if (row < loaded_.first || row >= loaded_.first + loaded_.count) load(row);
    return {values_.data() + (row - loaded_.first) * row_, loaded_.first + loaded_.count - row};
  }

 private:
  void load(std::int64_t first) {
    const auto& n = rows_.global;
    loaded_ = {first, std::min(most_rows_, rows_.end() - first)};
    values_.resize(static_cast<std::size_t>(loaded_.count * row_));
    hdf5::for_each_piece({{first, 0, 0, 0}, {loaded_.count, n[1], n[2], n[3]}}, most_bytes_,
                         [&](const hdf5::Box& piece, std::int64_t from) {
                           hdf5::read_piece(dataset_, piece, values_.data() + from);
                         });
  }

  hid_t dataset_;
  const Rows& rows_;
  std::int64_t row_, most_bytes_, most_rows_;
  std::vector<T> values_;
  RowRun loaded_;
};

template <class T>
void scan(hid_t dataset, Stored stored, const Rows& rows, RowHash& hash, const Consumer& consume) {
  Window<T> window(dataset, rows);
  std::int64_t given = 0;
  for (const auto& [first, count] : rows.runs) {
    hash.go_to(first);
    for (std::int64_t row = first; row < first + count;) {
      const auto [values, there] = window.at(row);
      const std::int64_t part = std::min(there, first + count - row);
      hash.add(values, part * window.row() * std::int64_t{sizeof(T)});
      consume(stored, values, given, part * window.row());
      given += part * window.row();
      row += part;
    }
  }
}

}  // namespace

void scan_rows(hid_t dataset, Stored stored, const Rows& rows, RowHash& hash,
               const Consumer& consume) {
  if (stored == Stored::doubles) scan<double>(dataset, stored, rows, hash, consume);
  if (stored == Stored::floats) scan<float>(dataset, stored, rows, hash, consume);
  if (stored == Stored::integers) scan<std::int64_t>(dataset, stored, rows, hash, consume);
}

}  // namespace thalweg::io
