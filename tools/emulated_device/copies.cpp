// SPDX-License-Identifier: Apache-2.0
// Copies and fills. What a call may return before follows "API synchronization behavior" of the
// CUDA runtime's manual: a pageable source is read before the call returns, a pageable target is
// complete when it returns, and everything else is done later.
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "emulated_device/allocations.hpp"
#include "emulated_device/calls.hpp"
#include "emulated_device/counts.hpp"
#include "emulated_device/protection.hpp"
#include "emulated_device/queue.hpp"

namespace emulated {

namespace {

enum class MemoryKind { device, pinned, pageable };

MemoryKind kind_of(const void* address) {
  const Allocation* a = allocation_of(address);
  if (!a) return MemoryKind::pageable;
  return a->kind == Kind::pinned ? MemoryKind::pinned : MemoryKind::device;
}

void count(MemoryKind to, MemoryKind from, std::size_t bytes) {
  const auto n = static_cast<std::int64_t>(bytes);
  if (to == MemoryKind::device && from == MemoryKind::device)
    counts_now().bytes_on_device += n;
  else if (to == MemoryKind::device)
    counts_now().bytes_to_device += n;
  else if (from == MemoryKind::device)
    counts_now().bytes_to_host += n;
}

/// Whether the places are those that the kind of the copy says.
bool fits(cudaMemcpyKind kind, MemoryKind to, MemoryKind from) {
  const bool to_device = to == MemoryKind::device, from_device = from == MemoryKind::device;
  switch (kind) {
  case cudaMemcpyHostToHost: return !to_device && !from_device;
  case cudaMemcpyHostToDevice: return to_device && !from_device;
  case cudaMemcpyDeviceToHost: return !to_device && from_device;
  case cudaMemcpyDeviceToDevice: return to_device && from_device;
  case cudaMemcpyDefault: return true;
  }
  return false;
}

Operation copying(void* to, const void* from, std::size_t bytes) {
  return {.device = every_device, .run = [=] { std::memmove(to, from, bytes); }};
}

/// The bytes as they are now, copied to the target later.
Operation copying_staged(void* to, const void* from, std::size_t bytes) {
  const auto* begin = static_cast<const char*>(from);
  auto staged = std::make_shared<std::vector<char>>(begin, begin + bytes);
  return {.device = every_device, .run = [=] { std::memcpy(to, staged->data(), bytes); }};
}

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                 cudaStream_t handle, const char* call) {
  if (bytes == 0) return cudaSuccess;
  Stream* stream = stream_of(handle);
  if (!stream) return fail(cudaErrorInvalidResourceHandle, "the stream was destroyed");
  for (const void* end : {static_cast<const void*>(to), from})
    if (const cudaError_t bad = check_range(end, bytes, call); bad != cudaSuccess) return bad;
  const MemoryKind target = kind_of(to), source = kind_of(from);
  if (!fits(kind, target, source))
    return fail(cudaErrorInvalidValue, std::string(call) + " of another kind than its memory");
  // What is pageable is read or complete before the call returns, which no capture allows.
  if (target == MemoryKind::pageable || source == MemoryKind::pageable)
    if (const cudaError_t bad = refuse_while_capturing(); bad != cudaSuccess) return bad;
  count(target, source, bytes);
  enqueue(*stream, source == MemoryKind::pageable ? copying_staged(to, from, bytes)
                                                  : copying(to, from, bytes));
  if (target == MemoryKind::pageable) {
    ++counts_now().waits;
    finish(*stream);
  }
  return cudaSuccess;
}

cudaError_t fill(void* memory, int value, std::size_t bytes, cudaStream_t handle) {
  if (bytes == 0) return cudaSuccess;
  Stream* stream = stream_of(handle);
  if (!stream) return fail(cudaErrorInvalidResourceHandle, "the stream was destroyed");
  if (const cudaError_t bad = check_range(memory, bytes, "cudaMemset"); bad != cudaSuccess)
    return bad;
  if (kind_of(memory) == MemoryKind::pageable)
    return fail(cudaErrorInvalidValue, "cudaMemset of memory that CUDA does not know");
  enqueue(*stream, {.device = every_device, .run = [=] { std::memset(memory, value, bytes); }});
  return cudaSuccess;
}

}  // namespace

}  // namespace emulated

using namespace emulated;

cudaError_t cudaMemset(void* memory, int value, std::size_t bytes) {
  return runtime_call("cudaMemset", cudaErrorLaunchFailure,
                      [&] { return fill(memory, value, bytes, nullptr); });
}
cudaError_t cudaMemsetAsync(void* memory, int value, std::size_t bytes, cudaStream_t stream) {
  return runtime_call("cudaMemsetAsync", cudaErrorLaunchFailure,
                      [&] { return fill(memory, value, bytes, stream); });
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return runtime_call("cudaMemcpyAsync", cudaErrorLaunchFailure,
                      [&] { return copy(to, from, bytes, kind, stream, "cudaMemcpyAsync"); });
}
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return runtime_call("cudaMemcpy", cudaErrorLaunchFailure, [&] {
    const cudaError_t status = copy(to, from, bytes, kind, nullptr, "cudaMemcpy");
    if (status != cudaSuccess || bytes == 0) return status;
    // From pageable memory to a device the call may return when the source was read; between two
    // places on devices at once; all else it completes.
    const bool completes =
        kind_of(to) == MemoryKind::pinned ||
        (kind_of(from) == MemoryKind::pinned && kind_of(to) == MemoryKind::device);
    if (completes) ++counts_now().waits, finish(*stream_of(nullptr));
    return status;
  });
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                std::size_t bytes, cudaStream_t stream) {
  return runtime_call("cudaMemcpyPeerAsync", cudaErrorLaunchFailure, [&] {
    const auto lies_on = [](const void* memory, int device) {
      const Allocation* a = allocation_of(memory);
      return a && a->kind != Kind::pinned && a->device == device;
    };
    if (!lies_on(to, to_device) || !lies_on(from, from_device))
      return fail(cudaErrorInvalidValue, "cudaMemcpyPeerAsync: the memory is not on that device");
    return copy(to, from, bytes, cudaMemcpyDeviceToDevice, stream, "cudaMemcpyPeerAsync");
  });
}
