// SPDX-License-Identifier: Apache-2.0
// Fields at points that the host reads or writes.
#pragma once

#include <vector>

#include "exec/placed_array.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// A field on this rank's planes with the memory that the host knows: on the host the transforms
/// work on it at once, on a device it is copied.
template <class Real>
struct PointBuffer {
  std::vector<Real> values;
  exec::PlacedArray<Real, 4> device;
  exec::Index<4> extent;

  /// space: where kernels see it on a device.
  PointBuffer(exec::Index<4> e, exec::Space space)
      : values(static_cast<std::size_t>(e[0]) * static_cast<std::size_t>(e[1]) *
               static_cast<std::size_t>(e[2]) * static_cast<std::size_t>(e[3])),
        extent(e) {
    if constexpr (exec::kernel_space == exec::Space::device) device = {e, space};
  }
  exec::View<Real, 4> view() {
    if constexpr (exec::kernel_space == exec::Space::device)
      return device.view();
    else
      return {values.data(), extent};
  }
  /// To the host.
  void fetch(const exec::Exec& exec) {
    if constexpr (exec::kernel_space == exec::Space::device) {
      exec::copy_bytes(exec, values.data(), device.view().data, values.size() * sizeof(Real));
      exec.wait();
    }
  }
  /// From the host.
  void send(const exec::Exec& exec) {
    if constexpr (exec::kernel_space == exec::Space::device) {
      exec::copy_bytes(exec, device.view().data, values.data(), values.size() * sizeof(Real));
      exec.wait();
    }
  }
};

}  // namespace thalweg::turbulence::inline TW_HALF
