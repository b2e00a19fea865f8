// SPDX-License-Identifier: Apache-2.0
// All memory that the program has from the runtime, and all that it had.
#pragma once

#include <string>
#include <vector>

#include "cuda_runtime.h"
#include "emulated_device/arena.hpp"
#include "emulated_device/report.hpp"

namespace emulated {

enum class Kind { device, pinned, opened };  // opened: of another process

struct Allocation {
  char* data = nullptr;
  std::size_t bytes = 0;
  Kind kind = Kind::device;
  int device = 0;
  char* map = nullptr;  // the pages that hold it; its end is the end of the last one
  FileRange range{};
  bool open = false;  // to code of this process; with protection keys its device's key says it
  Trace allocated{}, released{};
};

/// The living allocation that holds the address; nullptr if none does.
Allocation* allocation_of(const void* address);
/// The same for all bytes of its pages, some of which lie before its begin.
Allocation* allocation_on_page_of(const void* address);
/// The nearest allocation, living or released, below which or at which the address lies.
std::string description_of(const void* address);
/// All that lives in device memory, opened ones included.
std::vector<Allocation*> device_allocations();

/// The error where [address, address + bytes) leaves its allocation, with what it leaves.
/// Host memory that the runtime does not know is taken as it is.
cudaError_t check_range(const void* address, std::size_t bytes, const char* call);

/// Adds what ipc.cpp opened; removes it again.
void adopt(Allocation allocation);
void abandon(void* data);

}  // namespace emulated
