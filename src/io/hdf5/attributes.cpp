// SPDX-License-Identifier: Apache-2.0
// Attributes: numbers and texts on a group or dataset.
#include "base/error.hpp"
#include "io/hdf5/hdf5.hpp"

namespace thalweg::io::hdf5 {

void write_attribute(hid_t object, const std::string& name, const std::string& text) {
  // Of fixed length and ASCII: what VTK's reader compares its type names with.
  const Handle type(H5Tcopy(H5T_C_S1), "text type");
  check(H5Tset_size(type, std::max<std::size_t>(text.size(), 1)), "text type");
  check(H5Tset_strpad(type, H5T_STR_NULLPAD), "text type");
  const Handle space(H5Screate(H5S_SCALAR), "dataspace");
  const Handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                         "creating attribute " + name);
  check(H5Awrite(attribute, type, text.c_str()), "writing attribute " + name);
}

template <class T>
void write_attribute(hid_t object, const std::string& name, const std::vector<T>& values) {
  const hsize_t n = values.size();
  const Handle space(n == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &n, nullptr),
                     "dataspace");
  const Handle attribute(
      H5Acreate2(object, name.c_str(), type_of<T>(), space, H5P_DEFAULT, H5P_DEFAULT),
      "creating attribute " + name);
  check(H5Awrite(attribute, type_of<T>(), values.data()), "writing attribute " + name);
}

bool has_attribute(hid_t object, const std::string& name) {
  return H5Aexists(object, name.c_str()) > 0;
}

std::string read_text(hid_t object, const std::string& name) {
  const Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), "opening attribute " + name);
  const Handle type(H5Aget_type(attribute), "type of attribute " + name);
  if (H5Tget_class(type) != H5T_STRING) throw IoError("attribute " + name + " is not a text");
  if (H5Tis_variable_str(type) > 0) {
    char* value = nullptr;
    check(H5Aread(attribute, type, &value), "reading attribute " + name);
    const std::string text = value ? value : "";
    H5free_memory(value);
    return text;
  }
  std::string text(H5Tget_size(type), '\0');
  check(H5Aread(attribute, type, text.data()), "reading attribute " + name);
  return text.substr(0, text.find('\0'));
}

template <class T>
std::vector<T> read_numbers(hid_t object, const std::string& name) {
  const Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), "opening attribute " + name);
  const Handle type(H5Aget_type(attribute), "type of attribute " + name);
  const H5T_class_t kind = H5Tget_class(type);
  if (kind != H5T_INTEGER && (kind != H5T_FLOAT || std::is_integral_v<T>))
    throw IoError("attribute " + name + " is not " +
                  (std::is_integral_v<T> ? "an integer" : "a number"));
  const Handle space(H5Aget_space(attribute), "dataspace");
  std::vector<T> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  check(H5Aread(attribute, type_of<T>(), values.data()), "reading attribute " + name);
  if (values.empty()) throw IoError("attribute " + name + " is empty");
  return values;
}

template void write_attribute<std::int32_t>(hid_t, const std::string&,
                                            const std::vector<std::int32_t>&);
template void write_attribute<double>(hid_t, const std::string&, const std::vector<double>&);
template void write_attribute<std::int64_t>(hid_t, const std::string&,
                                            const std::vector<std::int64_t>&);
template void write_attribute<std::uint64_t>(hid_t, const std::string&,
                                             const std::vector<std::uint64_t>&);
template std::vector<double> read_numbers<double>(hid_t, const std::string&);
template std::vector<std::int64_t> read_numbers<std::int64_t>(hid_t, const std::string&);
template std::vector<std::uint64_t> read_numbers<std::uint64_t>(hid_t, const std::string&);

}  // namespace thalweg::io::hdf5
