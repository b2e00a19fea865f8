// SPDX-License-Identifier: Apache-2.0
#include "io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace thalweg::io {

namespace {

/// Owns a file descriptor.
struct Descriptor {
  int value;
  Descriptor(const std::filesystem::path& file, int flags) : value(::open(file.c_str(), flags, 0666)) {
    if (value < 0)
      throw IoError(fmt::format("opening {} failed: {}", file.string(), std::strerror(errno)));
  }
  ~Descriptor() { ::close(value); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

void sync(const std::filesystem::path& path) {
  const Descriptor file(path, O_RDONLY);
  if (::fsync(file.value) != 0)
    throw IoError(fmt::format("syncing {} failed: {}", path.string(), std::strerror(errno)));
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

}  // namespace

std::filesystem::path temporary_name(const std::filesystem::path& file) {
  return file.string() + ".part";
}

void reserve_space(const std::filesystem::path& temporary, std::int64_t bytes,
                   const transport::Communicator& comm) {
  together(comm, [&] {
    if (!comm.is_root()) return;
    int failure = 0;
    {
      const Descriptor file(temporary, O_RDWR | O_CREAT | O_TRUNC);
      failure = ::posix_fallocate(file.value, 0, bytes);
    }
    std::filesystem::remove(temporary);
    if (failure != 0 && failure != EOPNOTSUPP && failure != EINVAL)
      throw IoError(fmt::format("writing {} ({} bytes) is not possible: {}", temporary.string(), bytes,
                                std::strerror(failure)));
  });
}

void commit_file(const std::filesystem::path& temporary, const std::filesystem::path& file,
                 const transport::Communicator& comm) {
  together(comm, [&] {
    if (!comm.is_root()) return;
    sync(temporary);
    std::error_code failed;
    std::filesystem::rename(temporary, file, failed);
    if (failed)
      throw IoError(fmt::format("renaming {} failed: {}", temporary.string(), failed.message()));
    sync(folder_of(file));  // the new name itself
  });
}

void write_text(const std::filesystem::path& file, const std::string& text) {
  const auto temporary = temporary_name(file);
  {
    const Descriptor out(temporary, O_WRONLY | O_CREAT | O_TRUNC);
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t n = ::write(out.value, text.data() + done, text.size() - done);
      if (n < 0 && errno != EINTR)
        throw IoError(fmt::format("writing {} failed: {}", file.string(), std::strerror(errno)));
      if (n > 0) done += static_cast<std::size_t>(n);
    }
  }
  std::filesystem::rename(temporary, file);
}

}  // namespace thalweg::io
