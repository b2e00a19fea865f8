// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include "base/error.hpp"
#include "io/grids/plot3d_form.hpp"
#include "io/grids/plot3d_text.hpp"

namespace thalweg::io {

namespace {

using plot3d::Binary, plot3d::Form, plot3d::Sizes;

std::string bytes_of_file(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) throw InputError("there is no such file");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError("the file cannot be opened");
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (bytes.empty()) throw InputError("the file is empty");
  return bytes;
}

void finish(StructuredGrid& grid) {
  grid.is_plane = std::all_of(grid.zones.begin(), grid.zones.end(),
                              [](const GridZone& zone) { return zone.vertices[0] == 1; });
  for (const GridZone& zone : grid.zones) {
    if (!grid.is_plane && zone.vertices[0] == 1)
      throw InputError(zone.name + " has one vertex along k, and others have more");
    for (std::size_t n = 0; n < 3; ++n)
      for (const double v : zone.at[n])
        if (!std::isfinite(v)) throw InputError(zone.name + " has coordinates that are not finite");
  }
}

StructuredGrid read_binary(const std::string& bytes, const Form& form, const Sizes& sizes) {
  const Binary file(bytes, form);
  StructuredGrid grid;
  std::int64_t blanked = 0;
  for (std::size_t b = 0; b < sizes.size(); ++b) {
    GridZone zone = plot3d::empty_zone(sizes, b);
    std::int64_t at = file.begin_of(sizes, b);
    for (std::size_t n = 0; n < 3; ++n)
      for (std::int64_t v = 0; v < zone.size(); ++v) {
        const bool has_axis = static_cast<int>(n) < form.axes;
        zone.at[n].push_back(has_axis ? file.value(at) : 0);
        if (has_axis) at += form.width;
      }
    for (std::int64_t v = 0; form.has_iblank && v < zone.size(); ++v, at += 4)
      blanked += file.integer(at) == 0;
    grid.zones.push_back(std::move(zone));
  }
  plot3d::note_blanked(grid, blanked);
  return grid;
}

StructuredGrid binary_grid(const std::string& bytes) {
  std::string nearest = plot3d::none;
  for (const Form& form : plot3d::binary_forms()) {
    const Binary file(bytes, form);
    const std::optional<Sizes> sizes = file.sizes();
    if (!sizes || !file.has_marks(*sizes)) continue;
    const std::int64_t needed = file.bytes_needed(*sizes);
    if (needed == static_cast<std::int64_t>(bytes.size())) return read_binary(bytes, form, *sizes);
    if (nearest == plot3d::none && needed > static_cast<std::int64_t>(bytes.size()))
      nearest =
          fmt::format("the file is cut off, or no PLOT3D grid: it has {} bytes; as {} ({}) it "
                      "would have {}",
                      bytes.size(), text_of(form), plot3d::size_text(*sizes), needed);
  }
  throw InputError(nearest);
}

/// Whether a file's beginning is made of letters.
bool is_text(const std::string& bytes) {
  constexpr std::size_t enough = 4096;
  return std::all_of(bytes.begin(),
                     bytes.begin() + static_cast<std::ptrdiff_t>(std::min(enough, bytes.size())),
                     [](char c) { return (c >= ' ' && c < 127) || (c >= '\t' && c <= '\r'); });
}

}  // namespace

StructuredGrid read_plot3d_grid(const std::filesystem::path& file) {
  try {
    const std::string bytes = bytes_of_file(file);
    StructuredGrid grid = is_text(bytes) ? plot3d::text_grid(bytes) : binary_grid(bytes);
    finish(grid);
    return grid;
  } catch (const InputError& error) {
    throw InputError(file.string() + ": " + error.what() + ". Nothing was run.");
  }
}

}  // namespace thalweg::io
