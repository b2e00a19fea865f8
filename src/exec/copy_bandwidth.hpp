// SPDX-License-Identifier: Apache-2.0
// The bandwidth of the bus between host and device, measured.
#pragma once

#include <cstddef>

#include "exec/exec.hpp"

namespace thalweg::exec::inline TW_HALF {

/// Bytes per second of copies of so many bytes, at most 64 MiB, from pinned memory to the kernels'
/// space, best of several. Takes that memory twice meanwhile.
double measure_copy_bandwidth(const Exec& exec, std::size_t bytes);

}  // namespace thalweg::exec::inline TW_HALF
