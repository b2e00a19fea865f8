// SPDX-License-Identifier: Apache-2.0
// One run at a time in an output folder: two would mix their files.
#pragma once

#include <filesystem>
#include <optional>

#include "io/files/file_lock.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::simulation {

/// Holds OUT/.lock while it lives; the system lets go of it however the process ends.
class RunLock {
 public:
  /// Creates the folder. Throws InputError if another run holds the lock, IoError if the folder
  /// cannot be made. Collective.
  RunLock(const std::filesystem::path& folder, const transport::Communicator& comm);

 private:
  std::optional<io::FileLock> lock_;  // rank 0 only
};

}  // namespace thalweg::simulation
