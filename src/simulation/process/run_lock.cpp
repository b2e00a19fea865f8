// SPDX-License-Identifier: Apache-2.0
#include "simulation/process/run_lock.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "io/files/together.hpp"

namespace thalweg::simulation {

namespace fs = std::filesystem;

RunLock::RunLock(const fs::path& folder, const transport::Communicator& comm) {
  io::on_root(comm, [&] {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
      throw IoError(
          fmt::format("making the output folder {} failed: {}", folder.string(), failed.message()));
    lock_.emplace(folder / ".lock");
    if (!lock_->held())
      throw InputError(fmt::format("{}: another run is writing into this folder now. Wait for it, "
                                   "or choose another folder with --out. Nothing was run.",
                                   folder.string()));
  });
}

}  // namespace thalweg::simulation
