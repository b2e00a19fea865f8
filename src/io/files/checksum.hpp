// SPDX-License-Identifier: Apache-2.0
// Whether a file is still the one that it was.
#pragma once

#include <filesystem>
#include <string>

namespace thalweg::io {

/// The XXH3 of all of a file's bytes and its size, as text: "3f0c...(16 digits), 120 bytes". Not
/// collective. Throws IoError if it cannot be read.
std::string checksum_text(const std::filesystem::path& file);

}  // namespace thalweg::io
