// SPDX-License-Identifier: Apache-2.0
// An HDF5 file under construction. Rank 0 lays the file out with HDF5, whose failed writes are
// noted and not told to it (write_faults.hpp); all ranks then write their values straight to the
// places that HDF5 has chosen. Space is set aside with the file system first, so that a full disk
// is met before the values are written.
#pragma once

#include <filesystem>
#include <functional>

#include "io/hdf5/hdf5.hpp"
#include "io/hdf5/write_faults.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::io {

/// Every call is collective and throws IoError on all ranks.
/// Indices [first, first + count) of a dataset's dimension 0.
struct RowRun {
  std::int64_t first = 0, count = 0;
};

/// How a file finds what its groups hold.
enum class GroupOrder { by_name, by_creation };

class OutputFile {
 public:
  /// Start a file under its temporary name; its folder is made where it is missing.
  OutputFile(std::filesystem::path file, const transport::Communicator& comm,
             GroupOrder order = GroupOrder::by_name);
  /// Without commit() nothing is left of the file.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// For steps: rank 0 alone has one.
  hid_t id() const { return handle_; }
  const transport::Communicator& comm() const { return comm_; }
  /// Let rank 0 do something with the file; its failure is one of all ranks, and ends the file.
  void step(const std::function<void()>& action);
  /// A new dataset of these extents, each rank writing its runs of rows; values are those of the
  /// runs, one behind the other, row-major. The handle is for steps.
  template <class T>
  hdf5::Handle dataset(hid_t group, const std::string& name,
                       const std::vector<std::int64_t>& extents, const std::vector<RowRun>& runs,
                       const T* values);
  /// A dataset of which each rank has one run: `count` rows from `offset` on.
  template <class T>
  hdf5::Handle dataset(hid_t group, const std::string& name,
                       const std::vector<std::int64_t>& extents, std::int64_t offset,
                       std::int64_t count, const T* values) {
    return dataset(group, name, extents, {{offset, count}}, values);
  }
  /// Set aside space for datasets and groups that will be made.
  void reserve(std::int64_t more);
  /// Bytes that go to a place in the file.
  struct Stretch {
    std::int64_t place = 0;
    const void* data = nullptr;
    std::int64_t bytes = 0;
  };
  /// Write this rank's part of datasets that a step has made, which tells where they lie.
  void write(const std::vector<Stretch>& stretches);
  /// Close, sync, and give the file its name.
  void commit();

 private:
  void start(GroupOrder order);
  /// What an action throws says which file it is about.
  void named(const std::function<void()>& action) const;

  std::filesystem::path file_, temporary_;
  transport::Communicator comm_;
  std::int64_t reserved_ = 0;
  hdf5::WriteFaults faults_;
  hdf5::Handle handle_;  // on rank 0
  bool committed_ = false;
};

}  // namespace thalweg::io
