// SPDX-License-Identifier: Apache-2.0
#include "simulation/process/device.hpp"

#include <optional>

#include "simulation/process/launch.hpp"
#include "transport/gpu_aware/device_direct.hpp"
#include "transport/machine/topology.hpp"

namespace thalweg::simulation {

namespace {

struct Assignment {
  int device = 0;  // among those that the process sees
  bool is_owner = false;
};

std::optional<Assignment>& assigned() {
  static std::optional<Assignment> assignment;
  return assignment;
}

}  // namespace

void assign_devices(const transport::Communicator& all) {
  if (!all.agree(!exec::devices().empty())) return;
  const auto machine = transport::Topology::discover(all);
  const int number = machine.device_number(all.rank());
  if (number >= 0) assigned() = Assignment{number, machine.rank(all.rank()).owns_device};
}

int own_device(const transport::Communicator& comm) {
  return assigned() ? assigned()->device : comm.node_rank_in_program();
}

int ranks_on_device(const transport::Communicator& comm) {
  const auto count = static_cast<int>(exec::devices().size());
  return (comm.node_size_of_program() + count - 1) / count;
}

bool has_own_device(const transport::Communicator& comm) {
  if (assigned()) return assigned()->is_owner;
  return comm.node_rank_in_program() < static_cast<int>(exec::devices().size());
}

exec::DeviceInfo own_device_info(const transport::Communicator& comm) {
  const auto devices = exec::devices();
  return devices[static_cast<std::size_t>(own_device(comm)) % devices.size()];
}

void use_device(int number, double trial_seconds) {
  exec::select_device(number);
  transport::set_device_trial(
      {.program = thalweg_program(), .device = number, .seconds = trial_seconds});
}

}  // namespace thalweg::simulation
