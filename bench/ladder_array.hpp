// SPDX-License-Identifier: Apache-2.0
// Arrays of the ladder's rungs, and the loops over them.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "base/complex.hpp"
#include "exec/exec.hpp"

namespace thalweg::bench::ladder {

using Mode = Complex<float>;

/// Extents of a box of points or of modes.
struct Box {
  int nz = 0, ny = 0, nx = 0;
  std::int64_t size() const { return static_cast<std::int64_t>(nz) * ny * nx; }
  std::int64_t row(int z, int y) const { return (static_cast<std::int64_t>(z) * ny + y) * nx; }
};

/// Who writes to memory first: its pages then lie next to that core.
enum class Touch { one_thread, all_threads };
enum class Loops { plain, vectorised };

/// Zeros, on the pages that the solver's own arrays have, so that rungs differ in what they do.
template <class T>
class Array {
 public:
  Array() = default;
  Array(std::int64_t size, Touch touch)
      : data_(static_cast<T*>(exec::allocate_host(static_cast<std::size_t>(size) * sizeof(T)))) {
    T* values = data_.get();
#pragma omp parallel for schedule(static) if (touch == Touch::all_threads)
    for (std::int64_t i = 0; i < size; ++i) values[i] = T{};
  }
  T* data() const { return data_.get(); }

 private:
  struct Free {
    void operator()(T* data) const { std::free(data); }
  };
  std::unique_ptr<T, Free> data_;
};

template <class T>
Array<T> copied(const std::vector<T>& values, Touch touch) {
  Array<T> array(static_cast<std::int64_t>(values.size()), touch);
  std::copy(values.begin(), values.end(), array.data());
  return array;
}

/// row(z, y)(x) for all points. `Row` objects hold pointers, so that the loop over x is simple.
template <Loops L, class MakeRow>
void for_each_point(const Box& box, const MakeRow& make_row) {
#pragma omp parallel for collapse(2) schedule(static)
  for (int z = 0; z < box.nz; ++z)
    for (int y = 0; y < box.ny; ++y) {
      const auto row = make_row(z, y);
      if constexpr (L == Loops::vectorised) {
#pragma omp simd
        for (int x = 0; x < box.nx; ++x) row(x);
      } else {
        for (int x = 0; x < box.nx; ++x) row(x);
      }
    }
}

/// A table along one axis as a row of points sees it.
template <int Axis, class T>
struct Along {
  const T* table;
  T fixed;
  Along(const std::vector<T>& values, int z, int y)
      : table(values.data()), fixed(values[static_cast<std::size_t>(Axis == 1   ? y
                                                                    : Axis == 2 ? z
                                                                                : 0)]) {}
  T operator()(int x) const { return Axis == 0 ? table[x] : fixed; }
};

}  // namespace thalweg::bench::ladder
