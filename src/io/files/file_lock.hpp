// SPDX-License-Identifier: Apache-2.0
// A lock that a file stands for.
#pragma once

#include <filesystem>

namespace thalweg::io {

/// What came of locking an open file.
enum class Grip {
  ours,
  taken,  // another has the lock
  gone    // the file was removed after it was opened: its lock says nothing any more
};
/// Try to lock a file that was opened by this name. Not collective.
Grip grip(int descriptor, const std::filesystem::path& file);

/// Holds the lock of a file while it lives; the system lets go of it however the process ends. The
/// file is made for that, and removed after it. Not collective.
class FileLock {
 public:
  /// Throws IoError if the file cannot be made.
  explicit FileLock(std::filesystem::path file);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  /// Whether this object has the lock; else another process, or another object, has it. File
  /// systems without locks (some parallel ones) cannot tell: then every object has it.
  bool held() const { return descriptor_ >= 0; }

 private:
  Grip open_and_lock();

  std::filesystem::path file_;
  int descriptor_ = -1;
};

}  // namespace thalweg::io
