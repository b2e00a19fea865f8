// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transport/comm/communicator.hpp"

namespace thalweg::app {

/// `thalweg info --self-test`: test the device of each rank and print every comparison. Returns the
/// exit status: 0, or 4 where one does not hold. Collective; throws InputError without a device.
int run_self_test(const transport::Communicator& comm);

}  // namespace thalweg::app
