// SPDX-License-Identifier: Apache-2.0
// Allocation and release. Device memory ends at a closed page; what lies between the end of the
// values and the page keeps a pattern, which is looked at on release.
#include "emulated_device/allocations.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>

#include "emulated_device/calls.hpp"
#include "emulated_device/counts.hpp"
#include "emulated_device/devices.hpp"
#include "emulated_device/ipc.hpp"
#include "emulated_device/options.hpp"
#include "emulated_device/protection.hpp"
#include "emulated_device/queue.hpp"

namespace emulated {

namespace {

// As values of any floating-point type these bytes are NaN.
constexpr unsigned char fresh = 0xff;
// The end of an allocation is at most this far from the closed page behind it.
constexpr std::size_t alignment = 16;

struct Table {
  std::map<const char*, Allocation> living;
  std::map<const char*, Allocation> released;
};
Table& table() {
  static auto* t = new Table;
  return *t;
}

std::size_t map_bytes(const Allocation& a) { return a.range.bytes; }

bool is_untouched(const char* from, const char* to) {
  return std::all_of(from, to, [](char c) { return static_cast<unsigned char>(c) == fresh; });
}

std::string kind_text(Kind kind) {
  return kind == Kind::pinned ? "pinned" : kind == Kind::device ? "device" : "opened device";
}

/// "64 bytes past the end of device memory of 800 bytes, allocated from ..."
std::string relation(const Allocation& a, const char* address, bool released) {
  std::string text;
  if (address < a.data)
    text = std::to_string(a.data - address) + " bytes before ";
  else if (address >= a.data + a.bytes)
    text = std::to_string(address - (a.data + a.bytes)) + " bytes past the end of ";
  else
    text = "byte " + std::to_string(address - a.data) + " of ";
  text += (released ? "released " : "") + kind_text(a.kind) + " memory of " +
          std::to_string(a.bytes) + " bytes on device " + std::to_string(a.device) +
          ", allocated from\n" + text_of(a.allocated);
  if (released) text += "  released from\n" + text_of(a.released);
  return text;
}

/// The last entry that begins at or below the address.
const Allocation* below(const std::map<const char*, Allocation>& in, const char* address) {
  auto it = in.upper_bound(address);
  return it == in.begin() ? nullptr : &std::prev(it)->second;
}

Allocation& add(Allocation a) {
  a.allocated = trace_here();
  table().released.erase(a.data);  // pinned memory may come back to its addresses
  close_by_key(a);
  return table().living[a.data] = std::move(a);
}

void check_borders(Allocation& a) {
  const OpenAllocation open(a);
  const char* end = a.map + map_bytes(a);
  if (!is_untouched(a.map, a.data) || !is_untouched(a.data + a.bytes, end))
    stop("something was written beside " + relation(a, a.data, false));
}

void release(Allocation& a) {
  a.released = trace_here();
  const char* data = a.data;
  table().released[data] = a;
  table().living.erase(data);
}

cudaError_t allocate_on_device(void** memory, std::size_t bytes) {
  *memory = nullptr;
  if (bytes == 0) return cudaSuccess;
  const int device = current_device();
  if (allocation_fails_on_demand())
    return fail(cudaErrorMemoryAllocation, "made to fail: an allocation");
  if (bytes > free_memory(device))
    return fail(cudaErrorMemoryAllocation, std::to_string(bytes) + " bytes asked for, " +
                                               std::to_string(free_memory(device)) + " of " +
                                               std::to_string(options().memory) + " are free");
  Allocation a{.bytes = bytes, .kind = Kind::device, .device = device};
  a.range = new_range(device, round_up(bytes, page));
  a.map = a.range.file < 0 ? nullptr : map_closed(a.range);
  if (!a.map) return fail(cudaErrorMemoryAllocation, "the system gives no more memory");
  a.data = a.map + map_bytes(a) - round_up(bytes, alignment);
  *memory = a.data;
  Allocation& added = add(a);
  use_memory(device, static_cast<std::int64_t>(bytes));
  counts_now().allocated_bytes += static_cast<std::int64_t>(bytes);
  const OpenAllocation open(added);
  std::memset(added.map, fresh, map_bytes(added));
  return cudaSuccess;
}

cudaError_t free_on_device(void* memory) {
  if (!memory) return cudaSuccess;
  const auto it = table().living.find(static_cast<char*>(memory));
  if (it == table().living.end() || it->second.kind != Kind::device)
    stop("cudaFree of what is not the begin of living device memory: " + description_of(memory));
  // A device ends its work before it gives memory back.
  finish_all();
  Allocation& a = it->second;
  check_borders(a);
  require_unopened(a);
  unmap_for_ever(a.map, map_bytes(a));
  release_range(a.range);
  use_memory(a.device, -static_cast<std::int64_t>(a.bytes));
  release(a);
  return cudaSuccess;
}

cudaError_t allocate_pinned(void** memory, std::size_t bytes) {
  *memory = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (allocation_fails_on_demand())
    return fail(cudaErrorMemoryAllocation, "made to fail: an allocation");
  char* data = static_cast<char*>(std::aligned_alloc(page, round_up(bytes, page)));
  if (!data) return fail(cudaErrorMemoryAllocation, "the host has no more memory");
  std::memset(data, fresh, round_up(bytes, page));
  Allocation a{.data = data, .bytes = bytes, .kind = Kind::pinned, .device = current_device()};
  a.map = data;
  a.range.bytes = round_up(bytes, page);
  add(a);
  use_memory(pinned_memory, static_cast<std::int64_t>(bytes));
  counts_now().allocated_bytes += static_cast<std::int64_t>(bytes);
  *memory = data;
  return cudaSuccess;
}

cudaError_t free_pinned(void* memory) {
  if (!memory) return cudaSuccess;
  const auto it = table().living.find(static_cast<char*>(memory));
  if (it == table().living.end() || it->second.kind != Kind::pinned)
    stop("cudaFreeHost of what is not the begin of living pinned memory: " +
         description_of(memory));
  finish_all();
  check_borders(it->second);
  use_memory(pinned_memory, -static_cast<std::int64_t>(it->second.bytes));
  release(it->second);
  std::free(memory);
  return cudaSuccess;
}

}  // namespace

Allocation* allocation_of(const void* address) {
  const auto* at = static_cast<const char*>(address);
  auto it = table().living.upper_bound(at);
  if (it == table().living.begin()) return nullptr;
  Allocation& a = std::prev(it)->second;
  return at < a.data + a.bytes ? &a : nullptr;
}

Allocation* allocation_on_page_of(const void* address) {
  if (Allocation* a = allocation_of(address)) return a;
  const auto above = table().living.upper_bound(static_cast<const char*>(address));
  return above != table().living.end() && above->second.map <= address ? &above->second : nullptr;
}

std::string description_of(const void* address) {
  const auto* at = static_cast<const char*>(address);
  const Allocation* living = below(table().living, at);
  const Allocation* released = below(table().released, at);
  const auto holds = [at](const Allocation* a, std::size_t beyond) {
    return a && at < a->data + a->bytes + beyond;
  };
  if (holds(living, 0)) return relation(*living, at, false);
  if (holds(released, 0)) return relation(*released, at, true);
  if (holds(living, page)) return relation(*living, at, false);
  if (holds(released, page)) return relation(*released, at, true);
  const auto above = table().living.upper_bound(at);
  if (above != table().living.end() && above->second.map - page <= at)
    return relation(above->second, at, false);
  return "an address that the runtime never gave";
}

std::vector<Allocation*> device_allocations() {
  std::vector<Allocation*> list;
  for (auto& [data, a] : table().living)
    if (a.kind != Kind::pinned) list.push_back(&a);
  return list;
}

cudaError_t check_range(const void* address, std::size_t bytes, const char* call) {
  const Allocation* a = allocation_of(address);
  const auto* at = static_cast<const char*>(address);
  if (!a) {
    if (!is_in_arena(address)) return cudaSuccess;
    return fail(cudaErrorInvalidValue, std::string(call) + ": " + description_of(address));
  }
  if (at + bytes <= a->data + a->bytes) return cudaSuccess;
  return fail(cudaErrorInvalidValue, std::string(call) + " of " + std::to_string(bytes) +
                                         " bytes from " + relation(*a, at, false));
}

void adopt(Allocation a) { add(std::move(a)); }

void abandon(void* data) {
  const auto it = table().living.find(static_cast<char*>(data));
  unmap_for_ever(it->second.map, map_bytes(it->second));
  release(it->second);
}

}  // namespace emulated

using namespace emulated;

cudaError_t cudaMalloc(void** memory, std::size_t bytes) {
  return runtime_call("cudaMalloc", cudaErrorMemoryAllocation, [&] {
    const cudaError_t bad = refuse_while_capturing();
    return bad == cudaSuccess ? allocate_on_device(memory, bytes) : bad;
  });
}
cudaError_t cudaFree(void* memory) {
  return releasing_call([&] { return free_on_device(memory); });
}
cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned) {
  return runtime_call("cudaHostAlloc", cudaErrorMemoryAllocation, [&] {
    const cudaError_t bad = refuse_while_capturing();
    return bad == cudaSuccess ? allocate_pinned(memory, bytes) : bad;
  });
}
cudaError_t cudaMallocHost(void** memory, std::size_t bytes) {
  return runtime_call("cudaMallocHost", cudaErrorMemoryAllocation, [&] {
    const cudaError_t bad = refuse_while_capturing();
    return bad == cudaSuccess ? allocate_pinned(memory, bytes) : bad;
  });
}
cudaError_t cudaFreeHost(void* memory) {
  return releasing_call([&] { return free_pinned(memory); });
}
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  return runtime_call("cudaHostGetDevicePointer", cudaErrorInvalidValue, [&] {
    const Allocation* a = allocation_of(host);
    if (!a || a->kind != Kind::pinned)
      return fail(cudaErrorInvalidValue, "cudaHostGetDevicePointer of memory that is not pinned");
    *device = host;
    return cudaSuccess;
  });
}
