// SPDX-License-Identifier: Apache-2.0
#include "emulated_device/arena.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <map>
#include <string>

#include "emulated_device/report.hpp"

namespace emulated {

namespace {

constexpr std::size_t arena_bytes = std::size_t{1} << 43;

struct Arena {
  char* begin = nullptr;
  char* next = nullptr;
};

Arena& arena() {
  static Arena reserved = [] {
    void* at =
        mmap(nullptr, arena_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) stop("no range of addresses for device memory (is `ulimit -v` set?)");
    return Arena{static_cast<char*>(at), static_cast<char*>(at)};
  }();
  return reserved;
}

struct DeviceFile {
  int file = -1;
  std::size_t used = 0;  // offsets are not used twice
};

DeviceFile& file_of(int device) {
  static auto* files = new std::map<int, DeviceFile>;
  DeviceFile& f = (*files)[device];
  if (f.file < 0) f.file = memfd_create("emulated device", MFD_CLOEXEC);
  return f;
}

/// A descriptor of the range's file in this process, to be closed; -1 where there is none.
int opened(const FileRange& range) {
  if (range.process == getpid()) return dup(range.file);
  const std::string path =
      "/proc/" + std::to_string(range.process) + "/fd/" + std::to_string(range.file);
  return open(path.c_str(), O_RDWR | O_CLOEXEC);
}

char* mapped(const FileRange& range, void* at, int protection, int flags) {
  const int file = opened(range);
  if (file < 0) return nullptr;
  void* map =
      mmap(at, range.bytes, protection, MAP_SHARED | flags, file, static_cast<off_t>(range.offset));
  close(file);
  return map == MAP_FAILED ? nullptr : static_cast<char*>(map);
}

}  // namespace

FileRange new_range(int device, std::size_t bytes) {
  DeviceFile& f = file_of(device);
  const FileRange range{getpid(), f.file, f.used, bytes};
  if (f.file < 0 || ftruncate(f.file, static_cast<off_t>(f.used + bytes)) != 0) return {};
  f.used += bytes;
  return range;
}

void release_range(const FileRange& range) {
  fallocate(range.file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
            static_cast<off_t>(range.offset), static_cast<off_t>(range.bytes));
}

char* map_closed(const FileRange& range) {
  Arena& a = arena();
  char* at = a.next + page;
  if (at + range.bytes + page > a.begin + arena_bytes) return nullptr;
  char* map = mapped(range, at, PROT_NONE, MAP_FIXED);
  if (map) a.next = map + range.bytes;
  return map;
}

char* map_open(const FileRange& range) { return mapped(range, nullptr, PROT_READ | PROT_WRITE, 0); }

void set_open(char* map, std::size_t bytes, bool open) {
  mprotect(map, bytes, open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

void set_key(char* map, std::size_t bytes, int key) {
  pkey_mprotect(map, bytes, PROT_READ | PROT_WRITE, key);
}

void unmap_for_ever(char* map, std::size_t bytes) {
  mmap(map, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

bool is_in_arena(const void* address) {
  const auto* at = static_cast<const char*>(address);
  return arena().begin <= at && at < arena().begin + arena_bytes;
}

}  // namespace emulated
