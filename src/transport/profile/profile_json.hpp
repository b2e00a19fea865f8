// SPDX-License-Identifier: Apache-2.0
// What the reader and the writer of profiles share.
#pragma once

#include <string>

namespace thalweg::transport {

/// 16 hexadecimal digits: XXH3 of a profile's JSON in one line with sorted keys and without the
/// checksum itself. The text must be valid JSON.
std::string profile_checksum(const std::string& text);

}  // namespace thalweg::transport
