// SPDX-License-Identifier: Apache-2.0
// Small text files that the program keeps for its user between runs.
#pragma once

#include <filesystem>
#include <string>

namespace thalweg {

/// $XDG_CACHE_HOME/thalweg, else ~/.cache/thalweg; empty where neither variable is set.
std::filesystem::path cache_folder();

/// All of a file; empty where it cannot be read.
std::string read_text(const std::filesystem::path& file);

/// Throws IoError where write_whole() would, as far as can be known before there is a text to
/// write; makes the file's folder.
void require_writable(const std::filesystem::path& file);

/// Write a file by a temporary name and a rename, so that programs side by side never see half of
/// it; makes its folder. Links stay, and what they lead to is written; pipes and devices are
/// written as they are. Throws IoError, and then an old file of that name is as it was.
void write_whole(const std::filesystem::path& file, const std::string& text);

}  // namespace thalweg
