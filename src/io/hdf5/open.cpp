// SPDX-License-Identifier: Apache-2.0
// Opening files to read: what is wrong with a file is said before HDF5 is asked.
#include <fmt/format.h>

#include <cstring>
#include <fstream>

#include "base/error.hpp"
#include "io/files/together.hpp"
#include "io/hdf5/hdf5.hpp"

namespace thalweg::io::hdf5 {

namespace {

namespace fs = std::filesystem;

/// The first bytes of a file; zeros where it is shorter.
using Start = std::array<unsigned char, 64>;

/// The size that the superblock says the file has; 0 if its layout is not known here.
/// HDF5 File Format Specification, II.A.
std::uint64_t stated_size(const Start& start) {
  constexpr std::size_t version_at = 8;
  const bool old = start[version_at] <= 1;
  const std::size_t width = old ? start[13] : start[9];
  if (start[version_at] > 3 || width != 8) return 0;
  const std::size_t end_at = old ? (start[version_at] == 0 ? 40 : 44) : 28;
  std::uint64_t size = 0;
  for (std::size_t b = 8; b-- > 0;) size = size << 8 | start[end_at + b];
  return size;
}

Start start_of(std::ifstream& in) {
  Start start{};
  in.read(reinterpret_cast<char*>(start.data()), start.size());
  return start;
}

/// Throws InputError unless the file is an HDF5 file of the size that it states.
void require_whole(const fs::path& file) {
  const std::string name = file.string();
  if (!fs::exists(file)) throw InputError(name + ": there is no such file");
  if (!fs::is_regular_file(file)) throw InputError(name + ": this is not a file");
  const std::uintmax_t size = fs::file_size(file);
  if (size == 0) throw InputError(name + ": the file is empty");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(name + ": the file cannot be opened: " + std::strerror(errno));
  const Start start = start_of(in);
  if (std::memcmp(start.data(), "\x89HDF\r\n\x1a\n", 8) != 0)
    throw InputError(name + ": this is not an HDF5 file");
  if (const std::uint64_t stated = stated_size(start); size < stated)
    throw InputError(
        fmt::format("{}: the file is cut off: it has {} of {} bytes", name, size, stated));
}

}  // namespace

std::uint64_t stated_file_size(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return in ? stated_size(start_of(in)) : 0;
}

Handle open_file(const fs::path& file, const transport::Communicator& comm) {
  on_root(comm, [&] { require_whole(file); });
  const Handle list = file_access(comm);
  const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDONLY, list);
  together(comm, [&] {
    if (id < 0)
      throw InputError(
          fmt::format("{}: the file is damaged: {}", file.string(), innermost_error()));
  });
  return Handle(id, "opening " + file.string());
}

}  // namespace thalweg::io::hdf5
