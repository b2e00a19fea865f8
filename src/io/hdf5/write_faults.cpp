// SPDX-License-Identifier: Apache-2.0
// The driver: HDF5's "virtual file layer", as H5FDpublic.h declares it.
#include "io/hdf5/write_faults.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.hpp"
#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

namespace thalweg::io::hdf5 {

namespace {

/// What a file access list carries for the driver.
struct Access {
  WriteFaults* faults;
};

/// HDF5 knows it by its first member.
struct OpenFile {
  H5FD_t base{};
  int descriptor = -1;
  haddr_t allocated = 0;  // the end of what HDF5 has given away
  haddr_t end = 0;        // of what was written, or would have been
  dev_t device{};
  ino_t inode{};
  WriteFaults* faults = nullptr;
};

OpenFile& of(H5FD_t* file) { return *reinterpret_cast<OpenFile*>(file); }
const OpenFile& of(const H5FD_t* file) { return *reinterpret_cast<const OpenFile*>(file); }

int system_flags(unsigned flags) {
  int result = (flags & H5F_ACC_RDWR) != 0 ? O_RDWR : O_RDONLY;
  if ((flags & H5F_ACC_TRUNC) != 0) result |= O_TRUNC;
  if ((flags & H5F_ACC_CREAT) != 0) result |= O_CREAT;
  if ((flags & H5F_ACC_EXCL) != 0) result |= O_EXCL;
  return result | O_CLOEXEC;
}

H5FD_t* open_file(const char* name, unsigned flags, hid_t access, haddr_t) {
  const auto* info = static_cast<const Access*>(H5Pget_driver_info(access));
  if (!info) return nullptr;
  const int descriptor = ::open(name, system_flags(flags), 0666);
  struct stat status {};
  if (descriptor < 0 || ::fstat(descriptor, &status) != 0) {
    if (descriptor >= 0) ::close(descriptor);
    return nullptr;
  }
  auto* file = new OpenFile;
  file->descriptor = descriptor;
  file->end = static_cast<haddr_t>(status.st_size);
  file->device = status.st_dev;
  file->inode = status.st_ino;
  file->faults = info->faults;
  return &file->base;
}

herr_t close_file(H5FD_t* file) {
  OpenFile* own = &of(file);
  if (::close(own->descriptor) != 0) own->faults->note(errno, own->end);
  delete own;
  return 0;
}

int compare(const H5FD_t* a, const H5FD_t* b) {
  const auto key = [](const OpenFile& f) { return std::pair(f.device, f.inode); };
  return key(of(a)) < key(of(b)) ? -1 : key(of(b)) < key(of(a)) ? 1 : 0;
}

herr_t query(const H5FD_t*, unsigned long* flags) {
  if (flags)
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

haddr_t get_allocated(const H5FD_t* file, H5FD_mem_t) { return of(file).allocated; }
herr_t set_allocated(H5FD_t* file, H5FD_mem_t, haddr_t end) {
  of(file).allocated = end;
  return 0;
}
haddr_t get_end(const H5FD_t* file, H5FD_mem_t) { return of(file).end; }

/// Behind the end of the file are zeros.
herr_t read(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t position, std::size_t size, void* buffer) {
  auto* to = static_cast<char*>(buffer);
  while (size > 0) {
    const ssize_t n = ::pread(of(file).descriptor, to, size, static_cast<off_t>(position));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return -1;
    if (n == 0) {
      std::memset(to, 0, size);
      return 0;
    }
    to += n;
    position += static_cast<haddr_t>(n);
    size -= static_cast<std::size_t>(n);
  }
  return 0;
}

herr_t write(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t position, std::size_t size,
             const void* buffer) {
  OpenFile& own = of(file);
  const auto* from = static_cast<const char*>(buffer);
  own.end = std::max(own.end, position + size);
  while (size > 0 && !own.faults->any()) {
    const ssize_t n = ::pwrite(own.descriptor, from, size, static_cast<off_t>(position));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      own.faults->note(errno, position);
      break;
    }
    from += n;
    position += static_cast<haddr_t>(n);
    size -= static_cast<std::size_t>(n);
  }
  return 0;
}

/// Space that was set aside behind the last byte goes back to the file system.
herr_t truncate(H5FD_t* file, hid_t, hbool_t) {
  OpenFile& own = of(file);
  if (!own.faults->any() && ::ftruncate(own.descriptor, static_cast<off_t>(own.allocated)) != 0)
    own.faults->note(errno, own.allocated);
  own.end = own.allocated;
  return 0;
}

H5FD_class_t driver_class() {
  H5FD_class_t driver{};
#if H5_VERSION_GE(1, 13, 0)
  driver.version = H5FD_CLASS_VERSION;
  driver.value = static_cast<H5FD_class_value_t>(H5_VFD_RESERVED + 0x7a1);
#endif
  driver.name = "thalweg";
  driver.maxaddr = static_cast<haddr_t>(INT64_MAX);
  driver.fc_degree = H5F_CLOSE_STRONG;
  driver.fapl_size = sizeof(Access);
  driver.open = open_file;
  driver.close = close_file;
  driver.cmp = compare;
  driver.query = query;
  driver.get_eoa = get_allocated;
  driver.set_eoa = set_allocated;
  driver.get_eof = get_end;
  driver.read = read;
  driver.write = write;
  driver.truncate = truncate;
  const H5FD_mem_t one_file[] = H5FD_FLMAP_DICHOTOMY;
  std::copy(std::begin(one_file), std::end(one_file), std::begin(driver.fl_map));
  return driver;
}

}  // namespace

void WriteFaults::note(int error, std::uint64_t position) {
  if (any()) return;
  error_ = error;
  position_ = position;
}

void WriteFaults::throw_if_any() const {
  if (any())
    throw IoError(fmt::format("writing at byte {} failed: {}", position_, std::strerror(error_)));
}

Handle noting_access(WriteFaults& faults) {
  silence();
  static const H5FD_class_t driver = driver_class();
  static const hid_t id = H5FDregister(&driver);
  Handle list(H5Pcreate(H5P_FILE_ACCESS), "file access");
  const Access access{&faults};
  check(H5Pset_driver(list, id, &access), "file access");
  check(H5Pset_fclose_degree(list, H5F_CLOSE_STRONG), "file access");
  return list;
}

}  // namespace thalweg::io::hdf5
