// SPDX-License-Identifier: Apache-2.0
// Who called: stacks of functions, kept at allocations and printed with what went wrong.
#pragma once

#include <array>
#include <string>

namespace emulated {

/// Addresses in the functions that were being called, innermost first.
struct Trace {
  std::array<void*, 24> frames{};
  int count = 0;
};
/// Without this function and so many of those that called it.
[[gnu::noinline]] Trace trace_here(int skipped = 0);
/// One indented line per function, at most `most`, from the one that called the emulated device.
std::string text_of(const Trace& trace, int most = 6);

/// The kernel's body from the text that the compiler gives for its launch.
std::string kernel_name(const char* launch_text);

/// Prints what the program did that no program may do, and by whom, and aborts.
[[noreturn]] void stop(const std::string& what);

}  // namespace emulated
