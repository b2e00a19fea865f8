// SPDX-License-Identifier: Apache-2.0
#include "io/grids/cgns_nodes.hpp"

#include <fstream>

#include "base/error.hpp"

namespace thalweg::io::cgns {

namespace {

constexpr const char* data = " data";

/// The node itself, or the one that it stands for.
Node opened(hid_t parent, const std::string& name) {
  hdf5::Handle group(H5Gopen2(parent, name.c_str(), H5P_DEFAULT), "opening node " + name);
  if (hdf5::has_attribute(group, "type") && hdf5::read_text(group, "type") == "LK")
    group = hdf5::Handle(H5Gopen2(group, " link", H5P_DEFAULT), "following the link " + name);
  return {name, std::move(group)};
}

std::string label_of(const Node& node) {
  return hdf5::has_attribute(node.group, "label") ? hdf5::read_text(node.group, "label") : "";
}

}  // namespace

FileForm form_of(const std::filesystem::path& file) {
  std::string start(32, '\0');
  std::ifstream(file, std::ios::binary)
      .read(start.data(), static_cast<std::streamsize>(start.size()));
  if (start.starts_with("\x89HDF")) return FileForm::hdf5;
  return start.find("ADF Database") != std::string::npos ? FileForm::adf : FileForm::other;
}

std::vector<Node> children(hid_t parent, const std::string& label) {
  std::vector<Node> all;
  for (const std::string& name : hdf5::names(parent, H5O_TYPE_GROUP)) {
    Node node = opened(parent, name);
    if (label_of(node) == label) all.push_back(std::move(node));
  }
  return all;
}

std::optional<Node> child(hid_t parent, const std::string& label, const std::string& name) {
  for (Node& node : children(parent, label))
    if (name.empty() || node.name == name) return std::move(node);
  return std::nullopt;
}

std::vector<std::int64_t> extents_of(const Node& node) {
  if (!hdf5::exists(node.group, data)) return {};
  const hdf5::Handle dataset(H5Dopen2(node.group, data, H5P_DEFAULT), "opening " + node.name);
  return hdf5::extents(dataset);
}

template <class T>
std::vector<T> numbers(const Node& node) {
  if (!hdf5::exists(node.group, data)) throw InputError("the node " + node.name + " has no data");
  const hdf5::Handle dataset(H5Dopen2(node.group, data, H5P_DEFAULT), "opening " + node.name);
  const hdf5::Handle type(H5Dget_type(dataset), "type of " + node.name);
  const H5T_class_t kind = H5Tget_class(type);
  if (kind != H5T_INTEGER && (kind != H5T_FLOAT || std::is_integral_v<T>))
    throw InputError("the data of the node " + node.name + " is " + hdf5::type_name(dataset) +
                     ", where " + (std::is_integral_v<T> ? "integers are" : "numbers are") +
                     " expected");
  const hdf5::Box whole{std::vector<std::int64_t>(hdf5::extents(dataset).size()),
                        hdf5::extents(dataset)};
  std::vector<T> values(static_cast<std::size_t>(whole.size()));
  hdf5::for_each_piece(whole, hdf5::piece_bytes / static_cast<std::int64_t>(sizeof(T)),
                       [&](const hdf5::Box& piece, std::int64_t offset) {
                         hdf5::read_piece<T>(dataset, piece, values.data() + offset);
                       });
  return values;
}

std::string text(const Node& node) {
  if (!hdf5::exists(node.group, data)) return "";
  const hdf5::Handle dataset(H5Dopen2(node.group, data, H5P_DEFAULT), "opening " + node.name);
  const hdf5::Handle type(H5Dget_type(dataset), "type of " + node.name);
  const hdf5::Handle space(H5Dget_space(dataset), "dataspace");
  const auto size = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
  if (H5Tget_size(type) != 1) return "";
  std::string value(size, '\0');
  hdf5::check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value.data()),
              "reading " + node.name);
  value.resize(std::min(value.find('\0'), value.size()));
  value.resize(value.find_last_not_of(' ') + 1);
  return value;
}

template std::vector<double> numbers<double>(const Node&);
template std::vector<std::int64_t> numbers<std::int64_t>(const Node&);

}  // namespace thalweg::io::cgns
