// SPDX-License-Identifier: Apache-2.0
#include "transport/choice/spare_memory.hpp"

#include <limits>
#include <utility>

namespace thalweg::transport {

namespace {

double& spare() {
  static double bytes = std::numeric_limits<double>::infinity();
  return bytes;
}

}  // namespace

double spare_memory() { return spare(); }

void set_spare_memory(double bytes) { spare() = bytes; }

TakenMemory::TakenMemory(double bytes) : bytes_(bytes) { spare() -= bytes_; }

TakenMemory::~TakenMemory() { spare() += bytes_; }

TakenMemory::TakenMemory(TakenMemory&& other) noexcept : bytes_(std::exchange(other.bytes_, 0)) {}

TakenMemory& TakenMemory::operator=(TakenMemory&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

}  // namespace thalweg::transport
