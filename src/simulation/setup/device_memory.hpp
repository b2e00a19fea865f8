// SPDX-License-Identifier: Apache-2.0
// Whether a case fits onto the devices, said before anything is made.
#pragma once

#include "transport/comm/communicator.hpp"

namespace thalweg::simulation {

/// Throws InputError if the ranks that share a device need more than it has. bytes: what a rank
/// will take of its device; device: its number; sharing: ranks on that device. Collective.
void require_device_memory(double bytes, int device, int sharing,
                           const transport::Communicator& comm);

}  // namespace thalweg::simulation
