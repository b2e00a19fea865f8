// SPDX-License-Identifier: Apache-2.0
#include "simulation/process/device.hpp"

#include "exec/device_info.hpp"
#include "simulation/process/launch.hpp"
#include "transport/gpu_aware/device_direct.hpp"

namespace thalweg::simulation {

void use_device(int number) {
  exec::select_device(number);
  transport::set_device_trial(thalweg_program(), number);
}

}  // namespace thalweg::simulation
