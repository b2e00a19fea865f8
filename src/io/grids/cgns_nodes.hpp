// SPDX-License-Identifier: Apache-2.0
// Nodes of CGNS files, to read: by label and name.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/hdf5/hdf5.hpp"

namespace thalweg::io::cgns {

/// What a file is by its first bytes: HDF5, or the older form of CGNS.
enum class FileForm { other, hdf5, adf };
FileForm form_of(const std::filesystem::path& file);

/// A node with what it is called. Links to other nodes have been followed.
struct Node {
  std::string name;
  hdf5::Handle group;
};

/// The children that have a label, in the order of the file's names.
std::vector<Node> children(hid_t parent, const std::string& label);
/// The only child of a label, or the one of a name among them; none where there is none.
std::optional<Node> child(hid_t parent, const std::string& label, const std::string& name = {});
/// Its data; T: double or std::int64_t. Throws InputError where it has none, or of another kind.
template <class T>
std::vector<T> numbers(const Node& node);
/// Extents of its data as HDF5 has them, empty where there is none.
std::vector<std::int64_t> extents_of(const Node& node);
/// A text without blanks at its end; empty where there is none.
std::string text(const Node& node);

}  // namespace thalweg::io::cgns
