// SPDX-License-Identifier: Apache-2.0
// Device memory of other processes: opened, used, closed, and gone when its process is gone.
#include <cuda.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <functional>

#include "tests/emulated/kernels.hpp"

namespace emulated::testing {
namespace {

/// Runs in a process of its own; its exit status, or -signal.
int in_child(const std::function<int()>& run) {
  const pid_t child = fork();
  if (child == 0) _exit(run());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

cudaIpcMemHandle_t handle_of(void* memory) {
  cudaIpcMemHandle_t handle;
  require(cudaIpcGetMemHandle(&handle, memory));
  return handle;
}

int* opened(const cudaIpcMemHandle_t& handle) {
  void* memory = nullptr;
  require(cudaIpcOpenMemHandle(&memory, handle, cudaIpcMemLazyEnablePeerAccess));
  return static_cast<int*>(memory);
}

__global__ void add(int* to, int value) { *to += value; }

int add_in_opened(const cudaIpcMemHandle_t& handle) {
  int* memory = opened(handle);
  require(launch({1, 1}, nullptr, add, memory + 99, 4));
  require(cudaStreamSynchronize(nullptr));
  require(cudaIpcCloseMemHandle(memory));
  return 0;
}

TEST(OpenedMemory, IsTheSameMemory) {
  std::vector<int> values(100, 3);
  const DeviceValues<int> memory(values);
  const auto handle = handle_of(memory.data());
  EXPECT_EQ(in_child([&] { return add_in_opened(handle); }), 0);
  EXPECT_EQ(in_child([&] { return add_in_opened(handle); }), 0);
  values[99] = 11;
  EXPECT_EQ(memory.read(), values);
}

TEST(OpenedMemory, IsClosedToTheHostToo) {
  const DeviceValues<int> memory(100);
  const auto handle = handle_of(memory.data());
  EXPECT_EQ(in_child([&] {
              const volatile int* at = opened(handle);
              return *at;
            }),
            -SIGSEGV);
}

TEST(OpenedMemory, IsNotOpenedByItsOwnProcess) {
  const DeviceValues<int> memory(100);
  const auto handle = handle_of(memory.data());
  void* again = nullptr;
  EXPECT_EQ(cudaIpcOpenMemHandle(&again, handle, 0), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaIpcGetMemHandle(const_cast<cudaIpcMemHandle_t*>(&handle), memory.data() + 1),
            cudaErrorInvalidValue);
}

/// A child that has opened the memory and lives until it is killed.
pid_t holder(const cudaIpcMemHandle_t& handle) {
  int ready[2];
  if (pipe(ready) != 0) return -1;
  const pid_t child = fork();
  if (child == 0) {
    opened(handle);
    if (write(ready[1], "x", 1) != 1) _exit(1);
    for (;;) pause();
  }
  char byte = 0;
  EXPECT_EQ(read(ready[0], &byte, 1), 1);
  return child;
}

TEST(SharedMemory, MustStayUntilAllHaveClosedIt) {
  int* memory = nullptr;
  require(cudaMalloc(&memory, 400));
  const pid_t child = holder(handle_of(memory));
  EXPECT_DEATH(cudaFree(memory), "process [0-9]+ still has open what is released: .* 400 bytes");
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  require(cudaFree(memory));  // a process that is gone has nothing open
}

TEST(SharedMemory, GoesWithItsProcesses) {
  int handle_pipe[2];
  ASSERT_EQ(pipe(handle_pipe), 0);
  const pid_t owner = fork();
  if (owner == 0) {
    const DeviceValues<int> memory(100);
    const auto handle = handle_of(memory.data());
    if (write(handle_pipe[1], &handle, sizeof handle) < 0) _exit(1);
    for (;;) pause();
  }
  cudaIpcMemHandle_t handle;
  ASSERT_EQ(read(handle_pipe[0], &handle, sizeof handle), static_cast<ssize_t>(sizeof handle));
  kill(owner, SIGKILL);
  waitpid(owner, nullptr, 0);
  void* memory = nullptr;
  EXPECT_EQ(cudaIpcOpenMemHandle(&memory, handle, 0), cudaErrorInvalidResourceHandle);
  for (const auto& entry : std::filesystem::directory_iterator("/dev/shm"))
    EXPECT_EQ(entry.path().filename().string().find("emu"), std::string::npos) << entry.path();
}

TEST(Driver, TellsWhereAnAllocationBegins) {
  using Ask = CUresult (*)(CUdeviceptr*, std::size_t*, CUdeviceptr);
  void* entry = nullptr;
  cudaDriverEntryPointQueryResult found{};
  require(cudaGetDriverEntryPointByVersion("cuMemGetAddressRange", &entry, 12000, cudaEnableDefault,
                                           &found));
  ASSERT_EQ(found, cudaDriverEntryPointSuccess);
  const DeviceValues<int> memory(100);
  CUdeviceptr base = 0;
  std::size_t size = 0;
  const auto ask = reinterpret_cast<Ask>(entry);
  EXPECT_EQ(ask(&base, &size, reinterpret_cast<CUdeviceptr>(memory.data() + 50)), CUDA_SUCCESS);
  EXPECT_EQ(base, reinterpret_cast<CUdeviceptr>(memory.data()));
  EXPECT_EQ(size, 400u);
  EXPECT_NE(ask(&base, &size, reinterpret_cast<CUdeviceptr>(&size)), CUDA_SUCCESS);
}

}  // namespace
}  // namespace emulated::testing
