// SPDX-License-Identifier: Apache-2.0
#include "geometry/surface_file.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <string>

#include "base/error.hpp"
#include "geometry/obj.hpp"
#include "geometry/stl.hpp"

namespace thalweg::geometry {

TriangleSurface read_surface_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file))
    throw InputError("there is no file " + file.string() + " that can be read");
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
  return ending == ".obj" ? parse_obj(bytes, file.string()) : parse_stl(bytes, file.string());
}

}  // namespace thalweg::geometry
