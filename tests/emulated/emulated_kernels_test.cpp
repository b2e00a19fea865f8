// SPDX-License-Identifier: Apache-2.0
// Grids, blocks and threads: who runs, in which order, where they meet and what they share.
#include <cub/block/block_reduce.cuh>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <set>
#include <string>

#include "tests/emulated/kernels.hpp"

namespace emulated::testing {
namespace {

void run(const Grid& grid, auto kernel, auto... arguments) {
  require(launch(grid, nullptr, kernel, arguments...));
  require(cudaStreamSynchronize(nullptr));
}

__global__ void count_self(int* visits) {
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  atomicAdd(&visits[block * blockDim.x * blockDim.y * blockDim.z + thread], 1);
}

TEST(Grids, RunEveryThreadOnce) {
  for (const Grid& grid : {Grid{1, 1}, Grid{7, 32}, Grid{{5, 3, 2}, {4, 2, 3}}, Grid{1000, 1}}) {
    const dim3 g = grid.blocks, b = grid.threads;
    const std::size_t all = std::size_t{g.x} * g.y * g.z * b.x * b.y * b.z;
    const DeviceValues<int> visits(std::vector<int>(all, 0));
    run(grid, count_self, visits.data());
    EXPECT_EQ(visits.read(), std::vector<int>(all, 1));
  }
}

__global__ void note_order(unsigned* order, unsigned* next) { order[(*next)++] = blockIdx.x; }

TEST(Grids, RunTheirBlocksInAnyOrder) {
  std::set<std::vector<unsigned>> orders;
  std::set<unsigned> first;
  for (int n = 0; n < 100; ++n) {
    const DeviceValues<unsigned> order(6), next(std::vector<unsigned>{0});
    run({6, 1}, note_order, order.data(), next.data());
    const auto found = order.read();
    std::vector<unsigned> sorted = found;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(sorted, (std::vector<unsigned>{0, 1, 2, 3, 4, 5}));
    orders.insert(found);
    first.insert(found.front());
  }
  EXPECT_EQ(first.size(), 6u);
  EXPECT_GE(orders.size(), 12u);
}

// Each thread reads what its neighbour wrote before the barrier.
__global__ void shift(int* to) {
  int* shared = static_cast<int*>(block_memory());
  shared[threadIdx.x] = static_cast<int>(10 * blockIdx.x + threadIdx.x);
  __syncthreads();
  const int value = shared[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  shared[threadIdx.x] = value;
  __syncthreads();
  to[blockIdx.x * blockDim.x + threadIdx.x] = shared[(threadIdx.x + 1) % blockDim.x];
}

TEST(Barriers, AreMetByAllThreads) {
  const DeviceValues<int> to(12);
  for (int n = 0; n < 10; ++n) {
    run({3, 4, 16}, shift, to.data());
    EXPECT_EQ(to.read(), (std::vector<int>{2, 3, 0, 1, 12, 13, 10, 11, 22, 23, 20, 21}));
  }
}

__global__ void leave_early(unsigned staying) {
  if (threadIdx.x < staying) __syncthreads();
}

TEST(Barriers, StopAProgramWhoseThreadsDoNotAllMeet) {
  run({1, 8}, leave_early, 8u);
  run({1, 8}, leave_early, 0u);
  EXPECT_DEATH(run({1, 8}, leave_early, 5u), "3 of 8 threads of a block ended while the others");
  EXPECT_DEATH(run({1, 8}, leave_early, 1u), "7 of 8 threads of a block ended while the others");
}

TEST(Barriers, AreNothingOutsideAKernel) { __syncthreads(); }

__global__ void look_at_block_memory(double* seen) {
  auto* shared = static_cast<double*>(block_memory());
  seen[blockIdx.x] = shared[1];
  shared[1] = 5;
}

TEST(BlockMemory, IsNaNWhenABlockBegins) {
  const DeviceValues<double> seen(4);
  run({4, 1, 16}, look_at_block_memory, seen.data());
  for (const double v : seen.read()) EXPECT_TRUE(std::isnan(v));
}

__global__ void write_block_memory(std::size_t at) { static_cast<char*>(block_memory())[at] = 1; }

TEST(BlockMemory, EndsWhereItWasAskedToEnd) {
  run({1, 1, 100}, write_block_memory, std::size_t{99});
  EXPECT_DEATH(run({1, 1, 100}, write_block_memory, std::size_t{100}),
               "wrote past the 100 bytes of its block's memory");
  EXPECT_DEATH(run({1, 1, 100}, write_block_memory, std::size_t{112}),
               "ran past the 100 bytes of its block's memory");
  EXPECT_DEATH(run({1, 1, 0}, write_block_memory, std::size_t{0}), "ran past the 0 bytes");
}

TEST(BlockMemory, MustBeAskedForAbove48KiB) {
  constexpr std::size_t kib = 1024;
  EXPECT_EQ(launch({1, 1, 48 * kib}, nullptr, write_block_memory, std::size_t{0}), cudaSuccess);
  EXPECT_EQ(launch({1, 1, 49 * kib}, nullptr, write_block_memory, std::size_t{0}),
            cudaErrorInvalidValue);
  require(cudaFuncSetAttribute(write_block_memory, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               227 * 1024));
  run({1, 1, 227 * kib}, write_block_memory, 227 * kib - 1);
  EXPECT_EQ(cudaFuncSetAttribute(write_block_memory, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 228 * 1024),
            cudaErrorInvalidValue);
}

__global__ void do_nothing() {}

TEST(Launches, BeyondTheLimitsAreRefused) {
  const auto result = [](dim3 blocks, dim3 threads) {
    return launch({blocks, threads}, nullptr, do_nothing);
  };
  EXPECT_EQ(result(1, 1024), cudaSuccess);
  EXPECT_EQ(result({1, 1, 65535}, 1), cudaSuccess);
  for (const dim3 blocks : {dim3(0), dim3(1, 65536), dim3(1, 1, 65536), dim3(0x80000000u)})
    EXPECT_EQ(result(blocks, 1), cudaErrorInvalidConfiguration);
  for (const dim3 threads : {dim3(0), dim3(1025), dim3(32, 33), dim3(1, 1, 65)})
    EXPECT_EQ(result(1, threads), cudaErrorInvalidConfiguration);
}

struct Large {
  char bytes[32765];
};
__global__ void take_much(Large) {}

TEST(Launches, WithTooManyArgumentsAreRefused) {
  EXPECT_EQ(launch({1, 1}, nullptr, take_much, Large{}), cudaErrorInvalidValue);
}

__global__ void store(int* to, int value) { *to = value; }

TEST(Launches, TakeTheirArgumentsWhenTheyAreGiven) {
  const DeviceValues<int> to(1);
  int value = 1;
  require(launch({1, 1}, nullptr, store, to.data(), value));
  value = 2;
  EXPECT_EQ(to.read(), std::vector<int>{1});
}

struct Sum {
  int operator()(int a, int b) const { return a + b; }
};
__global__ void sum_block(const int* from, int* to) {
  using Reduce = cub::BlockReduce<int, 64>;
  auto& storage = *static_cast<Reduce::TempStorage*>(block_memory());
  const int total = Reduce(storage).Reduce(from[64 * blockIdx.x + threadIdx.x], Sum());
  if (threadIdx.x == 0) to[blockIdx.x] = total;
}

TEST(BlockReduce, CombinesAllThreadsInTheFirst) {
  std::vector<int> values(192);
  std::iota(values.begin(), values.end(), 0);
  const DeviceValues<int> from(values), to(3);
  run({3, 64, sizeof(cub::BlockReduce<int, 64>::TempStorage)}, sum_block, from.data(), to.data());
  EXPECT_EQ(to.read(), (std::vector<int>{2016, 6112, 10208}));
}

}  // namespace
}  // namespace emulated::testing
