// SPDX-License-Identifier: Apache-2.0
#include "io/fields/block_checks.hpp"

#include <set>

#include "base/error.hpp"
#include "io/fields/cgns.hpp"

namespace thalweg::io {

std::array<std::int64_t, 3> with_corners(std::array<std::int64_t, 3> cells) {
  for (std::int64_t& n : cells) ++n;
  return cells;
}

std::int64_t product(const std::array<std::int64_t, 3>& extents) {
  return extents[0] * extents[1] * extents[2];
}

void require_names(const BlockLayout& layout) {
  std::set<std::string> seen;
  for (const auto& [name, cells] : layout.blocks)
    if (name.empty() || name.size() > cgns::longest_name || name.find('/') != std::string::npos ||
        !seen.insert(name).second)
      throw InputError("blocks need names to be written: 1 to 32 characters, no slash, each "
                       "another; there is \"" +
                       name + "\"");
}

void require_vertices(const BlockLayout& layout, const BlockVertices& vertices) {
  std::int64_t corners = 0;
  for (const BlockPart& part : layout.parts) corners += product(with_corners(part.cells));
  for (const auto* axis : {&vertices.x, &vertices.y, &vertices.z})
    TW_CHECK(static_cast<std::int64_t>(axis->size()) == corners, "each vertex has a place");
}

void require_values(const BlockLayout& layout, const BlockField& field) {
  const std::size_t size = std::visit([](const auto& v) { return v.size(); }, field.values);
  const bool fits = static_cast<std::int64_t>(size) == layout.size() * field.components &&
                    (field.components == 1 || field.components == 3);
  TW_CHECK(fits, "\"" + field.name + "\" has 1 or 3 values for every cell");
}

}  // namespace thalweg::io
