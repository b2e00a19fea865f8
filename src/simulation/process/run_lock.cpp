// SPDX-License-Identifier: Apache-2.0
#include "simulation/process/run_lock.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "io/files/together.hpp"
#include "io/output/output_folder.hpp"

namespace thalweg::simulation {

namespace fs = std::filesystem;

RunLock::RunLock(const fs::path& folder, const transport::Communicator& comm) {
  io::on_root(comm, [&] {
    io::make_output_folder(folder);
    lock_.emplace(folder / ".lock");
    if (!lock_->held())
      throw InputError(fmt::format("{}: another run is writing into this folder now. Wait for it, "
                                   "or choose another folder with --out. Nothing was run.",
                                   folder.string()));
  });
}

}  // namespace thalweg::simulation
