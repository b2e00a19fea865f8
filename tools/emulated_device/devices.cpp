// SPDX-License-Identifier: Apache-2.0
#include "emulated_device/devices.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <set>
#include <string>

#include "emulated_device/calls.hpp"
#include "emulated_device/options.hpp"

namespace emulated {

namespace {

thread_local int current = 0;

struct State {
  std::map<int, std::int64_t> used, most_used;
  std::set<std::pair<int, int>> enabled;
};
State& state() {
  static auto* s = new State;
  return *s;
}

bool exists(int device) { return device >= 0 && device < options().devices; }

cudaError_t no_such_device(int device) {
  return fail(cudaErrorInvalidDevice, "there is no device " + std::to_string(device));
}

constexpr const char* address_format = "0000:%02x:00.0";

}  // namespace

int current_device() { return current; }

bool reaches(int device, int other) {
  return device == other || state().enabled.contains({device, other});
}

std::size_t free_memory(int device) {
  return options().memory - static_cast<std::size_t>(state().used[device]);
}

void use_memory(int device, std::int64_t bytes) {
  const std::int64_t used = state().used[device] += bytes;
  state().most_used[device] = std::max(state().most_used[device], used);
}

std::int64_t most_memory_used(int device) { return state().most_used[device]; }

void forget_most_memory_used(int device) { state().most_used[device] = state().used[device]; }

void enable_peer(int device, int peer) { state().enabled.insert({device, peer}); }

bool can_reach(int device, int peer) {
  return exists(device) && exists(peer) && (options().peers || device == peer);
}

}  // namespace emulated

using namespace emulated;

cudaError_t cudaGetDeviceCount(int* count) {
  return runtime_call("cudaGetDeviceCount", cudaErrorInvalidDevice, [&] {
    *count = options().devices;
    return cudaSuccess;
  });
}

cudaError_t cudaDriverGetVersion(int* version) {
  return runtime_call("cudaDriverGetVersion", cudaErrorInvalidDevice, [&] {
    *version = options().driver;
    return cudaSuccess;
  });
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  return runtime_call("cudaRuntimeGetVersion", cudaErrorInvalidDevice, [&] {
    *version = 13000;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return runtime_call("cudaGetDeviceProperties", cudaErrorInvalidDevice, [&] {
    if (!exists(device)) return no_such_device(device);
    *properties = {};
    std::snprintf(properties->name, sizeof properties->name, "emulated device (no GPU)");
    properties->uuid.bytes[15] = static_cast<char>(device);
    properties->major = 9;
    properties->totalGlobalMem = options().memory;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int size, int device) {
  return runtime_call("cudaDeviceGetPCIBusId", cudaErrorInvalidDevice, [&] {
    if (!exists(device)) return no_such_device(device);
    std::snprintf(text, static_cast<std::size_t>(size), address_format,
                  static_cast<unsigned>(device) + 1);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
  return runtime_call("cudaDeviceGetByPCIBusId", cudaErrorInvalidDevice, [&] {
    unsigned number = 0;
    if (std::sscanf(text, "0000:%x:00.0", &number) != 1 || !exists(static_cast<int>(number) - 1))
      return fail(cudaErrorInvalidDevice, std::string("there is no device at ") + text);
    *device = static_cast<int>(number) - 1;
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int device) {
  return runtime_call("cudaSetDevice", cudaErrorInvalidDevice, [&] {
    if (!exists(device)) return no_such_device(device);
    current = device;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDevice(int* device) {
  return runtime_call("cudaGetDevice", cudaErrorInvalidDevice, [&] {
    *device = current;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  return runtime_call("cudaDeviceCanAccessPeer", cudaErrorInvalidDevice, [&] {
    if (!exists(device)) return no_such_device(device);
    if (!exists(peer)) return no_such_device(peer);
    *can = device != peer && can_reach(device, peer);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
  return runtime_call("cudaDeviceEnablePeerAccess", cudaErrorInvalidDevice, [&] {
    if (!exists(peer) || peer == current) return no_such_device(peer);
    if (!can_reach(current, peer))
      return fail(cudaErrorPeerAccessUnsupported, "devices do not reach each other here");
    if (!state().enabled.insert({current, peer}).second)
      return fail(cudaErrorPeerAccessAlreadyEnabled, "access was enabled before");
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return runtime_call("cudaMemGetInfo", cudaErrorInvalidDevice, [&] {
    *free = free_memory(current);
    *total = options().memory;
    return cudaSuccess;
  });
}
