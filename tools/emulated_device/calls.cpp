// SPDX-License-Identifier: Apache-2.0
#include "emulated_device/calls.hpp"

#include <random>
#include <utility>

#include "emulated_device/counts.hpp"
#include "emulated_device/options.hpp"

namespace emulated {

namespace {

thread_local cudaError_t kept_error = cudaSuccess;
thread_local cudaError_t last_failure = cudaSuccess;
thread_local std::string last_detail;

const char* text_of(cudaError_t error) {
  switch (error) {
  case cudaSuccess: return "no error";
  case cudaErrorInvalidValue: return "invalid argument";
  case cudaErrorMemoryAllocation: return "out of memory";
  case cudaErrorInvalidConfiguration: return "invalid configuration argument";
  case cudaErrorInvalidDevice: return "invalid device ordinal";
  case cudaErrorInvalidResourceHandle: return "invalid resource handle";
  case cudaErrorNotReady: return "device not ready";
  case cudaErrorPeerAccessUnsupported: return "peer access is not supported between these devices";
  case cudaErrorPeerAccessAlreadyEnabled: return "peer access is already enabled";
  case cudaErrorPeerAccessNotEnabled: return "peer access has not been enabled";
  case cudaErrorLaunchFailure: return "unspecified launch failure";
  case cudaErrorStreamCaptureUnsupported: return "operation not permitted when stream is capturing";
  }
  return "unknown error";
}

bool is_due(std::int64_t number, std::int64_t failing, bool stay_failed) {
  return failing > 0 && (number == failing || (stay_failed && number > failing));
}

}  // namespace

std::recursive_mutex& device_lock() {
  static auto* lock = new std::recursive_mutex;  // outlives every static object that still calls
  return *lock;
}

cudaError_t fail(cudaError_t error, const std::string& detail) {
  kept_error = last_failure = error;
  last_detail = detail;
  return error;
}

bool fails_on_demand(const char* name) {
  ++counts_now().calls;
  if (!is_due(counts_now().calls, options().failing_call, options().calls_stay_failed))
    return false;
  counts_now().failed_call = name;
  return true;
}

bool allocation_fails_on_demand() {
  ++counts_now().allocations;
  return is_due(counts_now().allocations, options().failing_allocation,
                options().allocations_stay_failed);
}

unsigned draw(unsigned bound) {
  static auto* generator = new std::mt19937(options().seed * 7919u);
  return bound ? static_cast<unsigned>((*generator)()) % bound : 0;
}

}  // namespace emulated

cudaError_t cudaGetLastError() { return std::exchange(emulated::kept_error, cudaSuccess); }

const char* cudaGetErrorString(cudaError_t error) {
  static thread_local std::string text;
  text = emulated::text_of(error);
  if (error != cudaSuccess && error == emulated::last_failure)
    text += " (emulated device: " + emulated::last_detail + ")";
  return text.c_str();
}
