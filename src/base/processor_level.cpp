// SPDX-License-Identifier: Apache-2.0
#include "base/processor_level.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "base/error.hpp"
#include "base/version.hpp"

namespace thalweg {

namespace {

constexpr const char* variable = "THALWEG_ISA";

#ifdef TW_HAS_V3
constexpr std::array<std::string_view, 3> names{"v2", "v3", "v4"};
#ifdef TW_HAS_V4
constexpr ProcessorLevel highest_of_program = ProcessorLevel::v4;
#else
constexpr ProcessorLevel highest_of_program = ProcessorLevel::v3;
#endif

ProcessorLevel level_of_processor() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4")) return ProcessorLevel::v4;
  if (__builtin_cpu_supports("x86-64-v3")) return ProcessorLevel::v3;
  return ProcessorLevel::v2;
}

std::string name_of(ProcessorLevel level) {
  return std::string(names[static_cast<std::size_t>(level)]);
}

ProcessorLevel chosen_level() {
  const ProcessorLevel highest = std::min(level_of_processor(), highest_of_program);
  const char* wanted = std::getenv(variable);
  if (!wanted || !*wanted) return highest;
  for (std::size_t n = 0; n < names.size(); ++n) {
    if (names[n] != wanted) continue;
    const auto level = static_cast<ProcessorLevel>(n);
    if (level <= highest) return level;
    throw InputError(std::string(variable) + "=" + wanted + ": this processor has x86-64-" +
                     name_of(level_of_processor()) + ", and this program kernels up to x86-64-" +
                     name_of(highest_of_program) + ". Leave it out. Nothing was run.");
  }
  throw InputError(std::string(variable) + "=" + wanted +
                   ": expected v2, v3 or v4. Nothing was run.");
}

/// Of this program.
constexpr const char* levels_text =
    highest_of_program == ProcessorLevel::v4 ? "v2, v3 or v4" : "v2 or v3";
#else
ProcessorLevel chosen_level() {
  const char* wanted = std::getenv(variable);
  if (!wanted || !*wanted) return ProcessorLevel::v2;
  throw InputError(std::string(variable) + "=" + wanted +
                   ": this program has one set of kernels (for " + host_architecture +
                   "). Build the preset `release`, or leave it out. Nothing was run.");
}
#endif

}  // namespace

ProcessorLevel processor_level() {
  static const ProcessorLevel chosen_once = chosen_level();
  return chosen_once;
}

std::string processor_level_text() {
#ifdef TW_HAS_V3
  return "x86-64-" + name_of(processor_level()) + " (THALWEG_ISA: " + levels_text + ")";
#else
  return host_architecture;
#endif
}

}  // namespace thalweg
