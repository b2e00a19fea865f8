// SPDX-License-Identifier: Apache-2.0
// The device that a rank works on.
#pragma once

#include "exec/device_info.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::simulation {

/// Find out which device each rank is to work on: the ranks of a node get equally many each, and
/// near ones, as the probe gives them (transport/machine/topology.hpp). Collective over all ranks
/// of the program, once, before a device is used; nothing is done where a rank sees none. Throws
/// CommError.
void assign_devices(const transport::Communicator& all);

/// This rank's device by its number among those that the process sees. Before assign_devices(): by
/// the rank's number on its node.
int own_device(const transport::Communicator& comm);
/// How many ranks of the node work on a device, at most. There must be one.
int ranks_on_device(const transport::Communicator& comm);
/// Whether no other rank of the node was given this rank's device before it.
bool has_own_device(const transport::Communicator& comm);
/// What is known of it. There must be one.
exec::DeviceInfo own_device_info(const transport::Communicator& comm);

/// Work on the device of this number among those that the process sees, modulo how many there are,
/// and let trials of the MPI library's way with device memory, of at most so many seconds, use it.
/// Not collective. Throws DeviceError.
void use_device(int number, double trial_seconds = 20);

}  // namespace thalweg::simulation
