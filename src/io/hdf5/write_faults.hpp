// SPDX-License-Identifier: Apache-2.0
// HDF5 1.10 cannot let go of a file whose writes fail: H5Fclose() frees the file and keeps its
// identifier, and the library's clean-up, which MPI_Finalize() calls, then closes freed memory. So
// HDF5 is never told that a write failed. A driver of ours notes the first failure, discards all
// writes after it, and the owner of the file asks for what was noted.
#pragma once

#include <cstdint>
#include <filesystem>

#include "io/hdf5/hdf5.hpp"

namespace thalweg::io::hdf5 {

/// What failed while HDF5 wrote to one file. It must outlive the file's handle.
class WriteFaults {
 public:
  WriteFaults() = default;
  WriteFaults(const WriteFaults&) = delete;
  WriteFaults& operator=(const WriteFaults&) = delete;

  bool any() const { return error_ != 0; }
  /// Throws IoError with the system's reason if a write has failed.
  void throw_if_any() const;
  /// error: of errno; only the first counts.
  void note(int error, std::uint64_t position);

 private:
  int error_ = 0;
  std::uint64_t position_ = 0;
};

/// File access by this process alone, without locks, whose failed writes are noted in `faults`.
Handle noting_access(WriteFaults& faults);

}  // namespace thalweg::io::hdf5
