// SPDX-License-Identifier: Apache-2.0
// The CUDA half's answers to device_info.hpp. Compiled by nvcc only.
#include "exec/device_info.hpp"
#include "exec/stream.hpp"

namespace thalweg::exec {

namespace {

std::string hexadecimal(const cudaUUID_t& uuid) {
  std::string text;
  for (const char byte : uuid.bytes) {
    constexpr char digits[] = "0123456789abcdef";
    const auto value = static_cast<unsigned char>(byte);
    text += {digits[value >> 4], digits[value & 15]};
  }
  return text;
}

// A driver that is missing or too old means no devices, not an error: the CPU half still works.
std::vector<DeviceInfo> read_devices() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) {
    cudaGetLastError();
    return {};
  }
  std::vector<DeviceInfo> list;
  for (int d = 0; d < count; ++d) {
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, d), "reading a device's properties");
    DeviceInfo info;
    info.name = properties.name;
    info.compute_capability =
        std::to_string(properties.major) + "." + std::to_string(properties.minor);
    char address[32] = {};
    check(cudaDeviceGetPCIBusId(address, sizeof address, d), "reading a device's address");
    info.pci_bus_id = address;
    info.memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
    info.uuid = hexadecimal(properties.uuid);
    check(cudaDriverGetVersion(&info.driver), "asking for the driver's version");
    check(cudaRuntimeGetVersion(&info.runtime), "asking for the version of CUDA");
    list.push_back(info);
  }
  return list;
}

// Asked once: a driver that fails half-way through the set-up must not take devices away that were
// counted on before.
std::vector<DeviceInfo> list_devices() {
  static const std::vector<DeviceInfo> list = read_devices();
  return list;
}

void use_device(int device) { check(cudaSetDevice(device), "choosing a device"); }

[[maybe_unused]] const bool backend_registered = [] {
  device_backend() = {list_devices, use_device};
  return true;
}();

}  // namespace

}  // namespace thalweg::exec
