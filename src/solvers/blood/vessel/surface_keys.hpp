// SPDX-License-Identifier: Apache-2.0
// What cases say of files of triangles, whether vessels or cells are read from them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "geometry/triangle_surface.hpp"
#include "io/case/case.hpp"

namespace thalweg::blood {

/// The units that a file may be in.
struct LengthUnit {
  const char* name;
  double meters;
};
inline constexpr LengthUnit length_units[] = {{"m", 1}, {"mm", 1e-3}, {"um", 1e-6}};
double meters_of(const std::string& unit);

/// The key PREFIXpath: a file that is there. Nothing where there is a mistake, which goes to the
/// case's diagnostics; so for the next one.
std::optional<std::filesystem::path> read_surface_path(io::Case& input, const std::string& prefix,
                                                       const std::string& meaning);
/// The triangles of that file, in its own unit.
std::optional<geometry::TriangleSurface> read_triangles(io::Case& input, const std::string& prefix,
                                                        const std::filesystem::path& file);
/// PREFIXunit, as the case writes it.
std::string read_length_unit(io::Case& input, const std::string& prefix);
/// PREFIXscale, without the unit, and PREFIXrotation.
geometry::Placement read_scale_and_rotation(io::Case& input, const std::string& prefix);

/// Mistakes where the surface has holes, or where neighbours face opposite sides. advice: how holes
/// are to be closed.
void check_closed(io::Case& input, const std::string& key, const geometry::TriangleSurface& surface,
                  const std::string& advice);

/// "x = 1, y = 2, z = 3 m"
std::string place_in_words(const geometry::Vector& place);

}  // namespace thalweg::blood
