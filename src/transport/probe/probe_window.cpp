// SPDX-License-Identifier: Apache-2.0
// Memory that two neighbours share.
#include <atomic>
#include <cstring>
#include <memory>
#include <thread>

#include "transport/comm/shared_segment.hpp"
#include "transport/probe/probe_clock.hpp"
#include "transport/probe/probe_operations.hpp"

namespace thalweg::transport {

namespace {

/// Memory of rank 0 that rank 1 sees: the time at which it was last complete, then the bytes.
struct Shared {
  static constexpr std::int64_t line = 64;
  SharedSegment segment;
  Arena own;
  std::uint64_t turn = 0;

  Shared(const Communicator& pair, std::int64_t largest)
      : segment(pair, 1, pair.rank() == 0 ? line + largest : 0), own(Buffers::warm, largest, 0) {}
  double& when() { return *reinterpret_cast<double*>(segment.payload(0)); }
  std::byte* bytes() { return segment.payload(0) + line; }
  /// A rank's counter: the last turn that it is through with.
  std::atomic_ref<std::uint64_t> done(int rank) { return segment.counter(rank, 0); }
  /// Spins first: a turn takes less than one of the scheduler. Yields where cores are shared.
  void wait_for(int rank, std::uint64_t value) {
    for (int spins = 0; done(rank).load(std::memory_order_acquire) < value; ++spins)
      if (spins > 2000) std::this_thread::yield();
  }
};

/// Seconds until all bytes are where the reader can get them: until they have left the core's
/// buffer of stores, or short writes would seem free and reads pay for them.
double write_once(Shared& shared, std::int64_t bytes) {
  const double start = probe_seconds();
  std::memcpy(shared.bytes(), shared.own.take(bytes), static_cast<std::size_t>(bytes));
  std::atomic_thread_fence(std::memory_order_seq_cst);
  shared.when() = probe_seconds();
  const double spent = shared.when() - start;
  shared.done(0).store(shared.turn, std::memory_order_release);
  return spent;
}

/// Seconds from when the bytes were complete until they are copied.
double read_once(Shared& shared, std::int64_t bytes) {
  std::memcpy(shared.own.take(bytes), shared.bytes(), static_cast<std::size_t>(bytes));
  const double end = probe_seconds();
  const double spent = end - shared.when();
  shared.done(1).store(shared.turn, std::memory_order_release);
  return spent;
}

}  // namespace

Operation window_access(const Communicator& pair, bool writes, const Extent& extent) {
  auto shared = std::make_shared<Shared>(pair, extent.largest);
  return [pair, writes, shared](std::int64_t bytes, int repetitions) {
    double writing = 0, reading = 0;
    for (int r = 0; r < repetitions; ++r) {
      ++shared->turn;
      if (pair.rank() == 0) {
        shared->wait_for(1, shared->turn - 1);
        writing += write_once(*shared, bytes);
      } else {
        shared->wait_for(0, shared->turn);
        reading += read_once(*shared, bytes);
      }
    }
    return writes ? writing : reading;
  };
}

}  // namespace thalweg::transport
