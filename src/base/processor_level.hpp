// SPDX-License-Identifier: Apache-2.0
// The levels of x86-64 (System V ABI, "Micro-Architecture Levels") that a program for all
// processors holds host kernels for (docs/design/processor-levels.md), and the one that it uses.
#pragma once

#include <string>

namespace thalweg {

enum class ProcessorLevel { v2, v3, v4 };

/// The level of the host kernels: what THALWEG_ISA names (v2, v3 or v4), else the highest that the
/// processor and the program have. Kernels of a program for one processor have no choice; the value
/// means nothing. Throws InputError where THALWEG_ISA names no level, one that the processor or the
/// program does not have, or where the program is for one processor.
ProcessorLevel processor_level();

/// What host kernels are compiled for: "x86-64-v3 (THALWEG_ISA: v2, v3 or v4)", "-march=native".
std::string processor_level_text();

}  // namespace thalweg

// TW_IN_HOST_HALVES(declarations) declares in the host half and, in a program for all processors,
// in the halves for its other levels: those with TW_HAS_V3, TW_HAS_V4. TW_CHOSEN_HOST_HALF(name) is
// that function of the half in use.
#ifdef TW_HAS_V3
#define TW_IN_HOST_HALF_V3(...)                                                                    \
  namespace host_half_v3 {                                                                         \
  __VA_ARGS__                                                                                      \
  }
#define TW_HOST_HALF_V3_OR(name, lower)                                                            \
  (::thalweg::processor_level() == ::thalweg::ProcessorLevel::v3 ? &host_half_v3::name : (lower))
#else
#define TW_IN_HOST_HALF_V3(...)
#define TW_HOST_HALF_V3_OR(name, lower) (lower)
#endif
#ifdef TW_HAS_V4
#define TW_IN_HOST_HALF_V4(...)                                                                    \
  namespace host_half_v4 {                                                                         \
  __VA_ARGS__                                                                                      \
  }
#define TW_HOST_HALF_V4_OR(name, lower)                                                            \
  (::thalweg::processor_level() == ::thalweg::ProcessorLevel::v4 ? &host_half_v4::name : (lower))
#else
#define TW_IN_HOST_HALF_V4(...)
#define TW_HOST_HALF_V4_OR(name, lower) (lower)
#endif
#define TW_IN_HOST_HALVES(...)                                                                     \
  inline namespace host_half {                                                                     \
  __VA_ARGS__                                                                                      \
  }                                                                                                \
  TW_IN_HOST_HALF_V3(__VA_ARGS__)                                                                  \
  TW_IN_HOST_HALF_V4(__VA_ARGS__)
#define TW_CHOSEN_HOST_HALF(name)                                                                  \
  TW_HOST_HALF_V4_OR(name, TW_HOST_HALF_V3_OR(name, &host_half::name))
