// SPDX-License-Identifier: Apache-2.0
#include "exec/stream_link.hpp"

#include <cstring>

#include "base/error.hpp"
#include "exec/memory.hpp"
#ifdef TW_DEVICE_HALF
#include <cuda.h>
#endif

namespace thalweg::exec::inline TW_HALF {

void StreamLink::follow(const Exec& exec) {
  turn_.record(exec);
  turn_.block(stream_);
}

void StreamLink::lead(const Exec& exec) {
  turn_.record(stream_);
  turn_.block(exec);
}

void StreamLink::copy(void* to, const void* from, std::size_t bytes) {
  copy_bytes(stream_, to, from, bytes);
}

DeviceLink::Mark StreamLink::mark() {
  if (spare_.empty()) {
    ahead_.emplace_back();
  } else {
    ahead_.push_back(std::move(spare_.back()));
    spare_.pop_back();
  }
  ahead_.back().record(stream_);
  return ++last_;
}

bool StreamLink::reached(Mark mark) {
  while (passed_ < mark && ahead_.front().done()) {
    spare_.push_back(std::move(ahead_.front()));
    ahead_.pop_front();
    ++passed_;
  }
  return passed_ >= mark;
}

std::shared_ptr<std::byte> StreamLink::pinned(std::size_t bytes) {
  return {static_cast<std::byte*>(allocate(Space::pinned, bytes)),
          [](std::byte* p) { deallocate(Space::pinned, p); }};
}

#ifdef TW_DEVICE_HALF

namespace {

static_assert(sizeof(cudaIpcMemHandle_t) == sizeof(SharedMemory::key));

/// The first byte of the allocation that holds this one. The driver alone knows it, and is asked
/// through the runtime, so that nothing is linked with the driver.
const std::byte* allocation_of(const std::byte* memory) {
  using Ask = CUresult (*)(CUdeviceptr*, std::size_t*, CUdeviceptr);
  void* entry = nullptr;
  cudaDriverEntryPointQueryResult found{};
#if CUDART_VERSION >= 12050
  check(cudaGetDriverEntryPointByVersion("cuMemGetAddressRange", &entry, 12000, cudaEnableDefault,
                                         &found),
        "asking for an entry of the driver");
#else
  check(cudaGetDriverEntryPoint("cuMemGetAddressRange", &entry, cudaEnableDefault, &found),
        "asking for an entry of the driver");
#endif
  if (found != cudaDriverEntryPointSuccess)
    throw DeviceError("the driver does not tell where an allocation begins");
  CUdeviceptr base = 0;
  std::size_t size = 0;
  if (reinterpret_cast<Ask>(entry)(&base, &size, reinterpret_cast<CUdeviceptr>(memory)) !=
      CUDA_SUCCESS)
    throw DeviceError("this memory was not allocated on a device");
  return reinterpret_cast<const std::byte*>(base);
}

/// Two devices that this process sees must reach each other; of others only opening tells.
void require_access(const SharedMemory& memory) {
  int own = 0, other = 0, reachable = 0;
  check(cudaGetDevice(&own), "asking for the device");
  if (cudaDeviceGetByPCIBusId(&other, memory.device.data()) != cudaSuccess) {
    cudaGetLastError();
    return;
  }
  if (other == own) return;
  check(cudaDeviceCanAccessPeer(&reachable, own, other), "asking for peer access");
  if (!reachable)
    throw DeviceError(std::string("the device has no way to the memory of device ") +
                      memory.device.data());
}

}  // namespace

SharedMemory StreamLink::share(const std::byte* memory) {
  SharedMemory shared;
  const std::byte* base = allocation_of(memory);
  shared.offset = memory - base;
  cudaIpcMemHandle_t handle;
  check(cudaIpcGetMemHandle(&handle, const_cast<std::byte*>(base)), "sharing device memory");
  std::memcpy(shared.key.data(), &handle, sizeof handle);
  int device = 0;
  check(cudaGetDevice(&device), "asking for the device");
  check(cudaDeviceGetPCIBusId(shared.device.data(), static_cast<int>(shared.device.size()), device),
        "reading a device's address");
  return shared;
}

std::shared_ptr<std::byte> StreamLink::open(const SharedMemory& memory) {
  require_access(memory);
  cudaIpcMemHandle_t handle;
  std::memcpy(&handle, memory.key.data(), sizeof handle);
  void* base = nullptr;
  check(cudaIpcOpenMemHandle(&base, handle, cudaIpcMemLazyEnablePeerAccess),
        "opening another process's device memory");
  const std::shared_ptr<void> allocation(base, [](void* p) { cudaIpcCloseMemHandle(p); });
  return {allocation, static_cast<std::byte*>(base) + memory.offset};
}

#else

SharedMemory StreamLink::share(const std::byte* /*memory*/) {
  throw DeviceError("the memory is not on a device");
}

std::shared_ptr<std::byte> StreamLink::open(const SharedMemory& /*memory*/) {
  throw DeviceError("the memory is not on a device");
}

#endif

}  // namespace thalweg::exec::inline TW_HALF
