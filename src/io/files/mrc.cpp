// SPDX-License-Identifier: Apache-2.0
#include "io/files/mrc.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace thalweg::io {

namespace {

constexpr std::int64_t header_bytes = 1024;
constexpr double angstrom = 1e-10;

[[noreturn]] void refuse_mrc(const std::filesystem::path& file, const std::string& what) {
  throw InputError(file.string() + ": " + what);
}

/// The bytes of a number, whatever the machine's order is.
template <class Bits>
Bits bits_at(const unsigned char* at, bool is_big_endian) {
  Bits bits = 0;
  for (std::size_t b = 0; b < sizeof(Bits); ++b)
    bits = static_cast<Bits>(bits << 8 | at[is_big_endian ? b : sizeof(Bits) - 1 - b]);
  return bits;
}

/// IEEE 754's number of 16 bits.
double half_precision(std::uint16_t bits) {
  const double sign = bits >> 15 ? -1 : 1;
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  if (exponent == 31) return fraction == 0 ? sign * HUGE_VAL : std::nan("");
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

/// How a mode stores its values.
struct Mode {
  int number;
  std::int64_t bytes;
  double (*value)(const unsigned char* at, bool is_big_endian);
};

constexpr Mode modes[] = {
    {0, 1, [](const unsigned char* at, bool) { return 1.0 * std::bit_cast<std::int8_t>(*at); }},
    {1, 2,
     [](const unsigned char* at, bool big) {
       return 1.0 * std::bit_cast<std::int16_t>(bits_at<std::uint16_t>(at, big));
     }},
    {2, 4,
     [](const unsigned char* at, bool big) {
       return double{std::bit_cast<float>(bits_at<std::uint32_t>(at, big))};
     }},
    {6, 2, [](const unsigned char* at, bool big) { return 1.0 * bits_at<std::uint16_t>(at, big); }},
    {12, 2,
     [](const unsigned char* at, bool big) {
       return half_precision(bits_at<std::uint16_t>(at, big));
     }},
};

const Mode* mode_of(int number) {
  for (const Mode& mode : modes)
    if (mode.number == number) return &mode;
  return nullptr;
}

/// The header as 256 words of 4 bytes, which the format numbers from 1.
class Header {
 public:
  explicit Header(const std::filesystem::path& file) : bytes_(header_bytes) {
    std::ifstream in(file, std::ios::binary);
    if (!in) refuse_mrc(file, "cannot be opened");
    in.read(reinterpret_cast<char*>(bytes_.data()), header_bytes);
    if (!in) refuse_mrc(file, "is no MRC file: it has less than the 1024 bytes of the header");
    // The stamp of the machine; programs from before it existed wrote in their own order.
    const unsigned char stamp = bytes_[212];
    is_big_endian_ = stamp == 0x11 || (stamp != 0x44 && !seems_right());
  }
  bool is_big_endian() const { return is_big_endian_; }
  std::int64_t integer(int word) const {
    return std::bit_cast<std::int32_t>(bits_at<std::uint32_t>(at(word), is_big_endian_));
  }
  double number(int word) const {
    return double{std::bit_cast<float>(bits_at<std::uint32_t>(at(word), is_big_endian_))};
  }

 private:
  const unsigned char* at(int word) const {
    return bytes_.data() + std::size_t{4} * static_cast<std::size_t>(word - 1);
  }
  /// The number of columns, in this order of bytes.
  bool seems_right() const { return integer(1) > 0 && integer(1) < 1 << 20; }

  std::vector<unsigned char> bytes_;
  bool is_big_endian_ = false;
};

}  // namespace

MrcFile::MrcFile(std::filesystem::path file) : file_(std::move(file)) {
  const Header header(file_);
  is_big_endian_ = header.is_big_endian();
  for (int d = 0; d < 3; ++d) {
    extents_[static_cast<std::size_t>(2 - d)] = header.integer(1 + d);
    if (header.integer(1 + d) < 1 || header.integer(1 + d) > 1 << 20)
      refuse_mrc(file_, fmt::format("is no MRC file: its header gives {} voxels along {}",
                                    header.integer(1 + d), "xyz"[d]));
  }
  mode_ = static_cast<int>(header.integer(4));
  if (!mode_of(mode_))
    refuse_mrc(
        file_,
        fmt::format("holds values of mode {}, expected are 0, 1, 2, 6 or 12: real numbers", mode_));
  for (int d = 0; d < 3; ++d) {
    const std::int64_t axis = header.integer(17 + d), intervals = header.integer(8 + d);
    if (axis != d + 1 && axis != 0)
      refuse_mrc(file_,
                 fmt::format("has its axes in the order {}, {}, {}: only 1, 2, 3 (columns along "
                             "x, rows along y) is read",
                             header.integer(17), header.integer(18), header.integer(19)));
    const double length = header.number(11 + d) * angstrom;
    if (intervals > 0 && std::isfinite(length) && length > 0)
      voxel_size_[static_cast<std::size_t>(d)] = length / static_cast<double>(intervals);
  }
  const std::int64_t extension = header.integer(24);
  if (extension < 0)
    refuse_mrc(file_, fmt::format("has a damaged header: {} more bytes", extension));
  start_ = header_bytes + extension;
  const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(file_));
  if ((bytes - start_) / mode_of(mode_)->bytes < size())
    refuse_mrc(file_, fmt::format("is cut off: it should hold {} values", size()));
}

void MrcFile::read(std::int64_t begin, std::int64_t end, double* values) const {
  const Mode& mode = *mode_of(mode_);
  std::vector<unsigned char> stored(static_cast<std::size_t>((end - begin) * mode.bytes));
  std::ifstream in(file_, std::ios::binary);
  in.seekg(start_ + begin * mode.bytes);
  in.read(reinterpret_cast<char*>(stored.data()), static_cast<std::streamsize>(stored.size()));
  if (!in) refuse_mrc(file_, "cannot be read");
  for (std::int64_t n = 0; n < end - begin; ++n)
    values[n] = mode.value(stored.data() + n * mode.bytes, is_big_endian_);
}

}  // namespace thalweg::io
