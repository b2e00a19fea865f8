// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include "base/error.hpp"
#include "io/files/atomic_file.hpp"

namespace thalweg::io {

namespace {

// For superblock, groups, headers and attributes: a few KiB are used, and the rest is cut off when
// the file is closed.
constexpr std::int64_t metadata_bytes = 1 << 20;

/// The bytes of an HDF5 file without content, made in memory. They are taken from where the driver
/// holds them, as H5Fget_file_image would change the superblock and leave its checksum.
std::string empty_file() {
  const hdf5::Handle access(H5Pcreate(H5P_FILE_ACCESS), "file access");
  hdf5::check(H5Pset_fapl_core(access, 1 << 12, false), "file in memory");
  hdf5::check(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18), "file format");
  const hdf5::Handle create(H5Pcreate(H5P_FILE_CREATE), "file creation");
  hdf5::check(H5Pset_obj_track_times(create, false), "file creation");
  const hdf5::Handle file(H5Fcreate("thalweg.h5", H5F_ACC_TRUNC, create, access),
                          "making a file in memory");
  hdf5::check(H5Fflush(file, H5F_SCOPE_GLOBAL), "flushing a file in memory");
  hsize_t size = 0;
  void* memory = nullptr;
  hdf5::check(H5Fget_filesize(file, &size), "size of a file in memory");
  hdf5::check(H5Fget_vfd_handle(file, access, &memory), "bytes of a file in memory");
  return {*static_cast<char**>(memory), static_cast<std::size_t>(size)};
}

/// "12.5 MB", for a message.
std::string free_space(const std::filesystem::path& file) {
  std::error_code failed;
  const auto space = std::filesystem::space(std::filesystem::absolute(file).parent_path(), failed);
  return failed ? "unknown space"
                : fmt::format("{:.4g} MB", 1e-6 * static_cast<double>(space.available));
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path file, const transport::Communicator& comm)
    : file_(std::move(file)), temporary_(temporary_name(file_)), comm_(comm),
      reserved_(metadata_bytes) {
  hdf5::silence();
  try {
    start();
  } catch (...) {
    std::error_code ignored;
    if (comm_.is_root()) std::filesystem::remove(temporary_, ignored);
    throw;
  }
}

void OutputFile::start() {
  on_root(comm_, [&] {
    if (file_.has_parent_path()) std::filesystem::create_directories(file_.parent_path());
    Descriptor out(temporary_, O_RDWR | O_CREAT | O_TRUNC);
    out.reserve(reserved_);
    out.write(empty_file());
  });
  const hdf5::Handle access = hdf5::file_access(comm_);
  const hid_t id = H5Fopen(temporary_.c_str(), H5F_ACC_RDWR, access);
  together(comm_, [&] { hdf5::check(id < 0 ? -1 : 0, "opening " + temporary_.string()); });
  handle_ = hdf5::Handle(id, "opening " + temporary_.string());
}

OutputFile::~OutputFile() {
  if (committed_) return;
  // Closing is collective. A rank that unwinds alone would wait for the others for ever; what is
  // left open, HDF5 closes when MPI ends, if it still ends in order.
  if (!failed_ && std::uncaught_exceptions() > 0) handle_.release();
  std::error_code ignored;
  if (comm_.is_root()) std::filesystem::remove(temporary_, ignored);
}

void OutputFile::step(const std::function<void()>& action) {
  try {
    together(comm_, [&] {
      try {
        action();
      } catch (const IoError& error) {
        throw IoError(fmt::format("writing {} failed: {} ({} free there)", file_.string(),
                                  error.what(), free_space(file_)));
      }
    });
  } catch (...) {
    failed_ = true;
    throw;
  }
}

void OutputFile::reserve(std::int64_t more) {
  reserved_ += more;
  step([&] {
    if (comm_.is_root()) Descriptor(temporary_, O_RDWR).reserve(reserved_);
  });
}

template <class T>
hdf5::Handle OutputFile::dataset(hid_t group, const std::string& name,
                                 const std::vector<std::int64_t>& extents, std::int64_t offset,
                                 std::int64_t count, const T* values) {
  hdf5::Box mine{std::vector<std::int64_t>(extents.size(), 0), extents};
  reserve(mine.size() * static_cast<std::int64_t>(sizeof(T)));
  mine.start[0] = offset;
  mine.count[0] = count;
  hdf5::Handle dataset;
  step([&] { dataset = hdf5::create_dataset(group, name, hdf5::type_of<T>(), extents); });
  step([&] {
    constexpr auto limit = hdf5::piece_bytes / static_cast<std::int64_t>(sizeof(T));
    hdf5::for_each_piece(mine, limit, [&](const hdf5::Box& piece, std::int64_t at) {
      hdf5::write_piece(dataset, piece, values + at);
    });
  });
  return dataset;
}

void OutputFile::commit() {
  step([&] { handle_.close("closing it"); });
  commit_file(temporary_, file_, comm_);
  committed_ = true;
}

template hdf5::Handle OutputFile::dataset<float>(hid_t, const std::string&,
                                                 const std::vector<std::int64_t>&, std::int64_t,
                                                 std::int64_t, const float*);
template hdf5::Handle OutputFile::dataset<double>(hid_t, const std::string&,
                                                  const std::vector<std::int64_t>&, std::int64_t,
                                                  std::int64_t, const double*);
template hdf5::Handle OutputFile::dataset<std::int64_t>(hid_t, const std::string&,
                                                        const std::vector<std::int64_t>&,
                                                        std::int64_t, std::int64_t,
                                                        const std::int64_t*);

}  // namespace thalweg::io
