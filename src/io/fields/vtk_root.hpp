// SPDX-License-Identifier: Apache-2.0
// What all VTKHDF files of ours begin with.
#pragma once

#include "io/hdf5/hdf5.hpp"

namespace thalweg::io {

/// The group that holds everything, with version, type, time and step. On rank 0.
inline hdf5::Handle start_vtk(hid_t file, const std::string& type, double time, std::int64_t step) {
  hdf5::Handle root = hdf5::create_group(file, "VTKHDF");
  hdf5::write_attribute(root, "Version", std::vector<std::int64_t>{1, 0});
  hdf5::write_attribute(root, "Type", type);
  // Not as field data: ParaView 5.11 takes that for arrays on the grid, and fails.
  hdf5::write_attribute(root, "time", std::vector{time});
  hdf5::write_attribute(root, "step", std::vector{step});
  return root;
}

}  // namespace thalweg::io
