// SPDX-License-Identifier: Apache-2.0
// Host values brought to where kernels can read them.
#pragma once

#include <vector>

#include "exec/array.hpp"

namespace thalweg::exec::inline TW_HALF {

/// A copy of `values` in kernel space.
template <class T>
Array<T, 1> uploaded(const std::vector<T>& values) {
  const int n = static_cast<int>(values.size());
  Array<T, 1> array({n});
  Exec exec;
  copy(exec, array.view(), View<const T, 1, Space::host>{values.data(), {n}});
  exec.wait();
  return array;
}

/// The same, rounded to another type.
template <class T, class From>
Array<T, 1> uploaded_as(const std::vector<From>& values) {
  return uploaded(std::vector<T>(values.begin(), values.end()));
}

}  // namespace thalweg::exec::inline TW_HALF
