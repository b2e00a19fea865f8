// SPDX-License-Identifier: Apache-2.0
// Grids as files for the time of a test.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

#include "solvers/flow/mesh/file_grid.hpp"

namespace thalweg::testing {

/// In CGNS, as long as this lives. Each process has its own file of a name.
class GridFile {
 public:
  GridFile(const std::string& name, const io::StructuredGrid& grid)
      : path_(std::filesystem::temp_directory_path() /
              ("thalweg-" + name + "-" + std::to_string(getpid()) + ".cgns")) {
    io::write_cgns_grid(path_, grid);
  }
  ~GridFile() { std::filesystem::remove(path_); }
  GridFile(const GridFile&) = delete;
  GridFile& operator=(const GridFile&) = delete;
  std::string setting() const { return "grid.file=\"" + path_.string() + "\""; }

 private:
  std::filesystem::path path_;
};

}  // namespace thalweg::testing
