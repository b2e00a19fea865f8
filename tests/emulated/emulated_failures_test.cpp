// SPDX-License-Identifier: Apache-2.0
// Calls and allocations that fail because the environment asks for it. Each case is a process of
// its own, since the environment is read once.
#include <cstdlib>
#include <string>

#include "tests/emulated/kernels.hpp"

namespace emulated::testing {
namespace {

/// Seven calls, three of which take memory; the number of each that failed, as digits.
std::string failed_calls() {
  std::string failed;
  int call = 0;
  const auto note = [&](cudaError_t status) {
    ++call;
    if (status != cudaSuccess) failed += std::to_string(call);
  };
  void *a = nullptr, *b = nullptr, *c = nullptr;
  cudaStream_t stream = nullptr;
  note(cudaMalloc(&a, 100));
  note(cudaMallocHost(&b, 100));
  note(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  note(cudaMemset(a, 0, a ? 100 : 0));
  note(cudaMalloc(&c, 100));
  note(cudaStreamSynchronize(nullptr));
  note(cudaMemcpy(b, a, a && b ? 100 : 0, cudaMemcpyDefault));
  // What gives back never fails on demand, and is not counted.
  if (cudaFree(a) != cudaSuccess || cudaFree(c) != cudaSuccess || cudaFreeHost(b) != cudaSuccess)
    return "released";
  return failed;
}

void expect_failures(const char* variable, const char* value, const std::string& failed) {
  EXPECT_EXIT(
      {
        setenv(variable, value, 1);
        std::fprintf(stderr, "failed: %s.", failed_calls().c_str());
        std::_Exit(0);
      },
      ::testing::ExitedWithCode(0), "failed: " + failed + "\\.")
      << variable << "=" << value;
}

TEST(Calls, FailOnDemandOneByOne) {
  expect_failures("EMULATED_FAIL_CALL", "8", "");
  for (const char* n : {"1", "2", "3", "4", "5", "6", "7"})
    expect_failures("EMULATED_FAIL_CALL", n, n);
}

TEST(Calls, StayFailedWhereThatIsAskedFor) { expect_failures("EMULATED_FAIL_CALL", "5+", "567"); }

TEST(AllocationsOnDemand, FailOneByOne) {
  expect_failures("EMULATED_FAIL_ALLOCATION", "1", "1");
  expect_failures("EMULATED_FAIL_ALLOCATION", "2", "2");
  expect_failures("EMULATED_FAIL_ALLOCATION", "3", "5");
  expect_failures("EMULATED_FAIL_ALLOCATION", "2+", "25");
}

TEST(Calls, SayThatTheyWereMadeToFail) {
  EXPECT_EXIT(
      {
        setenv("EMULATED_FAIL_CALL", "1", 1);
        void* memory = nullptr;
        std::fprintf(stderr, "%s", cudaGetErrorString(cudaMalloc(&memory, 1)));
        std::_Exit(0);
      },
      ::testing::ExitedWithCode(0),
      "out of memory \\(emulated device: made to fail: cudaMalloc\\)");
}

TEST(Environment, WithoutSenseIsRefused) {
  for (const char* value : {"two", "0", "-1", "3-", "+"})
    EXPECT_EXIT(
        {
          setenv("EMULATED_FAIL_CALL", value, 1);
          cudaFree(nullptr);
          int count = 0;
          cudaGetDeviceCount(&count);
        },
        ::testing::ExitedWithCode(2), "EMULATED_FAIL_CALL=.*: expected a whole number of at least");
}

TEST(Devices, CanBeNone) {
  EXPECT_EXIT(
      {
        setenv("EMULATED_DEVICES", "0", 1);
        int count = -1;
        require(cudaGetDeviceCount(&count));
        std::_Exit(count);
      },
      ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace emulated::testing
