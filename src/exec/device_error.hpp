// SPDX-License-Identifier: Apache-2.0
// What is said when a device fails: the same header in a build without CUDA.
#pragma once

#include <string>

namespace thalweg::exec {

/// Throws DeviceError with the call, CUDA's reason and what the user can do; of_memory: the device
/// has no more memory.
[[noreturn]] void throw_device_error(const std::string& call, const std::string& reason,
                                     bool of_memory);

}  // namespace thalweg::exec
