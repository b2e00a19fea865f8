// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace thalweg::flow {

bool can_be_written(const std::string& name) {
  constexpr std::string_view others = ",/\\\"'`";
  return !name.empty() && std::none_of(name.begin(), name.end(), [&](char c) {
    const auto code = static_cast<unsigned char>(c);
    return code < 0x20 || code == 0x7f || others.find(c) != std::string_view::npos;
  });
}

void require_word(io::Case& input, const std::string& key, const std::string& name) {
  if (!can_be_written(name) || name.find_first_of(". ") != std::string::npos)
    input.error(key, "must be a word without '.', ',', '/', quotes and blanks");
}

std::vector<std::string> read_different(io::Case& input, const std::string& key,
                                        const std::string& meaning) {
  std::vector<std::string> names = input.texts(key, {}, meaning);
  for (std::size_t n = 0; n < names.size(); ++n)
    if (std::count(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(n), names[n]) == 1)
      input.error(key, fmt::format("names \"{}\" twice", names[n]));
  return names;
}

std::string wall_table_name(const std::string& family) { return "wall_" + family; }

}  // namespace thalweg::flow
