// SPDX-License-Identifier: Apache-2.0
// A look at the text of a case before the TOML parser sees it.
#pragma once

#include <string_view>

namespace thalweg::io {

/// How deep brackets and dotted keys may nest. Parsing and freeing a document recurse by its
/// depth, and a hostile line of a million dots would exhaust the stack.
inline constexpr int deepest_nesting = 32;

/// The first line whose brackets or dotted key nest deeper than that; 0 if there is none.
int line_nested_too_deep(std::string_view text);

/// True if the bytes are UTF-8.
bool is_utf8(std::string_view text);

}  // namespace thalweg::io
