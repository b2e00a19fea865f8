// SPDX-License-Identifier: Apache-2.0
// An HDF5 file under construction. A full disk must not be met by HDF5: its cache could then not be
// written, closing the file would fail, and so would the library's clean-up at the end of the
// program. So space is set aside with the file system first, and HDF5 writes into it.
#pragma once

#include <filesystem>
#include <functional>

#include "io/hdf5/hdf5.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::io {

/// Every call is collective and throws IoError on all ranks.
class OutputFile {
 public:
  /// Start a file under its temporary name; its folder is made where it is missing.
  OutputFile(std::filesystem::path file, const transport::Communicator& comm);
  /// Without commit() nothing is left of the file.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  hid_t id() const { return handle_; }
  const transport::Communicator& comm() const { return comm_; }
  /// Run one step of writing; a failure on any rank is one of all, and ends the file.
  void step(const std::function<void()>& action);
  /// A new dataset of these extents, each rank writing its part: `count` indices of dimension 0
  /// from `offset` on; values are the part's, row-major.
  template <class T>
  hdf5::Handle dataset(hid_t group, const std::string& name,
                       const std::vector<std::int64_t>& extents, std::int64_t offset,
                       std::int64_t count, const T* values);
  /// Close, sync, and give the file its name.
  void commit();

 private:
  void start();
  void reserve(std::int64_t more);

  std::filesystem::path file_, temporary_;
  transport::Communicator comm_;
  std::int64_t reserved_ = 0;
  hdf5::Handle handle_;
  bool failed_ = false;  // in a step, on all ranks
  bool committed_ = false;
};

}  // namespace thalweg::io
