// SPDX-License-Identifier: Apache-2.0
// Simple bodies as triangles, and STL files of them.
#pragma once

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <numbers>
#include <sstream>
#include <string>

#include "geometry/triangle_surface.hpp"

namespace thalweg::testing {

using geometry::TriangleSurface, geometry::Vector;

/// Two triangles between neighbours of two rings of corners, each from its first corner on; the
/// second ring lies on the outward side of the first's sense of turning.
inline void join_rings(TriangleSurface& surface, int first, int second, int around) {
  for (int n = 0; n < around; ++n) {
    const int m = (n + 1) % around;
    surface.triangles.push_back({first + n, first + m, second + m});
    surface.triangles.push_back({first + n, second + m, second + n});
  }
}

inline void add_fan(TriangleSurface& surface, int middle, int ring, int around, bool turned) {
  for (int n = 0; n < around; ++n) {
    const int m = (n + 1) % around;
    if (turned)
      surface.triangles.push_back({middle, ring + m, ring + n});
    else
      surface.triangles.push_back({middle, ring + n, ring + m});
  }
}

/// Along x about the origin, with flat caps; its corners lie on the round tube.
inline TriangleSurface tube(double diameter, double length, int around, int along = 1) {
  TriangleSurface surface;
  for (int k = 0; k <= along; ++k)
    for (int n = 0; n < around; ++n) {
      const double angle = 2 * std::numbers::pi * n / around;
      surface.corners.push_back({length * (static_cast<double>(k) / along - 0.5),
                                 diameter / 2 * std::cos(angle), diameter / 2 * std::sin(angle)});
    }
  for (int k = 0; k < along; ++k) join_rings(surface, k * around, (k + 1) * around, around);
  const int low = static_cast<int>(surface.corners.size());
  surface.corners.push_back({-length / 2, 0, 0});
  surface.corners.push_back({length / 2, 0, 0});
  add_fan(surface, low, 0, around, true);
  add_fan(surface, low + 1, along * around, around, false);
  if (surface.volume() < 0) surface.turn_over();
  return surface;
}

/// About the origin; its corners lie on the sphere, on rings of latitude.
inline TriangleSurface sphere(double radius, int around) {
  TriangleSurface surface;
  const int rings = around / 2 - 1;
  for (int k = 1; k <= rings; ++k)
    for (int n = 0; n < around; ++n) {
      const double polar = std::numbers::pi * k / (rings + 1),
                   angle = 2 * std::numbers::pi * n / around;
      surface.corners.push_back({radius * std::cos(polar),
                                 radius * std::sin(polar) * std::cos(angle),
                                 radius * std::sin(polar) * std::sin(angle)});
    }
  for (int k = 0; k + 1 < rings; ++k) join_rings(surface, k * around, (k + 1) * around, around);
  const int pole = static_cast<int>(surface.corners.size());
  surface.corners.push_back({radius, 0, 0});
  surface.corners.push_back({-radius, 0, 0});
  add_fan(surface, pole, 0, around, true);
  add_fan(surface, pole + 1, (rings - 1) * around, around, false);
  if (surface.volume() < 0) surface.turn_over();
  return surface;
}

/// With enough digits to read the same corners again.
inline std::string stl_text(const TriangleSurface& surface) {
  std::ostringstream text;
  text << std::setprecision(17) << "solid test body\n";
  for (int t = 0; t < static_cast<int>(surface.triangles.size()); ++t) {
    text << "facet normal 0 0 0\nouter loop\n";
    for (int k = 0; k < 3; ++k) {
      const Vector& corner = surface.corner(t, k);
      text << "vertex " << corner[0] << ' ' << corner[1] << ' ' << corner[2] << '\n';
    }
    text << "endloop\nendfacet\n";
  }
  text << "endsolid test body\n";
  return text.str();
}

inline void write_stl(const std::filesystem::path& file, const TriangleSurface& surface) {
  std::ofstream(file) << stl_text(surface);
}

/// An STL file of this process for as long as the object lives.
class StlFile {
 public:
  explicit StlFile(const TriangleSurface& surface)
      : path_(std::filesystem::temp_directory_path() /
              ("thalweg-surface-" + std::to_string(getpid()) + ".stl")) {
    write_stl(path_, surface);
  }
  ~StlFile() { std::filesystem::remove(path_); }
  StlFile(const StlFile&) = delete;
  StlFile& operator=(const StlFile&) = delete;
  std::string path() const { return path_.string(); }
  /// For a case of the solver blood.
  std::string setting() const { return "geometry.path=\"" + path() + "\""; }

 private:
  std::filesystem::path path_;
};

}  // namespace thalweg::testing
