// SPDX-License-Identifier: Apache-2.0
// HDF5 with owned handles and checked calls. Only this room includes it, and only in .cpp files.
#pragma once

#include <hdf5.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "transport/communicator.hpp"

namespace thalweg::io::hdf5 {

/// Owns an HDF5 identifier of any kind.
class Handle {
 public:
  Handle() = default;
  /// Throws IoError with HDF5's innermost message if id is negative.
  Handle(hid_t id, const std::string& action);
  ~Handle() { close(); }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  operator hid_t() const { return id_; }
  void close();

 private:
  hid_t id_ = -1;
};

/// Throws IoError with HDF5's innermost message if status is negative.
void check(herr_t status, const std::string& action);

/// Stop HDF5 from printing its error stack; errors come as exceptions.
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

/// A file opened by all ranks of a communicator.
Handle create_file(const std::filesystem::path& file, const transport::Communicator& comm);
Handle open_file(const std::filesystem::path& file, const transport::Communicator& comm);
/// A transfer in which all ranks take part at once.
Handle collective_transfer();

void write_attribute(hid_t object, const std::string& name, const std::string& text);
void write_attribute(hid_t object, const std::string& name, const std::vector<double>& values);
void write_attribute(hid_t object, const std::string& name, const std::vector<std::int64_t>& values);
bool has_attribute(hid_t object, const std::string& name);
std::string read_text(hid_t object, const std::string& name);
double read_number(hid_t object, const std::string& name);
std::int64_t read_integer(hid_t object, const std::string& name);
std::vector<double> read_numbers(hid_t object, const std::string& name);

/// The rows [offset, offset + count) of the first dimension, in file and memory.
struct Slab {
  std::vector<hsize_t> global;
  hsize_t offset = 0, count = 0;
};
/// Collective: write one dataset, each rank its slab; read likewise.
template <class T>
void write_slab(hid_t group, const std::string& name, const Slab& slab, const T* values);
template <class T>
void read_slab(hid_t group, const std::string& name, const Slab& slab, T* values);
std::vector<hsize_t> extents(hid_t group, const std::string& name);
/// Whether a path of groups and a dataset exists below an object.
bool exists(hid_t object, const std::string& path);

}  // namespace thalweg::io::hdf5
