// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/error.hpp"
#include "io/files/atomic_file.hpp"

namespace thalweg::io {

namespace {

// For superblock, groups, headers and attributes: a few KiB are used, and HDF5 cuts the rest off
// when it closes the file.
constexpr std::int64_t metadata_bytes = 1 << 20;

/// A new file of the format of HDF5 1.8: its metadata carries checksums, so a damaged byte there is
/// an error and not a wrong number.
hdf5::Handle create_file(const std::filesystem::path& file, hdf5::WriteFaults& faults,
                         GroupOrder order) {
  const hdf5::Handle access = hdf5::noting_access(faults);
  hdf5::check(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18), "file format");
  const hdf5::Handle create(H5Pcreate(H5P_FILE_CREATE), "file creation");
  hdf5::check(H5Pset_obj_track_times(create, false), "file creation");
  if (order == GroupOrder::by_creation) hdf5::keep_order(create);
  return {H5Fcreate(file.c_str(), H5F_ACC_TRUNC, create, access), "making " + file.string()};
}

/// "12.5 MB", for a message.
std::string free_space(const std::filesystem::path& file) {
  std::error_code failed;
  const auto space = std::filesystem::space(std::filesystem::absolute(file).parent_path(), failed);
  return failed ? "unknown space"
                : fmt::format("{:.4g} MB", 1e-6 * static_cast<double>(space.available));
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path file, const transport::Communicator& comm,
                       GroupOrder order)
    : file_(std::move(file)), temporary_(temporary_name(file_)), comm_(comm),
      reserved_(metadata_bytes) {
  hdf5::silence();
  try {
    start(order);
  } catch (...) {
    std::error_code ignored;
    if (comm_.is_root()) std::filesystem::remove(temporary_, ignored);
    throw;
  }
}

void OutputFile::start(GroupOrder order) {
  on_root(comm_, [&] {
    if (file_.has_parent_path()) std::filesystem::create_directories(file_.parent_path());
    // A folder that cannot be written is said with the system's reason.
    Descriptor(temporary_, O_RDWR | O_CREAT | O_TRUNC).reserve(reserved_);
    handle_ = create_file(temporary_, faults_, order);
    Descriptor(temporary_, O_RDWR).reserve(reserved_);  // HDF5 has emptied it
  });
}

OutputFile::~OutputFile() {
  if (committed_ || !comm_.is_root()) return;
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

void OutputFile::named(const std::function<void()>& action) const {
  try {
    action();
  } catch (const IoError& error) {
    throw IoError(fmt::format("writing {} failed: {} ({} free there)", file_.string(), error.what(),
                              free_space(file_)));
  }
}

void OutputFile::step(const std::function<void()>& action) {
  on_root(comm_, [&] {
    named([&] {
      action();
      faults_.throw_if_any();
    });
  });
}

void OutputFile::reserve(std::int64_t more) {
  reserved_ += more;
  step([&] { Descriptor(temporary_, O_RDWR).reserve(reserved_); });
}

template <class T>
hdf5::Handle OutputFile::dataset(hid_t group, const std::string& name,
                                 const std::vector<std::int64_t>& extents,
                                 const std::vector<RowRun>& runs, const T* values) {
  constexpr auto width = static_cast<std::int64_t>(sizeof(T));
  const std::int64_t row_bytes = width * std::accumulate(extents.begin() + 1, extents.end(),
                                                         std::int64_t{1}, std::multiplies<>());
  reserve(extents[0] * row_bytes);
  hdf5::Handle dataset;
  std::string place;
  step([&] {
    dataset = hdf5::create_dataset(group, name, hdf5::type_of<T>(), extents);
    place = std::to_string(H5Dget_offset(dataset));
  });
  place = comm_.broadcast(place);
  const auto begin = static_cast<std::int64_t>(std::stoull(place));
  const auto* bytes = reinterpret_cast<const std::byte*>(values);
  std::vector<Stretch> stretches;
  for (const auto& [first, count] : runs) {
    stretches.push_back({begin + first * row_bytes, bytes, count * row_bytes});
    bytes += count * row_bytes;
  }
  write(stretches);
  return dataset;
}

void OutputFile::write(const std::vector<Stretch>& stretches) {
  const auto is_empty = [](const Stretch& stretch) { return stretch.bytes == 0; };
  together(comm_, [&] {
    if (std::all_of(stretches.begin(), stretches.end(), is_empty)) return;
    named([&] {
      Descriptor out(temporary_, O_WRONLY);
      for (const auto& [place, data, bytes] : stretches) {
        if (bytes == 0) continue;
        out.seek(place);
        out.write(static_cast<const char*>(data), static_cast<std::size_t>(bytes));
      }
    });
  });
}

void OutputFile::commit() {
  step([&] { handle_.close("closing it"); });
  commit_file(temporary_, file_, comm_);
  committed_ = true;
}

template hdf5::Handle OutputFile::dataset<float>(hid_t, const std::string&,
                                                 const std::vector<std::int64_t>&,
                                                 const std::vector<RowRun>&, const float*);
template hdf5::Handle OutputFile::dataset<double>(hid_t, const std::string&,
                                                  const std::vector<std::int64_t>&,
                                                  const std::vector<RowRun>&, const double*);
template hdf5::Handle OutputFile::dataset<unsigned char>(hid_t, const std::string&,
                                                         const std::vector<std::int64_t>&,
                                                         const std::vector<RowRun>&,
                                                         const unsigned char*);
template hdf5::Handle OutputFile::dataset<std::int64_t>(hid_t, const std::string&,
                                                        const std::vector<std::int64_t>&,
                                                        const std::vector<RowRun>&,
                                                        const std::int64_t*);

}  // namespace thalweg::io
