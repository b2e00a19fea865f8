// SPDX-License-Identifier: Apache-2.0
#include "exec/device_copies.hpp"

#include "base/error.hpp"

namespace thalweg::exec {

namespace {

/// A function of the backend.
template <class Function>
Function offered(Function function) {
  TW_CHECK(function, "this program was built without CUDA");
  return function;
}

}  // namespace

DeviceCopiesBackend& device_copies_backend() {
  static DeviceCopiesBackend backend;
  return backend;
}

std::unique_ptr<DeviceCopies> make_device_copies(HostMemory kind, std::int64_t largest) {
  return offered(device_copies_backend().copies)(kind, largest);
}
std::unique_ptr<DeviceCopies> make_peer_copies(int peer, std::int64_t largest) {
  return offered(device_copies_backend().peer_copies)(peer, largest);
}
std::unique_ptr<DeviceBuffer> make_device_buffer(std::size_t bytes) {
  return offered(device_copies_backend().buffer)(bytes);
}
double device_triad_bandwidth(std::size_t bytes) {
  return offered(device_copies_backend().triad_bandwidth)(bytes);
}
std::shared_ptr<DeviceLink> make_device_link() { return offered(device_copies_backend().link)(); }

}  // namespace thalweg::exec
