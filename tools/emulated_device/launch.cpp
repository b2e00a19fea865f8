// SPDX-License-Identifier: Apache-2.0
// Launches: what a device of compute capability 9.0 would refuse, and the blocks of a grid in an
// order drawn from the seed.
#include <sys/mman.h>

#include <cstring>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "cuda_runtime.h"
#include "emulated_device/allocations.hpp"
#include "emulated_device/calls.hpp"
#include "emulated_device/counts.hpp"
#include "emulated_device/devices.hpp"
#include "emulated_device/fibers.hpp"
#include "emulated_device/protection.hpp"
#include "emulated_device/queue.hpp"

namespace emulated {

namespace {

// "Technical specifications per compute capability" of the CUDA programming guide.
constexpr unsigned most_blocks_x = 0x7fffffff, most_blocks_yz = 65535;
constexpr unsigned most_threads = 1024, most_threads_z = 64;
constexpr std::size_t block_memory_unasked = std::size_t{48} << 10;
constexpr std::size_t most_block_memory = std::size_t{227} << 10;
constexpr std::size_t most_argument_bytes = 32764;

std::map<const void*, std::size_t>& allowed_block_memory() {
  static auto* allowed = new std::map<const void*, std::size_t>;
  return *allowed;
}

std::string text_of(dim3 d) {
  std::string text = "(";
  text += std::to_string(d.x) + ", " + std::to_string(d.y) + ", " + std::to_string(d.z);
  return text += ")";
}

cudaError_t check_shape(const cudaLaunchConfig_t& c) {
  const dim3 g = c.gridDim, b = c.blockDim;
  const bool grid_fits = g.x > 0 && g.y > 0 && g.z > 0 && g.x <= most_blocks_x &&
                         g.y <= most_blocks_yz && g.z <= most_blocks_yz;
  if (!grid_fits) return fail(cudaErrorInvalidConfiguration, "a grid of " + text_of(g) + " blocks");
  const bool block_fits = b.x > 0 && b.y > 0 && b.z > 0 && b.z <= most_threads_z &&
                          b.x <= most_threads && b.y <= most_threads &&
                          b.x * b.y * b.z <= most_threads;
  if (!block_fits)
    return fail(cudaErrorInvalidConfiguration, "a block of " + text_of(b) + " threads");
  return cudaSuccess;
}

cudaError_t check_launch(const cudaLaunchConfig_t& c, const KernelCall& kernel) {
  if (const cudaError_t bad = check_shape(c); bad != cudaSuccess) return bad;
  const auto it = allowed_block_memory().find(kernel.function);
  const std::size_t allowed =
      it == allowed_block_memory().end() ? block_memory_unasked : it->second;
  if (c.dynamicSmemBytes > allowed)
    return fail(cudaErrorInvalidValue, std::to_string(c.dynamicSmemBytes) +
                                           " bytes of block memory, where " +
                                           std::to_string(allowed) + " are allowed");
  if (kernel.argument_bytes > most_argument_bytes)
    return fail(cudaErrorInvalidValue,
                std::to_string(kernel.argument_bytes) + " bytes of arguments");
  return cudaSuccess;
}

/// The memory of the running block, of which the last byte stands before a closed page.
class BlockMemory {
 public:
  BlockMemory() {
    void* at =
        mmap(nullptr, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) stop("no memory for blocks");
    end_ = static_cast<char*>(at) + room;
    mprotect(end_, page, PROT_NONE);
  }
  /// Fresh memory for a block.
  void begin(std::size_t bytes) {
    bytes_ = bytes;
    set_block_memory_guard(end_, bytes);
    std::memset(data(), 0xff, round_up(bytes, 16));
  }
  void end() {
    for (char* p = data() + bytes_; p < end_; ++p)
      if (static_cast<unsigned char>(*p) != 0xff)
        stop("a kernel wrote past the " + std::to_string(bytes_) + " bytes of its block's memory");
  }
  char* data() const { return end_ - round_up(bytes_, 16); }

 private:
  static constexpr std::size_t room = round_up(most_block_memory, page);
  char* end_ = nullptr;
  std::size_t bytes_ = 0;
};
BlockMemory& block_memory_now() {
  static auto* memory = new BlockMemory;
  return *memory;
}

/// The numbers below n, each once, in an order drawn from the seed: start, start + stride, ...
class Shuffled {
 public:
  explicit Shuffled(std::uint64_t n)
      : n_(n), at_(draw(static_cast<unsigned>(std::min<std::uint64_t>(n, 0xffffffff)))) {
    do stride_ = 1 + draw(static_cast<unsigned>(std::min<std::uint64_t>(n, 1 << 20)));
    while (std::gcd(stride_, n) != 1);
  }
  std::uint64_t next() {
    at_ = (at_ + stride_) % n_;
    return at_;
  }

 private:
  std::uint64_t n_, at_, stride_ = 1;
};

/// threadIdx by number, for the blocks of the running kernel: a division per thread would take a
/// third of the time of most kernels.
std::vector<uint3> places;

void set_block_shape(const dim3& shape) {
  blockDim = shape;
  places.clear();
  for (unsigned z = 0; z < shape.z; ++z)
    for (unsigned y = 0; y < shape.y; ++y)
      for (unsigned x = 0; x < shape.x; ++x) places.push_back({x, y, z});
}

void leave_kernel() {
  threadIdx = blockIdx = {0, 0, 0};
  blockDim = gridDim = {};
}

void run_grid(const cudaLaunchConfig_t& c, const std::function<void()>& thread) {
  const dim3 g = c.gridDim, b = c.blockDim;
  gridDim = g;
  set_block_shape(b);
  const std::uint64_t blocks = std::uint64_t{g.x} * g.y * g.z;
  Shuffled order(blocks);
  const bool backwards = draw(2);
  for (std::uint64_t n = 0; n < blocks; ++n) {
    const std::uint64_t block = order.next();
    blockIdx = {static_cast<unsigned>(block % g.x), static_cast<unsigned>(block / g.x % g.y),
                static_cast<unsigned>(block / g.x / g.y)};
    block_memory_now().begin(c.dynamicSmemBytes);
    run_block(static_cast<int>(b.x * b.y * b.z), backwards, places.data(), thread);
    block_memory_now().end();
  }
  leave_kernel();
}

}  // namespace

cudaError_t launch(const cudaLaunchConfig_t& config, KernelCall kernel) {
  return runtime_call("a launch", cudaErrorLaunchFailure, [&] {
    if (const cudaError_t bad = check_launch(config, kernel); bad != cudaSuccess) return bad;
    Stream* stream = stream_of(config.stream);
    if (!stream) return fail(cudaErrorInvalidResourceHandle, "the stream was destroyed");
    if (stream->device != current_device())
      return fail(cudaErrorInvalidResourceHandle,
                  "a launch into a stream of device " + std::to_string(stream->device) +
                      " while device " + std::to_string(current_device()) + " is current");
    if (!stream->captured) ++counts_now().launches;
    enqueue(*stream,
            {.device = stream->device,
             .name = kernel.name,
             .run = [config, thread = std::move(kernel.thread)] { run_grid(config, thread); }});
    return cudaSuccess;
  });
}

cudaError_t allow_block_memory(const void* function, int bytes) {
  return runtime_call("cudaFuncSetAttribute", cudaErrorInvalidValue, [&] {
    if (bytes < 0 || static_cast<std::size_t>(bytes) > most_block_memory)
      return fail(cudaErrorInvalidValue, std::to_string(bytes) + " bytes of block memory, where " +
                                             std::to_string(most_block_memory) + " are the most");
    allowed_block_memory()[function] = static_cast<std::size_t>(bytes);
    return cudaSuccess;
  });
}

void* block_memory() { return block_memory_now().data(); }

void barrier() { meet_at_barrier(); }

}  // namespace emulated
