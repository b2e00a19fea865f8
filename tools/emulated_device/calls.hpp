// SPDX-License-Identifier: Apache-2.0
// What every call of the runtime goes through: one lock, the count of calls, failures on demand,
// and the error that is kept until it is asked for.
#pragma once

#include <mutex>
#include <string>

#include "cuda_runtime.h"

namespace emulated {

/// Held during every call; work of the device is done by the thread that waits for it.
std::recursive_mutex& device_lock();

/// Keeps the error as CUDA does, and what was wrong for cudaGetErrorString().
cudaError_t fail(cudaError_t error, const std::string& detail);

/// Counts a call, and whether it is the one that shall fail.
bool fails_on_demand(const char* name);
bool allocation_fails_on_demand();

/// A number below `bound` from the seed; 0 for a bound of 0.
unsigned draw(unsigned bound);

/// A call of the runtime. Where it fails on demand, nothing is done and `failure` is its result.
template <class Body>
cudaError_t runtime_call(const char* name, cudaError_t failure, Body body) {
  const std::lock_guard guard(device_lock());
  if (fails_on_demand(name)) return fail(failure, std::string("made to fail: ") + name);
  return body();
}

/// A call that gives something back. Programs ignore its failures, so it never fails on demand.
template <class Body>
cudaError_t releasing_call(Body body) {
  const std::lock_guard guard(device_lock());
  return body();
}

}  // namespace emulated
