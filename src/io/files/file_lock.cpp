// SPDX-License-Identifier: Apache-2.0
#include "io/files/file_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.hpp"

namespace thalweg::io {

namespace {

/// Whether a name still stands for an open file.
bool is_named(int descriptor, const std::filesystem::path& file) {
  struct stat open_file {
  }, named{};
  return fstat(descriptor, &open_file) == 0 && stat(file.c_str(), &named) == 0 &&
         open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino;
}

}  // namespace

// Its last owner removes the file, and another process may then have made a new one, and locked it.
Grip grip(int descriptor, const std::filesystem::path& file) {
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return Grip::taken;
  return is_named(descriptor, file) ? Grip::ours : Grip::gone;
}

FileLock::FileLock(std::filesystem::path file) : file_(std::move(file)) {
  while (open_and_lock() == Grip::gone) {
  }
}

Grip FileLock::open_and_lock() {
  descriptor_ = open(file_.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
  if (descriptor_ < 0)
    throw IoError(fmt::format("making {} failed: {}", file_.string(), std::strerror(errno)));
  const Grip result = grip(descriptor_, file_);
  if (result == Grip::ours) return result;
  close(descriptor_);
  descriptor_ = -1;
  return result;
}

FileLock::~FileLock() {
  if (descriptor_ < 0) return;
  unlink(file_.c_str());
  close(descriptor_);
}

}  // namespace thalweg::io
