// SPDX-License-Identifier: Apache-2.0
#include "io/grids/plot3d_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace thalweg::io::plot3d {

namespace {

// Beyond these a header is taken to be none, too; sums stay within 64 bits.
constexpr std::int64_t most_blocks = 1 << 20, most_vertices = 1 << 24;

template <class T>
T number_at(const std::string& bytes, std::int64_t at, bool is_swapped) {
  std::array<char, sizeof(T)> raw{};
  std::copy_n(bytes.begin() + at, sizeof(T), raw.begin());
  if (is_swapped) std::reverse(raw.begin(), raw.end());
  return std::bit_cast<T>(raw);
}

std::int64_t points(const std::array<std::int64_t, 3>& size) { return size[0] * size[1] * size[2]; }

}  // namespace

std::string text_of(const Form& form) {
  const bool is_big = form.is_swapped == (std::endian::native == std::endian::little);
  const std::string coding =
      form.coding == Coding::text
          ? "text"
          : fmt::format("{}, {}, {} precision",
                        form.coding == Coding::records ? "records of Fortran" : "bytes alone",
                        is_big ? "big-endian" : "little-endian",
                        form.width == 4 ? "single" : "double");
  return fmt::format("{}, {}, {} dimensions, {} iblank", coding,
                     form.has_count ? "blocks with their number" : "one block", form.axes,
                     form.has_iblank ? "with" : "without");
}

std::vector<Form> binary_forms() {
  std::vector<Form> all;
  for (const Coding coding : {Coding::records, Coding::bytes})
    for (const bool is_swapped : {false, true})
      for (const bool has_count : {true, false})
        for (const int axes : {3, 2})
          for (const int width : {8, 4})
            for (const bool has_iblank : {false, true})
              all.push_back({coding, is_swapped, has_count, axes, width, has_iblank});
  return all;
}

std::int32_t Binary::integer(std::int64_t at) const {
  return number_at<std::int32_t>(bytes_, at, form_.is_swapped);
}

double Binary::value(std::int64_t at) const {
  return form_.width == 4 ? static_cast<double>(number_at<float>(bytes_, at, form_.is_swapped))
                          : number_at<double>(bytes_, at, form_.is_swapped);
}

std::int64_t Binary::header_bytes(std::size_t blocks) const {
  const std::int64_t count = form_.has_count ? 4 + 2 * mark() : 0;
  return count + 2 * mark() + std::int64_t{4} * form_.axes * static_cast<std::int64_t>(blocks);
}

std::int64_t Binary::block_bytes(const std::array<std::int64_t, 3>& size) const {
  return points(size) * (form_.axes * form_.width + (form_.has_iblank ? 4 : 0));
}

std::optional<Sizes> Binary::sizes() const {
  const auto size = static_cast<std::int64_t>(bytes_.size());
  if (size < header_bytes(1)) return std::nullopt;
  const std::int64_t blocks = form_.has_count ? integer(mark()) : 1;
  if (blocks < 1 || blocks > most_blocks || header_bytes(static_cast<std::size_t>(blocks)) > size)
    return std::nullopt;
  Sizes all;
  std::int64_t at = (form_.has_count ? 4 + 2 * mark() : 0) + mark();
  for (std::int64_t b = 0; b < blocks; ++b) {
    std::array<std::int64_t, 3> block{1, 1, 1};
    for (int d = 0; d < form_.axes; ++d, at += 4) {
      block[static_cast<std::size_t>(d)] = integer(at);
      if (integer(at) < 1 || integer(at) > most_vertices) return std::nullopt;
    }
    const double vertices = static_cast<double>(block[0]) * static_cast<double>(block[1]) *
                            static_cast<double>(block[2]);
    if (block[0] < 2 || block[1] < 2 || vertices > most_of_block) return std::nullopt;
    all.push_back(block);
  }
  return all;
}

std::int64_t Binary::bytes_needed(const Sizes& sizes) const {
  std::int64_t bytes = header_bytes(sizes.size());
  for (const auto& size : sizes) bytes += block_bytes(size) + 2 * mark();
  return bytes;
}

std::int64_t Binary::begin_of(const Sizes& sizes, std::size_t block) const {
  std::int64_t at = header_bytes(sizes.size()) + mark();
  for (std::size_t b = 0; b < block; ++b) at += block_bytes(sizes[b]) + 2 * mark();
  return at;
}

bool Binary::is_record(std::int64_t at, std::int64_t bytes) const {
  const auto size = static_cast<std::int64_t>(bytes_.size());
  if (at + 4 > size || integer(at) != bytes) return false;
  return at + 8 + bytes > size || integer(at + 4 + bytes) == bytes;  // cut off, or whole
}

bool Binary::has_marks(const Sizes& sizes) const {
  if (form_.coding == Coding::bytes) return true;
  if (form_.has_count && !is_record(0, 4)) return false;
  const std::int64_t of_sizes =
      std::int64_t{4} * form_.axes * static_cast<std::int64_t>(sizes.size());
  if (!is_record(form_.has_count ? 12 : 0, of_sizes)) return false;
  return is_record(begin_of(sizes, 0) - 4, block_bytes(sizes.front()));
}

}  // namespace thalweg::io::plot3d
