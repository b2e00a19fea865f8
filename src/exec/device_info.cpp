// SPDX-License-Identifier: Apache-2.0
#include "exec/device_info.hpp"

#include "base/error.hpp"

namespace thalweg::exec {

DeviceBackend& device_backend() {
  static DeviceBackend backend;
  return backend;
}

bool has_device_half() { return device_backend().list != nullptr; }

std::vector<DeviceInfo> devices() {
  return has_device_half() ? device_backend().list() : std::vector<DeviceInfo>{};
}

void select_device(int node_rank) {
  const auto count = static_cast<int>(devices().size());
  if (count == 0) throw DeviceError("no CUDA device can be used by this process");
  device_backend().select(node_rank % count);
}

}  // namespace thalweg::exec
