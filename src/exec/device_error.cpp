// SPDX-License-Identifier: Apache-2.0
#include "exec/device_error.hpp"

#include "base/error.hpp"

namespace thalweg::exec {

void throw_device_error(const std::string& call, const std::string& reason, bool of_memory) {
  const char* advice =
      of_memory
          ? "the case does not fit: take fewer points, precision = \"single\", more devices, "
            "or --device cpu"
          : "the device can no longer be used by this run: go on from the last checkpoint with "
            "--restart, with --device cpu if it happens again";
  throw DeviceError(call + " failed: " + reason + "\n  " + advice);
}

}  // namespace thalweg::exec
