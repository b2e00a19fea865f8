// SPDX-License-Identifier: Apache-2.0
#include "simulation/setup/device_memory.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "exec/device_info.hpp"
#include "simulation/interface/memory.hpp"

namespace thalweg::simulation {

void require_device_memory(double bytes, int device, int sharing,
                           const transport::Communicator& comm) {
  const auto devices = exec::devices();
  const double needed = comm.max(bytes * sharing);
  const double present = comm.min(
      static_cast<double>(devices[static_cast<std::size_t>(device) % devices.size()].memory_bytes));
  if (needed <= present) return;
  throw InputError(fmt::format(
      "The case does not fit onto the device: it needs about {} ({} rank{} on it), and the device "
      "has {}.\nUse fewer grid points, single precision, or more devices. Nothing was run.",
      bytes_text(needed), sharing, sharing == 1 ? "" : "s", bytes_text(present)));
}

}  // namespace thalweg::simulation
