// SPDX-License-Identifier: Apache-2.0
// A profile as text for people.
#pragma once

#include <string>

#include "transport/profile/profile.hpp"

namespace thalweg::transport {

/// Tables of paths (latency, bandwidth and switch points by segment, held-out errors), node rates,
/// gaps and exchanges, and the warnings; ends with a line feed.
std::string profile_table(const Profile& profile);

/// "copy, warm buffers, 4 processes"; with memories that are not the host's "(pinned to device)".
std::string path_text(const Path& path);

/// "8 B", "4 KiB", "2896 B", "64 MiB": powers of two by their names, others in three digits.
std::string size_text(std::int64_t bytes);
/// Three digits: "469 ns", "12.1 ms".
std::string time_text(double seconds);
/// "12.6 GB/s"; "-" for no_limit.
std::string rate_text(double bytes_per_second);

}  // namespace thalweg::transport
