// SPDX-License-Identifier: Apache-2.0
// Loaded before the C library (LD_PRELOAD): a disk that fails from some call on. Calls that write
// below the folder FAILING_WRITES_IN are counted; the one numbered FAILING_WRITES_FROM (from 1) and
// all after it fail with EFBIG, as beyond a limit on the size of files. For tests/cli.
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace {

bool is_watched(int descriptor) {
  const char* folder = std::getenv("FAILING_WRITES_IN");
  char link[64], path[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (!folder || length < 0) return false;
  path[length] = '\0';
  return std::strncmp(path, folder, std::strlen(folder)) == 0;
}

/// Counts a call; whether it is to fail.
bool fails(int descriptor) {
  static std::atomic<long> calls = 0;
  const char* first = std::getenv("FAILING_WRITES_FROM");
  if (!first || !is_watched(descriptor) || ++calls < std::atol(first)) return false;
  errno = EFBIG;
  return true;
}

template <class Call>
Call next(const char* name) {
  return reinterpret_cast<Call>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t write(int fd, const void* data, std::size_t bytes) {
  static const auto real = next<ssize_t (*)(int, const void*, std::size_t)>("write");
  return fails(fd) ? -1 : real(fd, data, bytes);
}

ssize_t pwrite64(int fd, const void* data, std::size_t bytes, off64_t at) {
  static const auto real = next<ssize_t (*)(int, const void*, std::size_t, off64_t)>("pwrite64");
  return fails(fd) ? -1 : real(fd, data, bytes, at);
}

ssize_t pwrite(int fd, const void* data, std::size_t bytes, off_t at) {
  return pwrite64(fd, data, bytes, at);
}

int ftruncate64(int fd, off64_t length) {
  static const auto real = next<int (*)(int, off64_t)>("ftruncate64");
  return fails(fd) ? -1 : real(fd, length);
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

int fallocate64(int fd, int mode, off64_t at, off64_t length) {
  static const auto real = next<int (*)(int, int, off64_t, off64_t)>("fallocate64");
  return fails(fd) ? -1 : real(fd, mode, at, length);
}

int fallocate(int fd, int mode, off_t at, off_t length) {
  return fallocate64(fd, mode, at, length);
}

int fsync(int fd) {
  static const auto real = next<int (*)(int)>("fsync");
  return fails(fd) ? -1 : real(fd);
}

}  // extern "C"
