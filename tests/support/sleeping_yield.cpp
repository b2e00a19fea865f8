// SPDX-License-Identifier: Apache-2.0
// Loaded before the C library (LD_PRELOAD) by all tests: a rank that waits sleeps where it would
// offer its core. From Linux 6.18 on, a task that offers its core counts as having used a whole
// slice of it, so ranks that wait for each other hardly run beside other programs: 3 ranks with
// 3.7 s of work took 42 s beside a build on 2 cores, and take 17 s so.
#include <sched.h>

#include <chrono>
#include <thread>

extern "C" int sched_yield() noexcept {
  std::this_thread::sleep_for(std::chrono::microseconds(20));
  return 0;
}
