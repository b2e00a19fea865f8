// SPDX-License-Identifier: Apache-2.0
// The CUDA half's side of device_copies.hpp. Compiled by nvcc only.
#include <cstdlib>
#include <cstring>

#include "base/clock.hpp"
#include "exec/bandwidth.hpp"
#include "exec/device_copies.hpp"
#include "exec/exec.hpp"
#include "exec/stream_link.hpp"

namespace thalweg::exec {

namespace {

/// Host memory of a kind, touched.
class HostBuffer {
 public:
  HostBuffer(HostMemory kind, std::size_t bytes) : kind_(kind) {
    if (kind == HostMemory::pageable) {
      data_ = allocate_host(bytes);
    } else {
      unsigned flags = cudaHostAllocDefault;
      if (kind == HostMemory::mapped) flags = cudaHostAllocMapped;
      if (kind == HostMemory::write_combined) flags = cudaHostAllocWriteCombined;
      check(cudaHostAlloc(&data_, bytes, flags), "allocating pinned memory");
    }
    std::memset(data_, 1, bytes);
  }
  ~HostBuffer() {
    if (kind_ == HostMemory::pageable)
      std::free(data_);
    else
      cudaFreeHost(data_);
  }
  HostBuffer(const HostBuffer&) = delete;
  HostBuffer& operator=(const HostBuffer&) = delete;
  void* data() const { return data_; }
  /// The address by which a kernel reaches mapped memory.
  void* on_device() const {
    void* address = nullptr;
    check(cudaHostGetDevicePointer(&address, data_, 0), "mapping host memory");
    return address;
  }

 private:
  HostMemory kind_;
  void* data_ = nullptr;
};

using Bytes = Array<std::byte, 1, Space::device>;
constexpr std::size_t word = sizeof(std::uint64_t);

Bytes device_bytes(std::size_t bytes) { return Bytes({static_cast<std::int64_t>(bytes)}); }

/// What packing into mapped memory does, without the gathering.
struct MoveWords {
  View<const std::uint64_t, 1> from;
  View<std::uint64_t, 1> to;
  TW_HD void operator()(std::int64_t i) const { to(i) = from(i); }
};

void move_by_kernel(const DeviceExec& exec, void* to, const void* from, std::int64_t bytes) {
  constexpr auto size = static_cast<std::int64_t>(word);
  const std::int64_t words = (bytes + size - 1) / size;
  parallel_for(exec, words,
               MoveWords{{static_cast<const std::uint64_t*>(from), {words}},
                         {static_cast<std::uint64_t*>(to), {words}}});
}

/// Time so many calls of enqueue(stream, other stream), each complete before the next.
template <class Enqueue>
double timed(const DeviceExec& one, const DeviceExec& other, int repetitions, Enqueue enqueue) {
  const double start = seconds_now();
  for (int r = 0; r < repetitions; ++r) {
    enqueue();
    one.wait();
    other.wait();
  }
  return seconds_now() - start;
}

class HostCopies final : public DeviceCopies {
 public:
  HostCopies(HostMemory kind, std::int64_t largest)
      : kind_(kind), host_out_(kind, rounded(largest)), host_in_(kind, rounded(largest)),
        device_out_(device_bytes(rounded(largest))), device_in_(device_bytes(rounded(largest))) {}

  double run(CopyWay way, std::int64_t bytes, int repetitions) override {
    return timed(down_, up_, repetitions, [&] {
      if (way != CopyWay::to_host) to_device(bytes);
      if (way != CopyWay::to_device) to_host(bytes);
    });
  }

 private:
  static std::size_t rounded(std::int64_t bytes) {
    return (static_cast<std::size_t>(bytes) + word - 1) / word * word;
  }
  void to_device(std::int64_t bytes) {
    void* to = device_in_.view().data;
    if (kind_ == HostMemory::mapped)
      move_by_kernel(down_, to, host_out_.on_device(), bytes);
    else
      copy_bytes(down_, to, host_out_.data(), static_cast<std::size_t>(bytes));
  }
  void to_host(std::int64_t bytes) {
    const void* from = device_out_.view().data;
    if (kind_ == HostMemory::mapped)
      move_by_kernel(up_, host_in_.on_device(), from, bytes);
    else
      copy_bytes(up_, host_in_.data(), from, static_cast<std::size_t>(bytes));
  }

  HostMemory kind_;
  DeviceExec down_, up_;
  HostBuffer host_out_, host_in_;
  Bytes device_out_, device_in_;
};

/// Between the current device and another; the library goes directly where the two can reach each
/// other, else through the host.
class PeerCopies final : public DeviceCopies {
 public:
  PeerCopies(int peer, std::int64_t largest) : peer_(peer) {
    const auto bytes = static_cast<std::size_t>(largest);
    check(cudaGetDevice(&own_), "asking for the device");
    out_ = device_bytes(bytes), in_ = device_bytes(bytes);
    on_peer([&] { peer_out_ = device_bytes(bytes), peer_in_ = device_bytes(bytes); });
    int reachable = 0;
    check(cudaDeviceCanAccessPeer(&reachable, own_, peer_), "asking for peer access");
    if (!reachable) return;
    const cudaError_t status = cudaDeviceEnablePeerAccess(peer_, 0);
    if (status == cudaErrorPeerAccessAlreadyEnabled)
      cudaGetLastError();
    else
      check(status, "enabling peer access");
  }
  ~PeerCopies() override {
    // Memory goes back to the device that it is of.
    cudaSetDevice(peer_);
    peer_out_ = {}, peer_in_ = {};
    cudaSetDevice(own_);
  }

  double run(CopyWay way, std::int64_t bytes, int repetitions) override {
    const auto count = static_cast<std::size_t>(bytes);
    return timed(there_, back_, repetitions, [&] {
      if (way != CopyWay::to_host) copy(there_, peer_in_, peer_, out_, own_, count);
      if (way != CopyWay::to_device) copy(back_, in_, own_, peer_out_, peer_, count);
    });
  }

 private:
  template <class Do>
  void on_peer(Do what) {
    check(cudaSetDevice(peer_), "choosing a device");
    what();
    check(cudaSetDevice(own_), "choosing a device");
  }
  static void copy(const DeviceExec& exec, Bytes& to, int to_device, Bytes& from, int from_device,
                   std::size_t bytes) {
    check(cudaMemcpyPeerAsync(to.view().data, to_device, from.view().data, from_device, bytes,
                              exec.native()),
          "copying between devices");
  }

  int own_ = 0, peer_ = 0;
  DeviceExec there_, back_;
  Bytes out_, in_, peer_out_, peer_in_;
};

class Buffer final : public DeviceBuffer {
 public:
  explicit Buffer(std::size_t bytes) : bytes_(device_bytes(bytes)) {}
  void* data() override { return bytes_.view().data; }
  void write(const void* from, std::size_t bytes) override {
    check(cudaMemcpy(bytes_.view().data, from, bytes, cudaMemcpyHostToDevice), "copy");
    finish_default_stream();
  }
  void read(void* to, std::size_t bytes) const override {
    check(cudaMemcpy(to, bytes_.view().data, bytes, cudaMemcpyDeviceToHost), "copy");
  }

 private:
  Bytes bytes_;
};

std::unique_ptr<DeviceCopies> host_copies(HostMemory kind, std::int64_t largest) {
  return std::make_unique<HostCopies>(kind, largest);
}
std::unique_ptr<DeviceCopies> peer_copies(int peer, std::int64_t largest) {
  return std::make_unique<PeerCopies>(peer, largest);
}
std::unique_ptr<DeviceBuffer> buffer(std::size_t bytes) { return std::make_unique<Buffer>(bytes); }
double triad_bandwidth(std::size_t bytes) { return measure_triad_bandwidth(DeviceExec(), bytes); }
std::shared_ptr<DeviceLink> link() { return std::make_shared<StreamLink>(); }

[[maybe_unused]] const bool copies_registered = [] {
  device_copies_backend() = {host_copies, peer_copies, buffer, triad_bandwidth, link};
  return true;
}();

}  // namespace

}  // namespace thalweg::exec
