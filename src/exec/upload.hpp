// SPDX-License-Identifier: Apache-2.0
// Host values brought to where kernels can read them, and back.
#pragma once

#include <vector>

#include "exec/array.hpp"

namespace thalweg::exec::inline TW_HALF {

/// A copy of `values` in space S, in the order of exec. `values` may change at once.
template <Space S = kernel_space, class T>
Array<T, 1, S> uploaded(const Exec& exec, const std::vector<T>& values) {
  const auto n = static_cast<std::int64_t>(values.size());
  Array<T, 1, S> array({n}, Contents::undefined);
  copy(exec, array.view(), View<const T, 1, Space::host>{values.data(), {n}});
  return array;
}

/// A copy of `values` in space S for set-up: complete on return.
template <Space S = kernel_space, class T>
Array<T, 1, S> uploaded(const std::vector<T>& values) {
  const Exec exec;
  Array<T, 1, S> array = uploaded<S>(exec, values);
  exec.wait();
  return array;
}

/// A copy of `values` rounded to type T, complete on return.
template <class T, class From>
Array<T, 1> uploaded_as(const std::vector<From>& values) {
  return uploaded(std::vector<T>(values.begin(), values.end()));
}

/// The values of a list in any space, once the work given to exec is done: waits for it.
template <class T, Space S>
std::vector<std::remove_const_t<T>> downloaded(const Exec& exec, View<T, 1, S> list) {
  std::vector<std::remove_const_t<T>> values(list.size());
  copy(exec, View<std::remove_const_t<T>, 1, Space::host>{values.data(), list.extent}, list);
  exec.wait();
  return values;
}

}  // namespace thalweg::exec::inline TW_HALF
