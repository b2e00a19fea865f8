// SPDX-License-Identifier: Apache-2.0
// A look at the text of a case before the TOML parser sees it, for what toml++ 3.3 would not
// survive.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace thalweg::io {

/// What is wrong with the syntax of a text.
struct SyntaxFault {
  int line = 0;
  std::string reason;
};

/// How deep brackets and dotted keys may nest. Parsing and freeing a document recurse by its
/// depth, and a hostile line of a million dots would exhaust the stack.
inline constexpr std::size_t deepest_nesting = 32;

/// The first place that nests too deep, or at which the parser runs into undefined behaviour: a
/// header that begins with no name ("[{"), brackets that do not match, half a time of day after a
/// date, and letters beyond ASCII where it looks for blanks. Also a quote inside a word, which
/// could hide one of these. Says nothing of other errors, which the parser finds.
std::optional<SyntaxFault> scan(std::string_view text);

}  // namespace thalweg::io
