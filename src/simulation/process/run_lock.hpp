// SPDX-License-Identifier: Apache-2.0
// One run at a time in an output folder: two would mix their files.
#pragma once

#include <filesystem>

#include "transport/comm/communicator.hpp"

namespace thalweg::simulation {

/// Holds OUT/.lock while it lives; the system lets go of it however the process ends.
class RunLock {
 public:
  /// Creates the folder. Throws InputError if another run holds the lock, IoError if the folder
  /// cannot be made. Collective.
  RunLock(const std::filesystem::path& folder, const transport::Communicator& comm);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;  // rank 0 only
};

}  // namespace thalweg::simulation
