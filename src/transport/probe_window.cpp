// SPDX-License-Identifier: Apache-2.0
// Memory that two neighbours share.
#include <atomic>
#include <cstring>
#include <memory>
#include <new>
#include <thread>

#include "base/clock.hpp"
#include "transport/mpi_native.hpp"
#include "transport/probe_operations.hpp"

namespace thalweg::transport {

namespace {

/// The start of the window of rank 0; its bytes follow.
struct alignas(64) Header {
  std::atomic<std::int64_t> written{0};
  double when = 0;
  alignas(64) std::atomic<std::int64_t> read{0};
};
static_assert(std::atomic<std::int64_t>::is_always_lock_free, "flags work between processes");

/// Memory of rank 0 that rank 1 sees.
class Window {
 public:
  Window(const Communicator& pair, std::int64_t bytes) {
    const auto all =
        static_cast<MPI_Aint>(alignof(Header) + sizeof(Header)) + static_cast<MPI_Aint>(bytes);
    const MPI_Aint own = pair.rank() == 0 ? all : 0;
    void* start = nullptr;
    check_mpi(MPI_Win_allocate_shared(own, 1, MPI_INFO_NULL, pair.native().comm, &start, &window_),
              "MPI_Win_allocate_shared");
    MPI_Aint size = 0;
    int unit = 0;
    check_mpi(MPI_Win_shared_query(window_, 0, &size, &unit, &start), "MPI_Win_shared_query");
    // The library aligns for numbers only; both processes map whole pages, so they agree here.
    auto space = static_cast<std::size_t>(all);
    std::align(alignof(Header), sizeof(Header), start, space);
    if (pair.rank() == 0) new (start) Header;
    pair.barrier();
    header_ = static_cast<Header*>(start);
    bytes_ = static_cast<std::byte*>(start) + sizeof(Header);
  }
  ~Window() {
    if (may_free()) MPI_Win_free(&window_);
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  Header& header() const { return *header_; }
  std::byte* bytes() const { return bytes_; }

 private:
  MPI_Win window_ = MPI_WIN_NULL;
  Header* header_ = nullptr;
  std::byte* bytes_ = nullptr;
};

/// Spins first: a read takes less than a turn of the scheduler. Yields where cores are shared.
void wait_for(const std::atomic<std::int64_t>& flag, std::int64_t value) {
  for (int spins = 0; flag.load(std::memory_order_acquire) < value; ++spins)
    if (spins > 2000) std::this_thread::yield();
}

}  // namespace

Operation window_access(const Communicator& pair, bool writes, const Extent& extent) {
  auto window = std::make_shared<Window>(pair, extent.largest);
  auto own = std::make_shared<Arena>(Buffers::warm, extent.largest, 0);
  auto turn = std::make_shared<std::int64_t>(0);
  return [=](std::int64_t bytes, int repetitions) {
    Header& header = window->header();
    const auto count = static_cast<std::size_t>(bytes);
    double spent = 0;
    for (int r = 0; r < repetitions; ++r) {
      const std::int64_t t = ++*turn;
      if (pair.rank() == 0) {
        wait_for(header.read, t - 1);
        const double start = seconds_now();
        std::memset(window->bytes(), static_cast<int>(t & 0xff), count);  // as packing would
        header.when = seconds_now();
        if (writes) spent += header.when - start;
        header.written.store(t, std::memory_order_release);
      } else {
        wait_for(header.written, t);
        std::memcpy(own->take(bytes), window->bytes(), count);
        if (!writes) spent += seconds_now() - header.when;
        header.read.store(t, std::memory_order_release);
      }
    }
    return spent;
  };
}

}  // namespace thalweg::transport
