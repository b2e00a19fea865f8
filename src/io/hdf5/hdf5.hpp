// SPDX-License-Identifier: Apache-2.0
// HDF5 with owned handles and checked calls: a failing call is an IoError with HDF5's innermost
// text, and HDF5 itself prints nothing. Only the .cpp files of this room include it. Files are
// always opened by all ranks of a communicator (MPI-IO, which also takes no file locks).
#pragma once

#include <hdf5.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "transport/comm/communicator.hpp"

namespace thalweg::io::hdf5 {

/// Owns an HDF5 identifier of any kind.
class Handle {
 public:
  Handle() = default;
  /// Takes over id. Throws IoError "<action> failed: <HDF5's text>" if it is negative.
  Handle(hid_t id, const std::string& action);
  ~Handle();
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  operator hid_t() const { return id_; }
  /// Close now, to learn whether it works. Throws IoError.
  void close(const std::string& action);
  /// Forget the identifier without closing it.
  void release() { id_ = -1; }

 private:
  hid_t id_ = -1;
};

/// Throws IoError "<action> failed: <HDF5's text>" if status is negative.
void check(herr_t status, const std::string& action);
/// HDF5's innermost text on its last failure: what failed, not who called whom.
std::string innermost_error();
/// Stop HDF5 from printing its error stack.
void silence();

template <class T>
hid_t type_of();
template <>
inline hid_t type_of<float>() {
  return H5T_NATIVE_FLOAT;
}
template <>
inline hid_t type_of<double>() {
  return H5T_NATIVE_DOUBLE;
}
template <>
inline hid_t type_of<std::int64_t>() {
  return H5T_NATIVE_INT64;
}
template <>
inline hid_t type_of<std::uint64_t>() {
  return H5T_NATIVE_UINT64;
}

template <>
inline hid_t type_of<std::int32_t>() {
  return H5T_NATIVE_INT32;
}
template <>
inline hid_t type_of<unsigned char>() {
  return H5T_NATIVE_UCHAR;
}
template <>
inline hid_t type_of<char>() {
  return H5T_NATIVE_CHAR;
}

/// File access through MPI-IO, with the file format of HDF5 1.8: its metadata carries checksums, so
/// a damaged byte there is an error and not a wrong number.
Handle file_access(const transport::Communicator& comm);
/// An existing file, to read. Collective; throws InputError that says what is wrong with the file:
/// missing, not HDF5, cut off (sizes are given), or damaged.
Handle open_file(const std::filesystem::path& file, const transport::Communicator& comm);
/// The size that a closed file says it has; 0 if that cannot be told.
std::uint64_t stated_file_size(const std::filesystem::path& file);

void write_attribute(hid_t object, const std::string& name, const std::string& text);
template <class T>
void write_attribute(hid_t object, const std::string& name, const std::vector<T>& values);
bool has_attribute(hid_t object, const std::string& name);
/// A text of fixed or variable length.
std::string read_text(hid_t object, const std::string& name);
/// Numbers; throws IoError if the attribute holds something else.
template <class T>
std::vector<T> read_numbers(hid_t object, const std::string& name);

/// Whether a path of groups and a last object exists below an object.
bool exists(hid_t object, const std::string& path);
/// The names of the objects of one type in a group. Throws IoError if one cannot be opened.
std::vector<std::string> names(hid_t group, H5O_type_t type);
std::vector<std::int64_t> extents(hid_t dataset);
/// What a dataset holds, in words: "4-byte floating point", "text".
std::string type_name(hid_t dataset);

/// A box of a dataset: first index and number of indices per dimension.
struct Box {
  std::vector<std::int64_t> start, count;
  std::int64_t size() const;
};
/// Call for pieces of a box, in order; each is contiguous in the box and has at most `limit`
/// elements (or one). MPI counts with 32 bits, and HDF5 passes a contiguous transfer on whole.
void for_each_piece(const Box& box, std::int64_t limit,
                    const std::function<void(const Box& piece, std::int64_t offset)>& body);

/// Let a new file or group list what it holds in the order in which it was made.
void keep_order(hid_t creation);
/// New objects carry no times: the same content gives the same bytes, on any number of ranks.
Handle create_group(hid_t parent, const std::string& name, bool in_order = false);
/// Create a dataset whose space in the file is set aside but not filled. Collective.
Handle create_dataset(hid_t group, const std::string& name, hid_t type,
                      const std::vector<std::int64_t>& extents);
/// Write or read one piece of at most 2^28 elements. Not collective: slabs of the first dimension
/// are contiguous in the file, so collective buffering would only copy them once more, and an error
/// stays with the rank that has it.
template <class T>
void write_piece(hid_t dataset, const Box& piece, const T* values);
template <class T>
void read_piece(hid_t dataset, const Box& piece, T* values);
/// The most bytes that one piece should have.
inline constexpr std::int64_t piece_bytes = std::int64_t{1} << 28;

}  // namespace thalweg::io::hdf5
