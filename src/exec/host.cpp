// SPDX-License-Identifier: Apache-2.0
// The parts of the execution layer that are the same in both halves: host memory and threads.
#include <omp.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include "exec/exec.hpp"

namespace thalweg::exec::inline TW_HALF {

int threads() { return omp_get_max_threads(); }
void set_threads(int count) { omp_set_num_threads(count); }

namespace {

constexpr std::size_t line = 64, huge_page = std::size_t{2} << 20;

/// How much of an array huge pages hold: all, or all but the end where the rest of its huge page
/// would be more than a sixteenth of the array.
std::size_t in_huge_pages(std::size_t bytes) {
  const std::size_t whole = bytes / huge_page * huge_page, more = whole + huge_page;
  if (bytes < huge_page || bytes == whole) return whole;
  return more - bytes <= bytes / 16 ? more : whole;
}

}  // namespace

void* allocate_host(std::size_t bytes) {
  const std::size_t huge = in_huge_pages(bytes);
  const std::size_t rounded = std::max((bytes + line - 1) / line * line, huge);
  // Not std::aligned_alloc: the C++ standard lets it refuse what is no multiple of the alignment.
  void* p = nullptr;
  const int error = posix_memalign(&p, huge > 0 ? huge_page : line, rounded);
  if (error != 0)
    throw IoError("out of memory: " + std::to_string(bytes) + " bytes asked for at once");
  // Without them a pseudospectral step spends a large part of its time in page faults.
  if (huge > 0) madvise(p, huge, MADV_HUGEPAGE);
  return p;
}

void first_touch(void* data, std::size_t rows, std::size_t row_bytes) {
  char* base = static_cast<char*>(data);
  const auto count = static_cast<std::int64_t>(rows);
  [[maybe_unused]] const bool large = rows * row_bytes >= std::size_t{1} << 16;
#pragma omp parallel if (large)
  {
    // A static schedule gives each thread one run of rows: cleared at once, since a row may be
    // short.
    const std::int64_t team = omp_get_num_threads(), thread = omp_get_thread_num();
    const std::int64_t begin = count * thread / team, end = count * (thread + 1) / team;
    std::memset(base + static_cast<std::size_t>(begin) * row_bytes, 0,
                static_cast<std::size_t>(end - begin) * row_bytes);
  }
}

char* thread_scratch(std::size_t bytes, ScratchUser user) {
  struct Scratch {
    char* data = nullptr;
    std::size_t bytes = 0;
    ~Scratch() { std::free(data); }
  };
  thread_local std::array<Scratch, 2> scratch_of;
  Scratch& scratch = scratch_of[static_cast<std::size_t>(user)];
  if (bytes > scratch.bytes) {
    std::free(scratch.data);
    scratch.data = nullptr;
    scratch.bytes = 0;
    scratch.data = static_cast<char*>(allocate_host(bytes));
    scratch.bytes = bytes;
    std::memset(scratch.data, 0, bytes);
  }
  return scratch.data;
}

}  // namespace thalweg::exec::inline TW_HALF
