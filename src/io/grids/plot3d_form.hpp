// SPDX-License-Identifier: Apache-2.0
// The forms of PLOT3D grids, and which of them a file has.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace thalweg::io::plot3d {

/// How numbers are stored.
enum class Coding { text, records, bytes };

struct Form {
  Coding coding = Coding::text;
  bool is_swapped = false;  // of the other order of bytes than this machine's
  bool has_count = true;    // of blocks; without it there is one
  int axes = 3;
  int width = 8;  // of a coordinate, in bytes
  bool has_iblank = false;
};
/// "unformatted (records of Fortran), big-endian, several blocks, 3 dimensions, ..."
std::string text_of(const Form& form);

/// The sizes of blocks by a form's header: vertices (i, j, k); none where it cannot be one.
using Sizes = std::vector<std::array<std::int64_t, 3>>;
/// Vertices of a block: with more a header is taken to be none.
inline constexpr double most_of_block = 1e11;

/// Numbers of a file one behind the other: those of records and of bytes alone.
class Binary {
 public:
  Binary(const std::string& bytes, const Form& form) : bytes_(bytes), form_(form) {}
  std::optional<Sizes> sizes() const;
  /// What the file's size must be.
  std::int64_t bytes_needed(const Sizes& sizes) const;
  /// Where the values of a block begin.
  std::int64_t begin_of(const Sizes& sizes, std::size_t block) const;
  /// Whether marks stand before and behind each record.
  bool has_marks(const Sizes& sizes) const;
  double value(std::int64_t at) const;
  std::int32_t integer(std::int64_t at) const;

 private:
  std::int64_t mark() const { return form_.coding == Coding::records ? 4 : 0; }
  std::int64_t header_bytes(std::size_t blocks) const;
  std::int64_t block_bytes(const std::array<std::int64_t, 3>& size) const;
  bool is_record(std::int64_t at, std::int64_t bytes) const;

  const std::string& bytes_;
  Form form_;
};

/// All forms of numbers in binary.
std::vector<Form> binary_forms();

}  // namespace thalweg::io::plot3d
