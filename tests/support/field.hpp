// SPDX-License-Identifier: Apache-2.0
// A field in kernel space that a test writes and reads on the host.
#pragma once

#include <vector>

#include "exec/exec.hpp"
#include "exec/upload.hpp"

namespace thalweg::test::inline TW_HALF {

/// The route that is possible wherever fields of this half lie, without trials.
inline constexpr const char* plain_route =
    exec::kernel_space == exec::Space::device ? "staged" : "direct";

template <class T>
class Field {
 public:
  explicit Field(const std::vector<T>& values) : values_(exec::uploaded(values)) {}

  T* data() { return values_.view().data; }
  exec::Array<T, 1>& array() { return values_; }
  void write(const std::vector<T>& values) {
    const exec::Exec exec;
    exec::copy_bytes(exec, data(), values.data(), values.size() * sizeof(T));
    exec.wait();
  }
  /// What there is once the work given to exec is done.
  std::vector<T> read(const exec::Exec& exec) { return exec::downloaded(exec, values_.view()); }

 private:
  exec::Array<T, 1> values_;
};

}  // namespace thalweg::test::inline TW_HALF
