// SPDX-License-Identifier: Apache-2.0
#include "io/dataset_file.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/error.hpp"
#include "io/hdf5.hpp"

namespace thalweg::io {

using hdf5::Box;
using hdf5::check;
using hdf5::Handle;

struct DatasetFile::State {
  std::filesystem::path path;
  Handle file;

  Handle dataset(const std::string& name) const {
    return Handle(H5Dopen2(file, name.c_str(), H5P_DEFAULT),
                  path.string() + ": opening dataset \"" + name + "\"");
  }
};

namespace {

std::int64_t product(const std::vector<std::int64_t>& values) {
  return std::accumulate(values.begin(), values.end(), std::int64_t{1}, std::multiplies<>());
}

/// Call for boxes that together are elements [begin, end) of an array in storage order.
void for_each_box(const std::vector<std::int64_t>& extents, std::int64_t begin, std::int64_t end,
                  const std::function<void(const Box&, std::int64_t offset)>& body) {
  for (std::int64_t at = begin; at < end;) {
    // The largest box that starts here: whole slabs of the dimensions behind d.
    std::int64_t slab = product(extents);
    std::size_t d = 0;
    for (; d < extents.size(); ++d) {
      slab /= extents[d];
      if (at % slab == 0 && at + slab <= end) break;
    }
    Box box{std::vector<std::int64_t>(extents.size(), 0), extents};
    std::int64_t rest = at / slab;
    box.start[d] = rest % extents[d];
    box.count[d] = std::min(extents[d] - box.start[d], (end - at) / slab);
    rest /= extents[d];
    for (std::size_t e = d; e-- > 0; rest /= extents[e]) {
      box.start[e] = rest % extents[e];
      box.count[e] = 1;
    }
    body(box, at - begin);
    at += box.size();
  }
}

Handle storage_properties(const Storage& storage) {
  Handle create(H5Pcreate(H5P_DATASET_CREATE), "dataset creation");
  check(H5Pset_obj_track_times(create, false), "dataset creation");
  if (storage.chunk.empty()) return create;
  const std::vector<hsize_t> chunk(storage.chunk.begin(), storage.chunk.end());
  check(H5Pset_chunk(create, static_cast<int>(chunk.size()), chunk.data()), "dataset chunks");
  check(H5Pset_deflate(create, static_cast<unsigned>(storage.gzip)), "dataset compression");
  return create;
}

void create_of_type(hid_t file, const std::string& name, hid_t type,
                    const std::vector<std::int64_t>& extents, const Storage& storage) {
  const std::vector<hsize_t> dims(extents.begin(), extents.end());
  const Handle space(H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr),
                     "dataspace");
  const Handle create = storage_properties(storage);
  const Handle dataset(
      H5Dcreate2(file, name.c_str(), type, space, H5P_DEFAULT, create, H5P_DEFAULT),
      "creating dataset " + name);
}

}  // namespace

DatasetFile::DatasetFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
DatasetFile::DatasetFile(DatasetFile&&) noexcept = default;
DatasetFile& DatasetFile::operator=(DatasetFile&&) noexcept = default;
DatasetFile::~DatasetFile() = default;

DatasetFile DatasetFile::open(const std::filesystem::path& file) {
  auto state = std::make_unique<State>();
  state->path = file;
  state->file = hdf5::open_file(file, transport::Communicator::self());
  return DatasetFile(std::move(state));
}

DatasetFile DatasetFile::open_to_change(const std::filesystem::path& file) {
  open(file);  // says what is wrong with it
  auto state = std::make_unique<State>();
  state->path = file;
  state->file = Handle(H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT),
                       "opening " + file.string() + " to change it");
  return DatasetFile(std::move(state));
}

DatasetFile DatasetFile::create(const std::filesystem::path& file) {
  hdf5::silence();
  auto state = std::make_unique<State>();
  state->path = file;
  state->file = Handle(H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                       "creating " + file.string());
  return DatasetFile(std::move(state));
}

const std::filesystem::path& DatasetFile::path() const { return state_->path; }
void DatasetFile::close() { state_->file.close("closing " + path().string()); }
void DatasetFile::flush() {
  check(H5Fflush(state_->file, H5F_SCOPE_LOCAL), "writing " + path().string());
}

bool DatasetFile::has(const std::string& name) const { return hdf5::exists(state_->file, name); }
std::vector<std::int64_t> DatasetFile::extents(const std::string& name) const {
  return hdf5::extents(state_->dataset(name));
}
std::int64_t DatasetFile::size(const std::string& name) const { return product(extents(name)); }
std::string DatasetFile::type_name(const std::string& name) const {
  return hdf5::type_name(state_->dataset(name));
}
bool DatasetFile::is_number(const std::string& name) const {
  const Handle type(H5Dget_type(state_->dataset(name)), "type of dataset " + name);
  const H5T_class_t kind = H5Tget_class(type);
  return kind == H5T_FLOAT || kind == H5T_INTEGER;
}

template <class T>
void DatasetFile::read(const std::string& name, std::int64_t begin, std::int64_t end,
                       T* values) const {
  const Handle dataset = state_->dataset(name);
  for_each_box(hdf5::extents(dataset), begin, end, [&](const Box& box, std::int64_t offset) {
    hdf5::read_piece(dataset, box, values + offset);
  });
}

void DatasetFile::create_group(const std::string& name) { hdf5::create_group(state_->file, name); }

void DatasetFile::create_floats(const std::string& name, const std::vector<std::int64_t>& extents,
                                const Storage& storage) {
  create_of_type(state_->file, name, H5T_IEEE_F32LE, extents, storage);
}

void DatasetFile::create_doubles(const std::string& name,
                                 const std::vector<std::int64_t>& extents) {
  create_of_type(state_->file, name, H5T_IEEE_F64LE, extents, {});
}

void DatasetFile::create_integers(const std::string& name, const std::vector<std::int64_t>& extents,
                                  const Storage& storage) {
  create_of_type(state_->file, name, H5T_STD_U64LE, extents, storage);
}

template <class T>
void DatasetFile::write(const std::string& name, std::int64_t begin, std::int64_t end,
                        const T* values) {
  const Handle dataset = state_->dataset(name);
  for_each_box(hdf5::extents(dataset), begin, end, [&](const Box& box, std::int64_t offset) {
    hdf5::write_piece(dataset, box, values + offset);
  });
}

void DatasetFile::set_text(const std::string& object, const std::string& name,
                           const std::string& text) {
  const Handle target(H5Oopen(state_->file, object.c_str(), H5P_DEFAULT), "opening " + object);
  if (hdf5::has_attribute(target, name))
    check(H5Adelete(target, name.c_str()), "replacing attribute " + name);
  hdf5::write_attribute(target, name, text);
}

std::string DatasetFile::text(const std::string& object, const std::string& name) const {
  const Handle target(H5Oopen(state_->file, object.c_str(), H5P_DEFAULT), "opening " + object);
  return hdf5::has_attribute(target, name) ? hdf5::read_text(target, name) : "";
}

template void DatasetFile::read<float>(const std::string&, std::int64_t, std::int64_t,
                                       float*) const;
template void DatasetFile::read<double>(const std::string&, std::int64_t, std::int64_t,
                                        double*) const;
template void DatasetFile::read<std::int64_t>(const std::string&, std::int64_t, std::int64_t,
                                              std::int64_t*) const;
template void DatasetFile::write<float>(const std::string&, std::int64_t, std::int64_t,
                                        const float*);
template void DatasetFile::write<double>(const std::string&, std::int64_t, std::int64_t,
                                         const double*);
template void DatasetFile::write<std::int64_t>(const std::string&, std::int64_t, std::int64_t,
                                               const std::int64_t*);

}  // namespace thalweg::io
