// SPDX-License-Identifier: Apache-2.0
// A handle names the file range of an allocation; whoever opens it maps the same pages. Behind the
// pages of each shared allocation stands one more, in which its users write their process numbers.
#include "emulated_device/ipc.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <map>

#include "cuda.h"
#include "emulated_device/calls.hpp"
#include "emulated_device/devices.hpp"
#include "emulated_device/queue.hpp"

namespace emulated {

namespace {

/// What a handle says.
struct Shared {
  FileRange range;
  std::size_t data_offset, bytes;
  std::int64_t users_offset;
  int device;
};
static_assert(sizeof(Shared) <= sizeof(cudaIpcMemHandle_t));

/// The processes that have an allocation open; 0 is a free place.
struct Users {
  std::atomic<int> process[page / sizeof(int)];
};

struct Ipc {
  std::map<const char*, FileRange> own_users;  // by data that this process shares
  std::map<const char*, Users*> users;         // by data, shared or opened
};
Ipc& ipc() {
  static auto* state = new Ipc;
  return *state;
}

bool is_alive(int process) { return kill(process, 0) == 0 || errno != ESRCH; }

void add_self(Users& users) {
  for (auto& place : users.process) {
    int nobody = 0;
    if (place.compare_exchange_strong(nobody, getpid())) return;
  }
}

void remove_self(Users& users) {
  for (auto& place : users.process) {
    int self = getpid();
    if (place.compare_exchange_strong(self, 0)) return;
  }
}

/// The page of users of an own allocation, made when it is shared first.
FileRange users_of(const Allocation& a) {
  auto [it, added] = ipc().own_users.try_emplace(a.data);
  if (added) {
    it->second = new_range(a.device, page);
    ipc().users[a.data] = reinterpret_cast<Users*>(map_open(it->second));
  }
  return it->second;
}

cudaError_t share(cudaIpcMemHandle_t* handle, void* memory) {
  const Allocation* a = allocation_of(memory);
  if (!a || a->data != memory || a->kind != Kind::device)
    return fail(cudaErrorInvalidValue, "cudaIpcGetMemHandle of " + description_of(memory));
  const FileRange users = users_of(*a);
  const Shared shared{a->range, static_cast<std::size_t>(a->data - a->map), a->bytes,
                      static_cast<std::int64_t>(users.offset), a->device};
  *handle = {};
  std::memcpy(handle->reserved, &shared, sizeof shared);
  return cudaSuccess;
}

cudaError_t open(void** memory, const cudaIpcMemHandle_t& handle) {
  Shared shared{};
  std::memcpy(&shared, handle.reserved, sizeof shared);
  if (shared.range.process == getpid())
    return fail(cudaErrorInvalidResourceHandle, "memory is opened by the process that has it");
  const int device = current_device();
  if (!can_reach(device, shared.device))
    return fail(cudaErrorPeerAccessUnsupported, "the memory is on a device out of reach");
  Allocation a{.bytes = shared.bytes, .kind = Kind::opened, .device = shared.device};
  a.range = shared.range;
  a.map = map_closed(a.range);
  FileRange users = shared.range;
  users.offset = static_cast<std::size_t>(shared.users_offset);
  users.bytes = page;
  char* page_of_users = map_open(users);
  if (!a.map || !page_of_users)
    return fail(cudaErrorInvalidResourceHandle, "the process that shared the memory is gone");
  enable_peer(device, shared.device);
  a.data = a.map + shared.data_offset;
  *memory = a.data;
  ipc().users[a.data] = reinterpret_cast<Users*>(page_of_users);
  add_self(*ipc().users[a.data]);
  adopt(std::move(a));
  return cudaSuccess;
}

cudaError_t close(void* memory) {
  const Allocation* a = allocation_of(memory);
  if (!a || a->data != memory || a->kind != Kind::opened)
    stop("cudaIpcCloseMemHandle of what was not opened: " + description_of(memory));
  finish_all();
  Users* users = ipc().users[a->data];
  ipc().users.erase(a->data);
  remove_self(*users);
  munmap(users, page);
  abandon(memory);
  return cudaSuccess;
}

CUresult address_range(CUdeviceptr* base, std::size_t* size, CUdeviceptr at) {
  const std::lock_guard guard(device_lock());
  const Allocation* a = allocation_of(reinterpret_cast<void*>(at));
  if (!a || a->kind == Kind::pinned) return CUDA_ERROR_INVALID_VALUE;
  *base = reinterpret_cast<CUdeviceptr>(a->data);
  *size = a->bytes;
  return CUDA_SUCCESS;
}

}  // namespace

void require_unopened(const Allocation& a) {
  const auto it = ipc().own_users.find(a.data);
  if (it == ipc().own_users.end()) return;
  Users* users = ipc().users[a.data];
  for (const auto& place : users->process)
    if (const int process = place; process != 0 && is_alive(process))
      stop("process " + std::to_string(process) +
           " still has open what is released: " + description_of(a.data));
  munmap(users, page);
  release_range(it->second);
  ipc().users.erase(a.data);
  ipc().own_users.erase(it);
}

}  // namespace emulated

using namespace emulated;

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* memory) {
  return runtime_call("cudaIpcGetMemHandle", cudaErrorInvalidValue,
                      [&] { return share(handle, memory); });
}
cudaError_t cudaIpcOpenMemHandle(void** memory, cudaIpcMemHandle_t handle, unsigned) {
  return runtime_call("cudaIpcOpenMemHandle", cudaErrorInvalidResourceHandle,
                      [&] { return emulated::open(memory, handle); });
}
cudaError_t cudaIpcCloseMemHandle(void* memory) {
  return releasing_call([&] { return emulated::close(memory); });
}
cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned,
                                             unsigned long long,
                                             cudaDriverEntryPointQueryResult* found) {
  return runtime_call("cudaGetDriverEntryPointByVersion", cudaErrorInvalidValue, [&] {
    const bool known = std::strcmp(name, "cuMemGetAddressRange") == 0;
    *function = known ? reinterpret_cast<void*>(&address_range) : nullptr;
    *found = known ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess;
  });
}
