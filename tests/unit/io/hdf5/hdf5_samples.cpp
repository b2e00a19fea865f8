// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/io/hdf5/hdf5_samples.hpp"

#include <hdf5.h>

#include <functional>
#include <numeric>

#include "transport/comm/communicator.hpp"

namespace thalweg::io::testing {

namespace {

void on_root(const std::function<void()>& action) {
  const auto world = transport::Communicator::world();
  if (world.is_root()) action();
  world.barrier();
}

template <class T>
void write_counting(const std::filesystem::path& file, const std::string& name,
                    const std::vector<std::int64_t>& extents, hid_t type, hid_t create) {
  const std::vector<hsize_t> dims(extents.begin(), extents.end());
  const hid_t out = H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr);
  const hid_t dataset =
      H5Dcreate2(out, name.c_str(), type, space, H5P_DEFAULT, create, H5P_DEFAULT);
  std::vector<T> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  std::iota(values.begin(), values.end(), T{0});
  H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  H5Dclose(dataset);
  H5Sclose(space);
  H5Fclose(out);
}

}  // namespace

void write_plain(const std::filesystem::path& file, const std::string& name,
                 const std::vector<std::int64_t>& extents) {
  on_root([&] { write_counting<double>(file, name, extents, H5T_NATIVE_DOUBLE, H5P_DEFAULT); });
}

void write_compressed(const std::filesystem::path& file, const std::string& name,
                      const std::vector<std::int64_t>& extents) {
  on_root([&] {
    const std::vector<hsize_t> chunk(extents.size(), 2);
    const hid_t create = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(create, static_cast<int>(chunk.size()), chunk.data());
    H5Pset_deflate(create, 1);
    write_counting<int>(file, name, extents, H5T_NATIVE_INT, create);
    H5Pclose(create);
  });
}

void write_texts(const std::filesystem::path& file, const std::string& name) {
  on_root([&] {
    const hsize_t dims[] = {2, 2, 2, 3};
    const hid_t out = H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(4, dims, nullptr);
    H5Dclose(H5Dcreate2(out, name.c_str(), H5T_C_S1, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(space);
    H5Fclose(out);
  });
}

void set_integer(const std::filesystem::path& file, const std::string& name, std::int64_t value) {
  on_root([&] {
    const hid_t out = H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t attribute = H5Aopen(out, name.c_str(), H5P_DEFAULT);
    H5Awrite(attribute, H5T_NATIVE_INT64, &value);
    H5Aclose(attribute);
    H5Fclose(out);
  });
}

}  // namespace thalweg::io::testing
