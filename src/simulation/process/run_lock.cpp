// SPDX-License-Identifier: Apache-2.0
#include "simulation/process/run_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.hpp"
#include "io/files/together.hpp"

namespace thalweg::simulation {

namespace fs = std::filesystem;

RunLock::RunLock(const fs::path& folder, const transport::Communicator& comm)
    : file_(folder / ".lock") {
  io::on_root(comm, [&] {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
      throw IoError(
          fmt::format("making the output folder {} failed: {}", folder.string(), failed.message()));
    descriptor_ = open(file_.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
    if (descriptor_ < 0)
      throw IoError(fmt::format("writing into the output folder {} failed: {}", folder.string(),
                                std::strerror(errno)));
    // File systems without locks (some parallel ones) cannot tell; a run must be possible there.
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      close(descriptor_);
      descriptor_ = -1;
      throw InputError(fmt::format("{}: another run is writing into this folder now. Wait for it, "
                                   "or choose another folder with --out. Nothing was run.",
                                   folder.string()));
    }
  });
}

RunLock::~RunLock() {
  if (descriptor_ < 0) return;
  unlink(file_.c_str());
  close(descriptor_);
}

}  // namespace thalweg::simulation
