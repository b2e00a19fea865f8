// SPDX-License-Identifier: Apache-2.0
// Host memory that stands for a device's in trials of an MPI library, and goes wrong as told.
#pragma once

#include <algorithm>
#include <chrono>
#include <csignal>
#include <memory>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "exec/device_copies.hpp"

namespace thalweg::transport::testing {

/// none: as it should be. stale: messages are read from where writes do not arrive, as by a library
/// that takes a device's address for the host's. late: nothing is written in the first 2.8 s.
/// broken: there is none. deadly: reading from it ends the process.
enum class Trouble { none, stale, late, broken, deadly };

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds late{2800};

inline Clock::time_point& begin_of_trouble() {
  static Clock::time_point begin = Clock::now();
  return begin;
}

class HostBuffer final : public exec::DeviceBuffer {
 public:
  HostBuffer(std::size_t bytes, Trouble trouble)
      : trouble_(trouble), seen_(bytes), elsewhere_(bytes) {}
  void* data() override { return seen_.data(); }
  void write(const void* from, std::size_t bytes) override {
    if (trouble_ == Trouble::late) std::this_thread::sleep_until(begin_of_trouble() + late);
    const auto* begin = static_cast<const std::byte*>(from);
    auto& to = trouble_ == Trouble::stale ? elsewhere_ : seen_;
    std::copy(begin, begin + bytes, to.begin());
  }
  void read(void* to, std::size_t bytes) const override {
    if (trouble_ == Trouble::deadly) std::raise(SIGSEGV);
    std::copy_n(seen_.begin(), bytes, static_cast<std::byte*>(to));
  }

 private:
  Trouble trouble_;
  std::vector<std::byte> seen_, elsewhere_;
};

/// What device buffers of this process are made with.
inline Trouble& trouble_here() {
  static Trouble trouble = Trouble::none;
  return trouble;
}

/// While one is there, host memory stands for a device's.
class HostBuffers {
 public:
  explicit HostBuffers(Trouble trouble = Trouble::none) : before_(exec::device_copies_backend()) {
    trouble_here() = trouble;
    begin_of_trouble() = Clock::now();
    exec::device_copies_backend().buffer =
        [](std::size_t bytes) -> std::unique_ptr<exec::DeviceBuffer> {
      if (trouble_here() == Trouble::broken) throw DeviceError("the device fell off the bus");
      return std::make_unique<HostBuffer>(bytes, trouble_here());
    };
  }
  ~HostBuffers() { exec::device_copies_backend() = before_; }
  HostBuffers(const HostBuffers&) = delete;
  HostBuffers& operator=(const HostBuffers&) = delete;

 private:
  exec::DeviceCopiesBackend before_;
};

}  // namespace thalweg::transport::testing
