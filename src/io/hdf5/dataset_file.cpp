// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5/dataset_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "base/error.hpp"
#include "io/hdf5/dataset_pieces.hpp"
#include "io/hdf5/hdf5.hpp"
#include "io/hdf5/space_ahead.hpp"
#include "io/hdf5/write_faults.hpp"

namespace thalweg::io {

using hdf5::Box;
using hdf5::check;
using hdf5::Handle;

struct DatasetFile::State {
  std::filesystem::path path;
  hdf5::WriteFaults faults;
  Handle file;
  std::optional<SpaceAhead> space;  // of a file that may be changed

  ~State() {
    try {
      if (space && file >= 0) close();
    } catch (const Error&) {  // close() is the call that tells
    }
  }
  void close() {
    file.close("closing " + path.string());
    require_written();
    if (space) space->give_back();
  }
  /// After anything was written.
  void require_written() const {
    try {
      faults.throw_if_any();
    } catch (const IoError& error) {
      throw IoError(fmt::format("{}: {}", path.string(), error.what()));
    }
  }
  /// Before anything is written: so many bytes of values.
  void ensure(std::int64_t bytes = 0) { space->ensure(file, bytes); }

  Handle dataset(const std::string& name) const {
    return Handle(H5Dopen2(file, name.c_str(), H5P_DEFAULT),
                  path.string() + ": opening dataset \"" + name + "\"");
  }
};

namespace {

/// HDF5's errors do not say which file and dataset they are about.
void named(const std::filesystem::path& file, const std::string& dataset,
           const std::function<void()>& action) {
  try {
    action();
  } catch (const IoError& error) {
    throw IoError(fmt::format("{}: dataset \"{}\": {}", file.string(), dataset, error.what()));
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

/// A text that ends with a zero, as programs in C expect it (VTK's format wants it without).
void write_terminated(hid_t object, const std::string& name, const std::string& text) {
  const Handle type(H5Tcopy(H5T_C_S1), "text type");
  check(H5Tset_size(type, text.size() + 1), "text type");
  const Handle space(H5Screate(H5S_SCALAR), "dataspace");
  const Handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                         "creating attribute " + name);
  check(H5Awrite(attribute, type, text.c_str()), "writing attribute " + name);
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
  state->file = Handle(H5Fopen(file.c_str(), H5F_ACC_RDWR, hdf5::noting_access(state->faults)),
                       "opening " + file.string() + " to change it");
  state->space.emplace(file);
  state->ensure();
  return DatasetFile(std::move(state));
}

DatasetFile DatasetFile::create(const std::filesystem::path& file) {
  auto state = std::make_unique<State>();
  state->path = file;
  SpaceAhead(file).probe();
  state->file = Handle(
      H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, hdf5::noting_access(state->faults)),
      "creating " + file.string());
  state->space.emplace(file);
  state->ensure();
  return DatasetFile(std::move(state));
}

const std::filesystem::path& DatasetFile::path() const { return state_->path; }
void DatasetFile::close() { state_->close(); }
void DatasetFile::flush() {
  check(H5Fflush(state_->file, H5F_SCOPE_LOCAL), "writing " + path().string());
  state_->require_written();
}

bool DatasetFile::has(const std::string& name) const { return hdf5::exists(state_->file, name); }
std::vector<std::int64_t> DatasetFile::extents(const std::string& name) const {
  return dataset::extents(state_->dataset(name));
}

std::int64_t DatasetFile::size(const std::string& name) const {
  const std::int64_t size = dataset::element_count(extents(name));
  if (size < 0)
    throw InputError(fmt::format("{}: dataset \"{}\" states more elements than can be counted: the "
                                 "file is damaged",
                                 path().string(), name));
  return size;
}

std::size_t DatasetFile::stored_size(const std::string& name) const {
  const std::int64_t elements = size(name);
  if (!dataset::may_be_stored(state_->dataset(name), std::filesystem::file_size(path())))
    throw InputError(
        fmt::format("{}: dataset \"{}\" states {} elements, which are not in the file: "
                    "it is damaged, or was never written in full",
                    path().string(), name, elements));
  return static_cast<std::size_t>(elements);
}

std::string DatasetFile::type_name(const std::string& name) const {
  return hdf5::type_name(state_->dataset(name));
}
bool DatasetFile::is_number(const std::string& name) const {
  const Handle type(H5Dget_type(state_->dataset(name)), "type of dataset " + name);
  const H5T_class_t kind = H5Tget_class(type);
  return kind == H5T_FLOAT || kind == H5T_INTEGER || kind == H5T_ENUM;
}

template <class T>
void DatasetFile::read(const std::string& name, std::int64_t begin, std::int64_t end,
                       T* values) const {
  const Handle dataset = state_->dataset(name);
  const auto extents = dataset::extents(dataset);
  TW_CHECK(0 <= begin && begin <= end && end <= static_cast<std::int64_t>(stored_size(name)),
           "elements of dataset " + name);
  if (begin == end) return;
  if (!dataset::has_dimensions(dataset)) {
    check(H5Dread(dataset, hdf5::type_of<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values),
          path().string() + ": reading dataset \"" + name + "\"");
    return;
  }
  dataset::for_each_piece(
      extents, begin, end, sizeof(T), [&](const Box& piece, std::int64_t offset) {
        named(path(), name, [&] { hdf5::read_piece(dataset, piece, values + offset); });
      });
}

void DatasetFile::create_group(const std::string& name) {
  state_->ensure();
  hdf5::create_group(state_->file, name);
  state_->require_written();
}

void DatasetFile::create_floats(const std::string& name, const std::vector<std::int64_t>& extents,
                                const Storage& storage) {
  state_->ensure();
  create_of_type(state_->file, name, H5T_IEEE_F32LE, extents, storage);
  state_->require_written();
}

void DatasetFile::create_doubles(const std::string& name,
                                 const std::vector<std::int64_t>& extents) {
  state_->ensure();
  create_of_type(state_->file, name, H5T_IEEE_F64LE, extents, {});
  state_->require_written();
}

void DatasetFile::create_integers(const std::string& name, const std::vector<std::int64_t>& extents,
                                  const Storage& storage) {
  state_->ensure();
  create_of_type(state_->file, name, H5T_STD_U64LE, extents, storage);
  state_->require_written();
}

template <class T>
void DatasetFile::write(const std::string& name, std::int64_t begin, std::int64_t end,
                        const T* values) {
  const Handle dataset = state_->dataset(name);
  const auto extents = dataset::extents(dataset);
  TW_CHECK(0 <= begin && begin <= end && end <= dataset::element_count(extents),
           "elements of dataset " + name);
  state_->ensure(dataset::bytes_to_write(dataset, end - begin));
  dataset::for_each_piece(
      extents, begin, end, sizeof(T), [&](const Box& piece, std::int64_t offset) {
        named(path(), name, [&] { hdf5::write_piece(dataset, piece, values + offset); });
      });
  state_->require_written();
}

void DatasetFile::set_text(const std::string& object, const std::string& name,
                           const std::string& text) {
  state_->ensure();
  const Handle target(H5Oopen(state_->file, object.c_str(), H5P_DEFAULT), "opening " + object);
  if (hdf5::has_attribute(target, name))
    check(H5Adelete(target, name.c_str()), "replacing attribute " + name);
  write_terminated(target, name, text);
  state_->require_written();
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
