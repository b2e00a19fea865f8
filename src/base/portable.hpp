// SPDX-License-Identifier: Apache-2.0
// What a source needs so that a C++ compiler and nvcc can both compile it.
//
// Solver and kernel sources are compiled twice: by the C++ compiler for the host and, where a
// device half is built, again for the device: by nvcc, or by the C++ compiler against the emulated
// device (docs/design/emulated-device.md). Each half lives in its own inline namespace (TW_HALF),
// so one binary can hold both without two definitions of one name. The build defines
// TW_DEVICE_HALF for the second. Read docs/design/one-source.md. A program for all processors holds
// further host halves, for which the build defines TW_LEVEL (docs/design/processor-levels.md).
#pragma once

#define TW_JOINED_AGAIN(a, b) a##b
#define TW_JOINED(a, b) TW_JOINED_AGAIN(a, b)

#ifdef TW_DEVICE_HALF
#define TW_HALF device_half
#elif defined(TW_LEVEL)
#define TW_HALF TW_JOINED(host_half_, TW_LEVEL)
#else
#define TW_HALF host_half
#endif

// TW_DEVICE_CODE: the text is compiled for kernels. nvcc compiles it once more without, for calls
// on the host; the emulated device has one form for both, in which a call on the host is a kernel
// of one thread.
#if defined(__CUDA_ARCH__) || (defined(TW_DEVICE_HALF) && !defined(__CUDACC__))
#define TW_DEVICE_CODE
#endif

// Ends each of the sources that share the members of a class. A source that includes several of
// them says so itself, after the last of them (ThalwegBatches.cmake).
// NOLINTBEGIN(bugprone-macro-parentheses): names of classes have none.
#define TW_INSTANTIATE(Class)                                                                      \
  template class Class<float>;                                                                     \
  template class Class<double>;
// NOLINTEND(bugprone-macro-parentheses)

// Forced inlining: GCC otherwise leaves large kernel bodies as calls, and the row loop around them
// is then not vectorised.
#ifdef __CUDACC__
#define TW_HD __host__ __device__ __forceinline__
#else
#define TW_HD __attribute__((always_inline)) inline
#endif

// What many kernels call: one copy of it for all of them, where each else has its own to be
// compiled. On a GPU it is inlined all the same, as calls there cost registers.
#ifdef __CUDACC__
#define TW_HD_SHARED TW_HD
#else
#define TW_HD_SHARED __attribute__((noinline))
#endif

// Goes before every loop with a compile-time trip count inside a kernel: GCC 12 leaves a
// 19-trip loop rolled, which stops vectorisation of the loop around it (five times slower).
#ifdef __CUDA_ARCH__
#define TW_UNROLL _Pragma("unroll")
#else
#define TW_UNROLL _Pragma("GCC unroll 32")
#endif
