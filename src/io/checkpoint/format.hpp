// SPDX-License-Identifier: Apache-2.0
// What the writer and the reader of checkpoints share: names and version of the file's layout.
//   /            attributes format, format_version, kind
//   /state       attributes: the solver's numbers and texts
//   /texts/NAME  datasets of bytes, each with the attribute checksum (XXH3)
//   /arrays/NAME datasets of 4 dimensions, each with the attribute checksum (row_hash.hpp)
#pragma once

#include <cstdint>

namespace thalweg::io::checkpoint_format {

inline constexpr const char* name = "thalweg checkpoint";
/// Goes up with every change that an older program would misread.
inline constexpr std::int64_t version = 2;

}  // namespace thalweg::io::checkpoint_format
