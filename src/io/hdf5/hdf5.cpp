// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5/hdf5.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/error.hpp"
#include "transport/comm/mpi_native.hpp"

namespace thalweg::io::hdf5 {

std::string innermost_error() {
  std::string text = "unknown cause";
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned depth, const H5E_error2_t* error, void* data) -> herr_t {
        if (depth == 0 && error->desc) *static_cast<std::string*>(data) = error->desc;
        return 0;
      },
      &text);
  H5Eclear2(H5E_DEFAULT);
  return text;
}

namespace {

[[noreturn]] void fail(const std::string& action) {
  throw IoError(action + " failed: " + innermost_error());
}

herr_t close_any(hid_t id) {
  switch (H5Iget_type(id)) {
  case H5I_FILE: return H5Fclose(id);
  case H5I_GROUP: return H5Gclose(id);
  case H5I_DATASET: return H5Dclose(id);
  case H5I_DATASPACE: return H5Sclose(id);
  case H5I_ATTR: return H5Aclose(id);
  case H5I_DATATYPE: return H5Tclose(id);
  case H5I_GENPROP_LST: return H5Pclose(id);
  default: return -1;
  }
}

std::vector<hsize_t> sizes(const std::vector<std::int64_t>& values) {
  return {values.begin(), values.end()};
}

Handle simple_space(const std::vector<std::int64_t>& values) {
  const auto dims = sizes(values);
  return Handle(H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr), "dataspace");
}

/// File and memory spaces of a piece.
struct Spaces {
  Handle file, memory;
  Spaces(hid_t dataset, const Box& piece)
      : file(H5Dget_space(dataset), "dataspace"), memory(simple_space(piece.count)) {
    const auto start = sizes(piece.start), count = sizes(piece.count);
    check(H5Sselect_hyperslab(file, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr),
          "selecting a part of a dataset");
  }
};

}  // namespace

Handle::Handle(hid_t id, const std::string& action) : id_(id) {
  if (id < 0) fail(action);
}

Handle::~Handle() {
  if (id_ >= 0) close_any(id_);
}

void Handle::close(const std::string& action) { check(close_any(std::exchange(id_, -1)), action); }

void check(herr_t status, const std::string& action) {
  if (status < 0) fail(action);
}

void silence() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

Handle file_access(const transport::Communicator& comm) {
  silence();
  Handle list(H5Pcreate(H5P_FILE_ACCESS), "file access");
  check(H5Pset_fapl_mpio(list, comm.native().comm, transport::no_hints), "parallel file access");
  check(H5Pset_libver_bounds(list, H5F_LIBVER_V18, H5F_LIBVER_V18), "file format");
  check(H5Pset_fclose_degree(list, H5F_CLOSE_STRONG), "file access");
  return list;
}

bool exists(hid_t object, const std::string& path) {
  for (std::size_t slash = path.find('/');; slash = path.find('/', slash + 1)) {
    const std::string part = path.substr(0, slash);
    if (!part.empty() && H5Lexists(object, part.c_str(), H5P_DEFAULT) <= 0) return false;
    if (slash == std::string::npos) return true;
  }
}

std::vector<std::string> names(hid_t group, H5O_type_t type) {
  std::vector<std::string> all, result;
  const auto collect = [](hid_t, const char* name, const H5L_info_t* link, void* data) -> herr_t {
    // Other links may well lead nowhere.
    if (link->type == H5L_TYPE_HARD) static_cast<std::vector<std::string>*>(data)->push_back(name);
    return 0;
  };
  check(H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &all), "listing a group");
  for (const std::string& name : all) {
    H5O_info_t info;
    check(H5Oget_info_by_name2(group, name.c_str(), &info, H5O_INFO_BASIC, H5P_DEFAULT),
          "opening \"" + name + "\"");
    if (info.type == type) result.push_back(name);
  }
  return result;
}

std::vector<std::int64_t> extents(hid_t dataset) {
  const Handle space(H5Dget_space(dataset), "dataspace");
  std::vector<hsize_t> dims(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
  H5Sget_simple_extent_dims(space, dims.data(), nullptr);
  return {dims.begin(), dims.end()};
}

std::string type_name(hid_t dataset) {
  const Handle type(H5Dget_type(dataset), "type of a dataset");
  const std::string width = std::to_string(H5Tget_size(type)) + "-byte ";
  switch (H5Tget_class(type)) {
  case H5T_FLOAT: return width + "floating point";
  case H5T_INTEGER: return width + "integer";
  case H5T_STRING: return "text";
  case H5T_COMPOUND: return "compound";
  default: return "of another type";
  }
}

std::int64_t Box::size() const {
  return std::accumulate(count.begin(), count.end(), std::int64_t{1}, std::multiplies<>());
}

void for_each_piece(const Box& box, std::int64_t limit,
                    const std::function<void(const Box&, std::int64_t)>& body) {
  if (box.size() == 0) return;
  // Cut along dimension d: whole rows of the dimensions behind it, single indices before it.
  std::size_t d = 0;
  std::int64_t row = box.size();
  for (; d < box.count.size(); ++d) {
    row /= box.count[d];
    if (row <= limit) break;
  }
  d = std::min(d, box.count.size() - 1);
  const std::int64_t rows = std::max<std::int64_t>(1, limit / row);
  const std::int64_t outer = box.size() / (row * box.count[d]);
  for (std::int64_t o = 0; o < outer; ++o) {
    Box piece = box;
    std::int64_t rest = o;
    for (std::size_t e = d; e-- > 0; rest /= box.count[e]) {
      piece.start[e] = box.start[e] + rest % box.count[e];
      piece.count[e] = 1;
    }
    for (std::int64_t begin = 0; begin < box.count[d]; begin += rows) {
      piece.start[d] = box.start[d] + begin;
      piece.count[d] = std::min(rows, box.count[d] - begin);
      body(piece, (o * box.count[d] + begin) * row);
    }
  }
}

void keep_order(hid_t creation) {
  check(H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED),
        "keeping the order of objects");
}

Handle create_group(hid_t parent, const std::string& name, bool in_order) {
  const Handle create(H5Pcreate(H5P_GROUP_CREATE), "group creation");
  check(H5Pset_obj_track_times(create, false), "group creation");
  if (in_order) keep_order(create);
  return Handle(H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, create, H5P_DEFAULT),
                "creating group " + name);
}

Handle create_dataset(hid_t group, const std::string& name, hid_t type,
                      const std::vector<std::int64_t>& extents) {
  const Handle create(H5Pcreate(H5P_DATASET_CREATE), "dataset creation");
  // Every value is written, so filling first would only double the traffic.
  check(H5Pset_alloc_time(create, H5D_ALLOC_TIME_EARLY), "dataset creation");
  check(H5Pset_fill_time(create, H5D_FILL_TIME_NEVER), "dataset creation");
  check(H5Pset_obj_track_times(create, false), "dataset creation");
  const Handle space = simple_space(extents);
  return Handle(H5Dcreate2(group, name.c_str(), type, space, H5P_DEFAULT, create, H5P_DEFAULT),
                "creating dataset " + name);
}

template <class T>
void write_piece(hid_t dataset, const Box& piece, const T* values) {
  const Spaces spaces(dataset, piece);
  check(H5Dwrite(dataset, type_of<T>(), spaces.memory, spaces.file, H5P_DEFAULT, values),
        "writing a dataset");
}

template <class T>
void read_piece(hid_t dataset, const Box& piece, T* values) {
  const Spaces spaces(dataset, piece);
  check(H5Dread(dataset, type_of<T>(), spaces.memory, spaces.file, H5P_DEFAULT, values),
        "reading a dataset");
}

template void write_piece<float>(hid_t, const Box&, const float*);
template void write_piece<double>(hid_t, const Box&, const double*);
template void write_piece<std::int64_t>(hid_t, const Box&, const std::int64_t*);
template void read_piece<float>(hid_t, const Box&, float*);
template void read_piece<double>(hid_t, const Box&, double*);
template void read_piece<std::int64_t>(hid_t, const Box&, std::int64_t*);

}  // namespace thalweg::io::hdf5
