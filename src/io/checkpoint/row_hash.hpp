// SPDX-License-Identifier: Apache-2.0
// The checksum of a distributed array: the sum over its rows of dimension 0 of each row's XXH3,
// seeded with the row's number, modulo 2^64. A sum does not depend on which rank holds which rows,
// and the seed tells exchanged rows apart.
#pragma once

#include <xxhash.h>

#include <cstdint>
#include <memory>

#include "transport/comm/communicator.hpp"

namespace thalweg::io {

/// Takes the bytes of consecutive rows in order, in parts of any length.
class RowHash {
 public:
  explicit RowHash(std::int64_t row_bytes);
  /// The next byte is the first one of this row; the row before it is whole.
  void go_to(std::int64_t row) { row_ = row; }
  void add(const void* data, std::int64_t bytes);
  /// The checksum of the whole array. Collective, after all rows were added.
  std::uint64_t total(const transport::Communicator& comm) const;

 private:
  struct Free {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  /// Bytes of a row that does not come at once.
  void add_to_row(const char* data, std::int64_t bytes);

  std::unique_ptr<XXH3_state_t, Free> state_;
  std::int64_t row_ = 0, row_bytes_, missing_;  // missing_: bytes until the present row is whole
  std::uint64_t sum_ = 0;
};

}  // namespace thalweg::io
