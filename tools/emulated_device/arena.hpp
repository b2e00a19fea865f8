// SPDX-License-Identifier: Apache-2.0
// Where the memory of devices lies: one unnamed file per device and process, and a range of
// addresses that is never used twice, so that a late access meets a closed page for ever.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emulated {

inline constexpr std::size_t page = 4096;

constexpr std::size_t round_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// Bytes of a file: of this process by its number, of another one through /proc. The file goes with
/// the last process that holds it, however that ends.
struct FileRange {
  int process = 0;
  int file = -1;
  std::size_t offset = 0, bytes = 0;  // whole pages
};

/// So many fresh bytes of the device's file; file < 0 where there are none.
FileRange new_range(int device, std::size_t bytes);
/// Gives the memory behind the range back.
void release_range(const FileRange& range);

/// The range at addresses of its own, closed, between closed pages. nullptr if that fails.
char* map_closed(const FileRange& range);
/// The range where the system likes, open. nullptr if that fails.
char* map_open(const FileRange& range);
void set_open(char* map, std::size_t bytes, bool open);
/// From now on the rights to the key decide, thread by thread.
void set_key(char* map, std::size_t bytes, int key);
/// The addresses stay closed and are not used again.
void unmap_for_ever(char* map, std::size_t bytes);
/// Whether addresses of devices hold this one.
bool is_in_arena(const void* address);

}  // namespace emulated
