// SPDX-License-Identifier: Apache-2.0
// HDF5 files of datasets whose layout other programs have laid down, read and written by one
// process. Arrays that ranks share are in checkpoint.hpp and image.hpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace thalweg::io {

/// How a dataset is stored: in chunks, compressed by gzip of a level (0 to 9). Empty: contiguous.
struct Storage {
  std::vector<std::int64_t> chunk{};
  int gzip = 0;
};

class DatasetFile {
 public:
  /// Throws InputError that says what is wrong with the file.
  static DatasetFile open(const std::filesystem::path& file);
  static DatasetFile open_to_change(const std::filesystem::path& file);
  /// A new file in place of an old one. Throws IoError.
  static DatasetFile create(const std::filesystem::path& file);
  DatasetFile(DatasetFile&&) noexcept;
  DatasetFile& operator=(DatasetFile&&) noexcept;
  ~DatasetFile();
  const std::filesystem::path& path() const;
  /// Everything is on disk, or it throws IoError. The last call.
  void close();
  void flush();

  /// Whether a dataset (or group) of this path is there.
  bool has(const std::string& name) const;
  std::vector<std::int64_t> extents(const std::string& name) const;
  /// Elements; throws InputError where they cannot be counted.
  std::int64_t size(const std::string& name) const;
  /// What it holds, in words ("4-byte floating point").
  std::string type_name(const std::string& name) const;
  /// Truth values, which h5py stores as names of 0 and 1, are numbers, too.
  bool is_number(const std::string& name) const;

  /// Elements [begin, end) in storage order, converted to T (float, double, std::int64_t).
  template <class T>
  void read(const std::string& name, std::int64_t begin, std::int64_t end, T* values) const;
  template <class T>
  std::vector<T> read_all(const std::string& name) const {
    std::vector<T> values(stored_size(name));
    read(name, 0, static_cast<std::int64_t>(values.size()), values.data());
    return values;
  }

  void create_group(const std::string& name);
  /// A dataset of 4-byte floats, 8-byte floats or 8-byte unsigned integers, little-endian on all
  /// machines.
  void create_floats(const std::string& name, const std::vector<std::int64_t>& extents,
                     const Storage& storage);
  void create_doubles(const std::string& name, const std::vector<std::int64_t>& extents);
  void create_integers(const std::string& name, const std::vector<std::int64_t>& extents,
                       const Storage& storage);
  /// Write elements [begin, end) in storage order.
  template <class T>
  void write(const std::string& name, std::int64_t begin, std::int64_t end, const T* values);

  /// Texts of fixed length, ended by a zero, on a dataset, or on the file where `object` is "/".
  void set_text(const std::string& object, const std::string& name, const std::string& text);
  /// Empty where there is none. Throws IoError if it is no text.
  std::string text(const std::string& object, const std::string& name) const;

 private:
  struct State;
  /// The number of elements; throws InputError where so many cannot be in the file, so that a
  /// damaged number does not take all memory.
  std::size_t stored_size(const std::string& name) const;
  explicit DatasetFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace thalweg::io
