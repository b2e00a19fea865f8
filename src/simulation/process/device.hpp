// SPDX-License-Identifier: Apache-2.0
// The device that a rank works on.
#pragma once

namespace thalweg::simulation {

/// Work on the device of this number among those that the process sees, modulo how many there are,
/// and let trials of the MPI library's way with device memory use it. Not collective. Throws
/// DeviceError.
void use_device(int number);

}  // namespace thalweg::simulation
