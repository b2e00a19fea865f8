// SPDX-License-Identifier: Apache-2.0
#include "io/files/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "base/error.hpp"

namespace thalweg::io {

namespace fs = std::filesystem;

namespace {

constexpr const char* temporary_ending = ".part";

/// A write beyond the process's file size limit then fails with an error code, as on a full disk,
/// instead of ending the process. A handler that somebody else has set stays.
void ignore_file_size_signal() {
  static const bool done = [] {
    struct sigaction old {};
    if (sigaction(SIGXFSZ, nullptr, &old) == 0 && old.sa_handler == SIG_DFL)
      std::signal(SIGXFSZ, SIG_IGN);
    return true;
  }();
  static_cast<void>(done);
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

}  // namespace

Descriptor::Descriptor(fs::path file, int flags) : file_(std::move(file)) {
  ignore_file_size_signal();
  value_ = ::open(file_.c_str(), flags | O_CLOEXEC, 0666);
  if (value_ < 0) fail("opening", errno);
}

Descriptor::~Descriptor() {
  if (value_ >= 0) ::close(value_);
}

Descriptor::Descriptor(Descriptor&& other) noexcept
    : file_(std::move(other.file_)), value_(std::exchange(other.value_, -1)) {}

void Descriptor::write(const char* data, std::size_t bytes) {
  while (bytes > 0) {
    const ssize_t n = ::write(value_, data, bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("writing", errno);
    data += n;
    bytes -= static_cast<std::size_t>(n);
  }
}

void Descriptor::reserve(std::int64_t bytes) {
  int status = 0;
  do status = ::fallocate(value_, 0, 0, bytes);
  while (status != 0 && errno == EINTR);
  if (status == 0) return;
  if (errno != EOPNOTSUPP) fail(fmt::format("reserving {} bytes for", bytes), errno);
  struct stat now {};
  struct statvfs disk {};
  if (::fstat(value_, &now) != 0 || ::fstatvfs(value_, &disk) != 0) fail("examining", errno);
  if (disk.f_blocks == 0) return;  // a file system that knows no size, like ramfs
  const auto available = static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize);
  if (static_cast<double>(bytes) > available + 512.0 * static_cast<double>(now.st_blocks))
    fail(fmt::format("reserving {} bytes for", bytes), ENOSPC);
}

void Descriptor::cut(std::int64_t bytes) {
  if (::ftruncate(value_, bytes) != 0) fail("cutting", errno);
}

void Descriptor::seek(std::int64_t position) {
  if (::lseek(value_, position, SEEK_SET) < 0) fail("seeking in", errno);
}

void Descriptor::sync() {
  // A folder on some network file systems cannot be synced, and says so by EINVAL.
  if (::fsync(value_) != 0 && errno != EINVAL) fail("syncing", errno);
}

void Descriptor::fail(const std::string& action, int error) const {
  throw IoError(fmt::format("{} {} failed: {}", action, file_.string(), std::strerror(error)));
}

fs::path temporary_name(const fs::path& file) { return file.string() + temporary_ending; }

void remove_temporary_files(const fs::path& folder) {
  try {
    if (!fs::is_directory(folder)) return;
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == temporary_ending) fs::remove(entry.path());
  } catch (const fs::filesystem_error& error) {
    throw IoError(fmt::format("removing temporary files failed: {}", error.what()));
  }
}

namespace {

void rename_synced(const fs::path& temporary, const fs::path& file) {
  std::error_code failed;
  if (fs::is_other(file, failed))
    throw IoError(
        fmt::format("writing {} failed: it is a device or a pipe, whose place a file would "
                    "take. Name a file",
                    file.string()));
  fs::rename(temporary, file, failed);
  if (failed)
    throw IoError(fmt::format("renaming {} to {} failed: {}", temporary.string(),
                              file.filename().string(), failed.message()));
  Descriptor(folder_of(file), O_RDONLY | O_DIRECTORY).sync();  // the new name itself
}

}  // namespace

void write_text(const fs::path& file, const std::string& text) {
  const fs::path temporary = temporary_name(file);
  try {
    fs::create_directories(folder_of(file));
    Descriptor out(temporary, O_WRONLY | O_CREAT | O_TRUNC);
    out.write(text);
    out.sync();
    rename_synced(temporary, file);
  } catch (const std::exception& error) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw IoError(error.what());
  }
}

void commit_file(const fs::path& temporary, const fs::path& file,
                 const transport::Communicator& comm) {
  // Each node holds the pages that its own ranks wrote.
  together(comm, [&] {
    if (comm.node_rank() == 0) Descriptor(temporary, O_RDWR).sync();
  });
  on_root(comm, [&] { rename_synced(temporary, file); });
}

}  // namespace thalweg::io
