// SPDX-License-Identifier: Apache-2.0
// What is remembered of self-tests: one small file per device, driver and program that passed, in
// the user's cache folder.
#pragma once

#include <string>

#include "exec/device_info.hpp"

namespace thalweg::simulation {

/// All that a result of the self-test depends on: the device, its driver, CUDA, and this program.
std::string fingerprint(const exec::DeviceInfo& device);

/// Whether the self-test has passed with this fingerprint.
bool has_passed(const exec::DeviceInfo& device);
/// Keep that it passed; forget it otherwise. False where there is no cache folder or it cannot be
/// written.
bool remember(const exec::DeviceInfo& device, bool passed);

}  // namespace thalweg::simulation
