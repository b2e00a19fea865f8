// SPDX-License-Identifier: Apache-2.0
#include "tests/support/held_memory.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> held{0}, peak{0};
constexpr std::size_t head = alignof(std::max_align_t);  // in front of each piece: its size

void* taken(std::size_t size) {
  auto* memory = static_cast<char*>(std::malloc(size + head));
  if (!memory) throw std::bad_alloc();
  *reinterpret_cast<std::size_t*>(memory) = size;
  const long now = held += static_cast<long>(size);
  for (long most = peak; now > most && !peak.compare_exchange_weak(most, now);) {
  }
  return memory + head;
}

void given_back(void* memory) {
  if (!memory) return;
  char* begin = static_cast<char*>(memory) - head;
  held -= static_cast<long>(*reinterpret_cast<std::size_t*>(begin));
  std::free(begin);
}

}  // namespace

void* operator new(std::size_t size) { return taken(size); }
void* operator new[](std::size_t size) { return taken(size); }
void operator delete(void* memory) noexcept { given_back(memory); }
void operator delete[](void* memory) noexcept { given_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { given_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { given_back(memory); }

namespace thalweg::testing {

double held_bytes() { return static_cast<double>(held); }
double peak_bytes() { return static_cast<double>(peak); }
void peak_begins() { peak = held.load(); }

}  // namespace thalweg::testing
