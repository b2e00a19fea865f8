// SPDX-License-Identifier: Apache-2.0
// Files as other programs write them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace thalweg::io::testing {

/// A plain HDF5 file with one dataset of doubles: value = flat index. Written by rank 0;
/// collective.
void write_plain(const std::filesystem::path& file, const std::string& name,
                 const std::vector<std::int64_t>& extents);
/// A file with chunks, compressed, of 32-bit integers.
void write_compressed(const std::filesystem::path& file, const std::string& name,
                      const std::vector<std::int64_t>& extents);
/// A plain file whose dataset holds texts.
void write_texts(const std::filesystem::path& file, const std::string& name);
/// Change an integer attribute of the root group in place.
void set_integer(const std::filesystem::path& file, const std::string& name, std::int64_t value);

}  // namespace thalweg::io::testing
