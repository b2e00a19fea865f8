// SPDX-License-Identifier: Apache-2.0
// Streams of work: the calling process's threads, or a CUDA stream. Passed explicitly everywhere,
// because a hidden global stream is what makes overlap hard to reason about.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "exec/space.hpp"
#ifdef TW_DEVICE_HALF
#include "exec/device_error.hpp"
#include <cuda_runtime.h>
#endif
namespace thalweg::exec::inline TW_HALF {

class MemoryPool;

/// Runs kernels on this process's OpenMP threads; every call returns finished.
struct HostExec {
  static constexpr Space space = Space::host;
  void wait() const {}
  /// Memory for the time of a call (pool.hpp).
  MemoryPool& pool() const;
};

/// Threads that host loops use.
int threads();
void set_threads(int count);

#ifdef TW_DEVICE_HALF

/// Throws DeviceError with the call, CUDA's text and what to do. CUDA keeps the error until it is
/// asked for, and whoever catches this must not meet it again after another call.
inline void check(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return;
  cudaGetLastError();
  throw_device_error(call, cudaGetErrorString(status), status == cudaErrorMemoryAllocation);
}

/// A CUDA stream: calls return at once; wait() blocks until all of them are done. For one thread at
/// a time.
class DeviceExec {
 public:
  static constexpr Space space = Space::device;
  DeviceExec() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "stream"); }
  DeviceExec(DeviceExec&& other) noexcept
      : stream_(std::exchange(other.stream_, nullptr)), pool_(std::move(other.pool_)) {}
  DeviceExec& operator=(DeviceExec&&) = delete;
  ~DeviceExec() {
    if (stream_) cudaStreamDestroy(stream_);
  }
  void wait() const { check(cudaStreamSynchronize(stream_), "waiting for a stream"); }
  cudaStream_t native() const { return stream_; }
  MemoryPool& pool() const;

 private:
  cudaStream_t stream_ = nullptr;
  mutable std::shared_ptr<MemoryPool> pool_;  // made when it is first asked for
};
using Exec = DeviceExec;

/// A point in one stream that the host or another stream can wait for.
class Event {
 public:
  static constexpr unsigned untimed = cudaEventDisableTiming, timed = cudaEventDefault;
  explicit Event(unsigned timing = untimed) {
    check(cudaEventCreateWithFlags(&event_, timing), "event");
  }
  Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  Event& operator=(Event&&) = delete;
  ~Event() {
    if (event_) cudaEventDestroy(event_);
  }
  void record(const DeviceExec& exec) { check(cudaEventRecord(event_, exec.native()), "event"); }
  void record(const HostExec&) {}
  /// Work given to exec from now on waits for the event.
  void block(const DeviceExec& exec) const {
    check(cudaStreamWaitEvent(exec.native(), event_), "waiting for an event");
  }
  void block(const HostExec&) const { wait(); }
  void wait() const { check(cudaEventSynchronize(event_), "waiting for an event"); }
  /// Throws DeviceError where the work before it failed, which would else never be done.
  bool done() const {
    const cudaError_t status = cudaEventQuery(event_);
    if (status == cudaErrorNotReady) return cudaGetLastError(), false;  // CUDA keeps that, too
    return check(status, "work on a device"), true;
  }
  /// Of two timed events that are done.
  double seconds_since(const Event& earlier) const {
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, earlier.event_, event_), "time between two events");
    return 1e-3 * static_cast<double>(milliseconds);
  }

 private:
  cudaEvent_t event_ = nullptr;
};

#else

using Exec = HostExec;

/// Host work is finished when its call returns, so its events are always done.
class Event {
 public:
  void record(const HostExec&) {}
  void block(const HostExec&) const {}
  void wait() const {}
  bool done() const { return true; }
};

#endif

}  // namespace thalweg::exec::inline TW_HALF
