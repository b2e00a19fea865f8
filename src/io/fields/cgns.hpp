// SPDX-License-Identifier: Apache-2.0
// Nodes of CGNS files as HDF5 holds them (CGNS, "SIDS-to-HDF5 file mapping manual"): a group for
// each node, with its name, label and type as attributes, and its data in the dataset " data".
// Indices run (z, y, x) in HDF5 where CGNS says (i, j, k). On rank 0 alone.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "io/hdf5/hdf5.hpp"

namespace thalweg::io::cgns {

/// The most characters that a name can have.
inline constexpr std::size_t longest_name = 32;

/// What a file begins with: format, version, and the base of a grid in three dimensions, which is
/// returned.
hdf5::Handle start_file(hid_t file);
/// A node without data.
hdf5::Handle node(hid_t parent, const std::string& name, const std::string& label);
hdf5::Handle text_node(hid_t parent, const std::string& name, const std::string& label,
                       const std::string& text);
/// T: std::int32_t, std::int64_t, float or double; extents: of HDF5.
template <class T>
hdf5::Handle number_node(hid_t parent, const std::string& name, const std::string& label,
                         const std::vector<std::int64_t>& extents, const std::vector<T>& values);
/// A node whose values follow: the dataset is empty.
template <class T>
hdf5::Handle array_node(hid_t parent, const std::string& name,
                        const std::vector<std::int64_t>& extents);
/// A structured block of so many cells, (z, y, x).
hdf5::Handle zone(hid_t base, const std::string& name, const std::array<std::int64_t, 3>& cells);
/// A node that stands for one of another file, which is named from this file's folder.
void link_node(hid_t parent, const std::string& name, const std::string& file,
               const std::string& path);

}  // namespace thalweg::io::cgns
