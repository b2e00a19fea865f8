// SPDX-License-Identifier: Apache-2.0
#include "io/fields/cgns.hpp"

#include <algorithm>
#include <limits>

namespace thalweg::io::cgns {

namespace {

/// CGNS reads texts of a length that its attribute has in any case.
void fixed_text(hid_t object, const std::string& name, const std::string& text, std::size_t size) {
  const hdf5::Handle type(H5Tcopy(H5T_C_S1), "text type");
  hdf5::check(H5Tset_size(type, size), "text type");
  const hdf5::Handle space(H5Screate(H5S_SCALAR), "dataspace");
  const hdf5::Handle attribute(
      H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
      "creating attribute " + name);
  std::string padded = text;
  padded.resize(size, '\0');
  hdf5::check(H5Awrite(attribute, type, padded.data()), "writing attribute " + name);
}

void describe(hid_t object, const std::string& name, const std::string& label, const char* type) {
  fixed_text(object, "name", name, longest_name + 1);
  fixed_text(object, "label", label, longest_name + 1);
  fixed_text(object, "type", type, 3);
}

hdf5::Handle typed_node(hid_t parent, const std::string& name, const std::string& label,
                        const char* type) {
  hdf5::Handle group = hdf5::create_group(parent, name, true);
  describe(group, name, label, type);
  hdf5::write_attribute(group, "flags", std::vector<std::int32_t>{1});
  return group;
}

template <class T>
constexpr const char* type_name = "C1";
template <>
constexpr const char* type_name<std::int32_t> = "I4";
template <>
[[maybe_unused]] constexpr const char* type_name<std::int64_t> = "I8";
template <>
constexpr const char* type_name<float> = "R4";
template <>
constexpr const char* type_name<double> = "R8";

template <class T>
void write_data(hid_t group, const std::string& name, const std::vector<std::int64_t>& extents,
                const T* values) {
  const hdf5::Handle dataset = hdf5::create_dataset(group, name, hdf5::type_of<T>(), extents);
  hdf5::check(H5Dwrite(dataset, hdf5::type_of<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values),
              "writing " + name);
}

void write_text_data(hid_t group, const std::string& name, const std::string& text) {
  write_data(group, name, {static_cast<std::int64_t>(text.size())}, text.data());
}

template <class T>
void write_zone_size(hid_t zone, const std::array<std::int64_t, 3>& cells) {
  std::vector<T> size;  // vertices, cells, boundary vertices; x, y, z each
  for (const std::int64_t more : {1, 0})
    for (std::size_t d = 3; d-- > 0;) size.push_back(static_cast<T>(cells[d] + more));
  size.resize(9, 0);
  write_data(zone, " data", {3, 3}, size.data());
}

}  // namespace

hdf5::Handle start_file(hid_t file) {
  const hdf5::Handle root(H5Gopen2(file, "/", H5P_DEFAULT), "opening the root group");
  describe(root, "HDF5 MotherNode", "Root Node of HDF5 File", "MT");
  std::string version = "HDF5 Version 1.8";
  version.resize(longest_name + 1, '\0');
  write_text_data(root, " format", std::string("IEEE_LITTLE_32") + '\0');
  write_text_data(root, " hdf5version", version);
  number_node<float>(root, "CGNSLibraryVersion", "CGNSLibraryVersion_t", {1}, {3.4F});
  hdf5::Handle base = typed_node(root, "Base", "CGNSBase_t", type_name<std::int32_t>);
  write_data(base, " data", {2}, std::vector<std::int32_t>{3, 3}.data());
  return base;
}

hdf5::Handle node(hid_t parent, const std::string& name, const std::string& label) {
  return typed_node(parent, name, label, "MT");
}

hdf5::Handle text_node(hid_t parent, const std::string& name, const std::string& label,
                       const std::string& text) {
  hdf5::Handle group = typed_node(parent, name, label, "C1");
  write_text_data(group, " data", text);
  return group;
}

template <class T>
hdf5::Handle number_node(hid_t parent, const std::string& name, const std::string& label,
                         const std::vector<std::int64_t>& extents, const std::vector<T>& values) {
  hdf5::Handle group = typed_node(parent, name, label, type_name<T>);
  write_data(group, " data", extents, values.data());
  return group;
}

template <class T>
hdf5::Handle array_node(hid_t parent, const std::string& name,
                        const std::vector<std::int64_t>& extents) {
  const hdf5::Handle group = typed_node(parent, name, "DataArray_t", type_name<T>);
  return hdf5::create_dataset(group, " data", hdf5::type_of<T>(), extents);
}

hdf5::Handle zone(hid_t base, const std::string& name, const std::array<std::int64_t, 3>& cells) {
  const bool wide =
      *std::max_element(cells.begin(), cells.end()) >= std::numeric_limits<std::int32_t>::max();
  hdf5::Handle group = typed_node(base, name, "Zone_t", wide ? "I8" : "I4");
  if (wide)
    write_zone_size<std::int64_t>(group, cells);
  else
    write_zone_size<std::int32_t>(group, cells);
  text_node(group, "ZoneType", "ZoneType_t", "Structured");
  return group;
}

void link_node(hid_t parent, const std::string& name, const std::string& file,
               const std::string& path) {
  const hdf5::Handle group = typed_node(parent, name, "", "LK");
  write_text_data(group, " file", file + '\0');
  write_text_data(group, " path", path + '\0');
  hdf5::check(
      H5Lcreate_external(file.c_str(), path.c_str(), group, " link", H5P_DEFAULT, H5P_DEFAULT),
      "linking " + file);
}

template hdf5::Handle number_node<std::int32_t>(hid_t, const std::string&, const std::string&,
                                                const std::vector<std::int64_t>&,
                                                const std::vector<std::int32_t>&);
template hdf5::Handle number_node<double>(hid_t, const std::string&, const std::string&,
                                          const std::vector<std::int64_t>&,
                                          const std::vector<double>&);
template hdf5::Handle array_node<float>(hid_t, const std::string&,
                                        const std::vector<std::int64_t>&);
template hdf5::Handle array_node<double>(hid_t, const std::string&,
                                         const std::vector<std::int64_t>&);

}  // namespace thalweg::io::cgns
