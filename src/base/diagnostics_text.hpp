// SPDX-License-Identifier: Apache-2.0
// Text of a user's input as messages may show it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace thalweg {

/// Text that is safe on a terminal and always UTF-8: control characters and bytes that are not
/// UTF-8 become \xNN.
std::string printable(std::string_view text);
/// At most `limit` bytes of text, on one line, ended by "..." where it was cut.
std::string shortened(std::string_view text, std::size_t limit);
/// True if the bytes are UTF-8.
bool is_utf8(std::string_view text);

}  // namespace thalweg
