// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5.hpp"

#include "base/error.hpp"
#include "transport/mpi_native.hpp"

namespace thalweg::io::hdf5 {

namespace {

/// The text of the innermost entry of HDF5's error stack: what failed, not who called whom.
std::string innermost_error() {
  std::string text = "unknown cause";
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_DOWNWARD,
      [](unsigned, const H5E_error2_t* error, void* data) -> herr_t {
        if (error->desc && *error->desc) *static_cast<std::string*>(data) = error->desc;
        return 0;
      },
      &text);
  H5Eclear2(H5E_DEFAULT);
  return text;
}

[[noreturn]] void fail(const std::string& action) {
  throw IoError(action + " failed: " + innermost_error());
}

template <class T>
void write_values(hid_t object, const std::string& name, const std::vector<T>& values) {
  const hsize_t n = values.size();
  const Handle space(n == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &n, nullptr), name);
  const Handle attribute(
      H5Acreate2(object, name.c_str(), type_of<T>(), space, H5P_DEFAULT, H5P_DEFAULT),
      "creating attribute " + name);
  check(H5Awrite(attribute, type_of<T>(), values.data()), "writing attribute " + name);
}

template <class T>
std::vector<T> read_values(hid_t object, const std::string& name) {
  const Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), "opening attribute " + name);
  const Handle space(H5Aget_space(attribute), name);
  std::vector<T> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  check(H5Aread(attribute, type_of<T>(), values.data()), "reading attribute " + name);
  return values;
}

/// File access for all ranks; for one rank the ordinary driver, which needs no MPI-IO.
Handle access(const transport::Communicator& comm) {
  Handle list(H5Pcreate(H5P_FILE_ACCESS), "file access");
  if (comm.size() > 1)
    check(H5Pset_fapl_mpio(list, comm.native().comm, MPI_INFO_NULL), "parallel file access");
  return list;
}

/// File and memory spaces of a slab.
struct Spaces {
  Handle file, memory;
  Spaces(hid_t dataset, const Slab& slab) : file(H5Dget_space(dataset), "dataspace") {
    std::vector<hsize_t> start(slab.global.size()), count = slab.global;
    start[0] = slab.offset;
    count[0] = slab.count;
    memory = Handle(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr), "slab");
    if (slab.count == 0) {
      H5Sselect_none(file);
      H5Sselect_none(memory);
    } else {
      check(H5Sselect_hyperslab(file, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr),
            "selecting a slab");
    }
  }
};

}  // namespace

Handle::Handle(hid_t id, const std::string& action) : id_(id) {
  if (id < 0) fail(action);
}

void Handle::close() {
  if (id_ < 0) return;
  switch (H5Iget_type(id_)) {
    case H5I_FILE: H5Fclose(id_); break;
    case H5I_GROUP: H5Gclose(id_); break;
    case H5I_DATASET: H5Dclose(id_); break;
    case H5I_DATASPACE: H5Sclose(id_); break;
    case H5I_ATTR: H5Aclose(id_); break;
    case H5I_DATATYPE: H5Tclose(id_); break;
    case H5I_GENPROP_LST: H5Pclose(id_); break;
    default: break;
  }
  id_ = -1;
}

void check(herr_t status, const std::string& action) {
  if (status < 0) fail(action);
}

void silence() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

Handle create_file(const std::filesystem::path& file, const transport::Communicator& comm) {
  silence();
  const Handle list = access(comm);
  return Handle(H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, list),
                "creating " + file.string());
}

Handle open_file(const std::filesystem::path& file, const transport::Communicator& comm) {
  silence();
  const Handle list = access(comm);
  return Handle(H5Fopen(file.c_str(), H5F_ACC_RDONLY, list), "opening " + file.string());
}

Handle collective_transfer() {
  Handle list(H5Pcreate(H5P_DATASET_XFER), "transfer");
#ifdef H5_HAVE_PARALLEL
  H5Pset_dxpl_mpio(list, H5FD_MPIO_COLLECTIVE);
#endif
  return list;
}

void write_attribute(hid_t object, const std::string& name, const std::string& text) {
  const Handle type(H5Tcopy(H5T_C_S1), "text type");
  check(H5Tset_size(type, std::max<std::size_t>(text.size(), 1)), "text type");
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  const Handle space(H5Screate(H5S_SCALAR), name);
  const Handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                         "creating attribute " + name);
  check(H5Awrite(attribute, type, text.c_str()), "writing attribute " + name);
}

void write_attribute(hid_t object, const std::string& name, const std::vector<double>& values) {
  write_values(object, name, values);
}
void write_attribute(hid_t object, const std::string& name,
                     const std::vector<std::int64_t>& values) {
  write_values(object, name, values);
}

bool has_attribute(hid_t object, const std::string& name) {
  return H5Aexists(object, name.c_str()) > 0;
}

std::string read_text(hid_t object, const std::string& name) {
  const Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), "opening attribute " + name);
  const Handle type(H5Aget_type(attribute), name);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0)
    throw IoError("attribute " + name + " is not a text of fixed length");
  std::string text(H5Tget_size(type), '\0');
  check(H5Aread(attribute, type, text.data()), "reading attribute " + name);
  return text.substr(0, text.find('\0'));
}

double read_number(hid_t object, const std::string& name) {
  return read_values<double>(object, name).front();
}
std::int64_t read_integer(hid_t object, const std::string& name) {
  return read_values<std::int64_t>(object, name).front();
}
std::vector<double> read_numbers(hid_t object, const std::string& name) {
  return read_values<double>(object, name);
}

template <class T>
void write_slab(hid_t group, const std::string& name, const Slab& slab, const T* values) {
  const Handle space(
      H5Screate_simple(static_cast<int>(slab.global.size()), slab.global.data(), nullptr), name);
  const Handle create(H5Pcreate(H5P_DATASET_CREATE), name);
  // Every value is written, so filling first would only double the traffic.
  H5Pset_fill_time(create, H5D_FILL_TIME_NEVER);
  const Handle dataset(
      H5Dcreate2(group, name.c_str(), type_of<T>(), space, H5P_DEFAULT, create, H5P_DEFAULT),
      "creating " + name);
  const Spaces spaces(dataset, slab);
  const Handle transfer = collective_transfer();
  check(H5Dwrite(dataset, type_of<T>(), spaces.memory, spaces.file, transfer, values),
        "writing " + name);
}

template <class T>
void read_slab(hid_t group, const std::string& name, const Slab& slab, T* values) {
  const Handle dataset(H5Dopen2(group, name.c_str(), H5P_DEFAULT), "opening " + name);
  const Spaces spaces(dataset, slab);
  const Handle transfer = collective_transfer();
  check(H5Dread(dataset, type_of<T>(), spaces.memory, spaces.file, transfer, values),
        "reading " + name);
}

template void write_slab<float>(hid_t, const std::string&, const Slab&, const float*);
template void write_slab<double>(hid_t, const std::string&, const Slab&, const double*);
template void read_slab<float>(hid_t, const std::string&, const Slab&, float*);
template void read_slab<double>(hid_t, const std::string&, const Slab&, double*);

std::vector<hsize_t> extents(hid_t group, const std::string& name) {
  const Handle dataset(H5Dopen2(group, name.c_str(), H5P_DEFAULT), "opening " + name);
  const Handle space(H5Dget_space(dataset), name);
  std::vector<hsize_t> result(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
  H5Sget_simple_extent_dims(space, result.data(), nullptr);
  return result;
}

bool exists(hid_t object, const std::string& path) {
  for (std::size_t slash = path.find('/'); ; slash = path.find('/', slash + 1)) {
    const std::string part = path.substr(0, slash);
    if (!part.empty() && H5Lexists(object, part.c_str(), H5P_DEFAULT) <= 0) return false;
    if (slash == std::string::npos) return true;
  }
}

}  // namespace thalweg::io::hdf5
