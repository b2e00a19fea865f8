// SPDX-License-Identifier: Apache-2.0
// Files that are either whole or not there: written under a temporary name, synced, renamed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "io/files/together.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::io {

/// Where a file is written before it gets its name: the name with ".part" added.
std::filesystem::path temporary_name(const std::filesystem::path& file);

/// Remove the temporary files that a killed run left in a folder, if there is such a folder. Not
/// collective. Throws IoError.
void remove_temporary_files(const std::filesystem::path& folder);

/// Write a small text file whole, at once or not at all; its folder is made where it is missing.
/// Not collective. Throws IoError, and then an old file of that name is as it was.
void write_text(const std::filesystem::path& file, const std::string& text);

/// A file descriptor with checked calls. Not collective. Every call throws IoError with the file's
/// name and the system's reason.
class Descriptor {
 public:
  /// flags: of open(2).
  Descriptor(std::filesystem::path file, int flags);
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&&) = delete;

  /// Write all of it at the present position.
  void write(const char* data, std::size_t bytes);
  void write(const std::string& text) { write(text.data(), text.size()); }
  /// Make sure that the file can grow to so many bytes, so that writing up to there cannot fail for
  /// want of space. Where the file system cannot promise that, the free space is compared.
  void reserve(std::int64_t bytes);
  void cut(std::int64_t bytes);
  void seek(std::int64_t position);
  void sync();

 private:
  [[noreturn]] void fail(const std::string& action, int error) const;
  std::filesystem::path file_;
  int value_;
};

/// Sync a closed temporary file to disk and give it its name. Collective; throws IoError on all
/// ranks.
void commit_file(const std::filesystem::path& temporary, const std::filesystem::path& file,
                 const transport::Communicator& comm);

}  // namespace thalweg::io
