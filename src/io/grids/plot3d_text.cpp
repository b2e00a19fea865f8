// SPDX-License-Identifier: Apache-2.0
#include "io/grids/plot3d_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/error.hpp"

namespace thalweg::io::plot3d {

GridZone empty_zone(const Sizes& sizes, std::size_t block) {
  const auto& size = sizes[block];
  return {"block " + std::to_string(block + 1),
          {static_cast<int>(size[2]), static_cast<int>(size[1]), static_cast<int>(size[0])},
          {}};
}

void note_blanked(StructuredGrid& grid, std::int64_t blanked) {
  if (blanked > 0)
    grid.notes.push_back(
        fmt::format("{} vertices are blanked (iblank 0), which has no effect here", blanked));
}

std::string size_text(const Sizes& sizes) {
  return fmt::format("{} block{}, the first of {} x {} x {} vertices", sizes.size(),
                     sizes.size() == 1 ? "" : "s", sizes[0][0], sizes[0][1], sizes[0][2]);
}

namespace {

/// Numbers between blanks and commas; n*v is n times v. Empty where there is something else.
std::vector<double> numbers_of(const std::string& text) {
  std::vector<double> all;
  const char* at = text.c_str();
  const char* const end = at + text.size();
  while (true) {
    while (at < end && (std::isspace(static_cast<unsigned char>(*at)) || *at == ',')) ++at;
    if (at >= end) return all;
    char* behind = nullptr;
    double value = std::strtod(at, &behind);
    std::size_t times = 1;
    if (behind != at && *behind == '*') {
      constexpr double most = 1e8;
      if (!(value >= 1 && value <= most)) return {};
      times = static_cast<std::size_t>(value);
      at = behind + 1;
      value = std::strtod(at, &behind);
    }
    if (behind == at) return {};
    // Exponents of double precision in Fortran: 1.5D-3.
    if (behind < end && (*behind == 'D' || *behind == 'd')) {
      char* exponent = nullptr;
      const long power = std::strtol(behind + 1, &exponent, 10);
      value *= std::pow(10.0, static_cast<double>(power));
      behind = exponent;
    }
    all.insert(all.end(), times, value);
    at = behind;
  }
}

std::optional<Sizes> sizes_of(const std::vector<double>& numbers, const Form& form) {
  constexpr double most = 1 << 24;
  std::size_t at = form.has_count ? 1 : 0;
  const double blocks = form.has_count ? numbers.front() : 1;
  if (!(blocks >= 1 && blocks <= most) || blocks != std::floor(blocks)) return std::nullopt;
  Sizes all;
  for (int b = 0; b < static_cast<int>(blocks); ++b) {
    std::array<std::int64_t, 3> size{1, 1, 1};
    for (int d = 0; d < form.axes; ++d, ++at) {
      if (at >= numbers.size() || !(numbers[at] >= (d < 2 ? 2 : 1) && numbers[at] <= most) ||
          numbers[at] != std::floor(numbers[at]))
        return std::nullopt;
      size[static_cast<std::size_t>(d)] = static_cast<std::int64_t>(numbers[at]);
    }
    if (static_cast<double>(size[0]) * static_cast<double>(size[1]) * static_cast<double>(size[2]) >
        most_of_block)
      return std::nullopt;
    all.push_back(size);
  }
  return all;
}

std::size_t header_of(const Sizes& sizes, const Form& form) {
  return (form.has_count ? 1 : 0) + sizes.size() * static_cast<std::size_t>(form.axes);
}

std::size_t numbers_needed(const Sizes& sizes, const Form& form) {
  std::size_t count = header_of(sizes, form);
  for (const auto& s : sizes)
    count += static_cast<std::size_t>(s[0] * s[1] * s[2] * (form.axes + form.has_iblank));
  return count;
}

StructuredGrid read_text(const std::vector<double>& numbers, const Form& form, const Sizes& sizes) {
  StructuredGrid grid;
  auto at = numbers.begin() + static_cast<std::ptrdiff_t>(header_of(sizes, form));
  std::int64_t blanked = 0;
  for (std::size_t b = 0; b < sizes.size(); ++b) {
    GridZone zone = empty_zone(sizes, b);
    for (std::size_t n = 0; n < 3; ++n) {
      zone.at[n].resize(static_cast<std::size_t>(zone.size()));
      if (static_cast<int>(n) >= form.axes) continue;
      std::copy_n(at, zone.size(), zone.at[n].begin());
      at += zone.size();
    }
    if (form.has_iblank) blanked += std::count(at, at + zone.size(), 0.0), at += zone.size();
    grid.zones.push_back(std::move(zone));
  }
  note_blanked(grid, blanked);
  return grid;
}

}  // namespace

StructuredGrid text_grid(const std::string& bytes) {
  const std::vector<double> numbers = numbers_of(bytes);
  std::string nearest = none;
  std::size_t least = 0;
  for (const bool has_count : {true, false})
    for (const int axes : {3, 2})
      for (const bool has_iblank : {false, true}) {
        const Form form{Coding::text, false, has_count, axes, 8, has_iblank};
        const auto sizes = numbers.empty() ? std::nullopt : sizes_of(numbers, form);
        if (!sizes) continue;
        const std::size_t needed = numbers_needed(*sizes, form);
        if (needed == numbers.size()) return read_text(numbers, form, *sizes);
        if (needed < numbers.size() || (least > 0 && needed > least)) continue;
        least = needed;
        nearest = fmt::format("the file is cut off, or no PLOT3D grid: it has {} numbers; as {} "
                              "({}) it would have {}",
                              numbers.size(), text_of(form), size_text(*sizes), needed);
      }
  throw InputError(nearest);
}

}  // namespace thalweg::io::plot3d
