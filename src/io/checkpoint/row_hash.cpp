// SPDX-License-Identifier: Apache-2.0
#include "io/checkpoint/row_hash.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace thalweg::io {

RowHash::RowHash(std::int64_t row_bytes)
    : state_(XXH3_createState()), row_bytes_(row_bytes), missing_(row_bytes) {
  if (!state_) throw std::bad_alloc();
}

void RowHash::add(const void* data, std::int64_t bytes) {
  const char* next = static_cast<const char*>(data);
  while (bytes > 0) {
    const std::int64_t part = std::min(bytes, missing_);
    if (part == row_bytes_)
      sum_ += XXH3_64bits_withSeed(next, static_cast<std::size_t>(part),
                                   static_cast<std::uint64_t>(row_++));
    else
      add_to_row(next, part);
    next += part;
    bytes -= part;
  }
}

void RowHash::add_to_row(const char* data, std::int64_t bytes) {
  if (missing_ == row_bytes_)
    XXH3_64bits_reset_withSeed(state_.get(), static_cast<std::uint64_t>(row_));
  XXH3_64bits_update(state_.get(), data, static_cast<std::size_t>(bytes));
  missing_ -= bytes;
  if (missing_ > 0) return;
  sum_ += XXH3_64bits_digest(state_.get());
  missing_ = row_bytes_;
  ++row_;
}

std::uint64_t RowHash::total(const transport::Communicator& comm) const {
  // In halves: a sum of whole values over ranks would overflow a signed integer.
  std::array<std::int64_t, 2> halves{static_cast<std::int64_t>(sum_ >> 32),
                                     static_cast<std::int64_t>(sum_ & 0xffffffffU)};
  comm.sum(std::span<std::int64_t>(halves));
  return (static_cast<std::uint64_t>(halves[0]) << 32) + static_cast<std::uint64_t>(halves[1]);
}

}  // namespace thalweg::io
