// SPDX-License-Identifier: Apache-2.0
// Samples of a signal from a file.
#pragma once

#include <filesystem>
#include <vector>

namespace thalweg::sound {

/// A NumPy file of one axis, or a text file with one number per line; lines that begin with # are
/// left out. Throws InputError.
std::vector<double> read_signal_file(const std::filesystem::path& file);

}  // namespace thalweg::sound
