// SPDX-License-Identifier: Apache-2.0
// OBJ files: what is read of them, and what is said of broken ones.
#include "geometry/obj.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "base/error.hpp"
#include "geometry/openings.hpp"
#include "geometry/surface_faults.hpp"
#include "geometry/triangle_distance.hpp"

namespace thalweg::geometry {
namespace {

// A pyramid on a square, which is one face; the apex stands twice, as where textures have a seam.
const std::string pyramid = R"(# made by hand
mtllib paint.mtl
o pyramid
v 0 0 0 1.0
v 2 0 0
v 2 2 0
v 0 2 0 0.5 0.5 0.5
v 1 1 3
v 1 1 3
vn 0 0 1
f 4 3 2 1
f 1/1 2/2 5/3
f 2//1 3//1 5//1
usemtl red
f 3/1/1 4/2/1 6/3/1
f -3 -6 -1
)";

// 40 long on an L of six corners, along x. Its caps are faces that begin with any of them.
std::string l_prism(int first) {
  std::string text, low = "f", high = "f";
  for (const int x : {0, 40})
    for (const char* place : {"0 0", "20 0", "20 10", "10 10", "10 20", "0 20"})
      text += fmt::format("v {} {}\n", x, place);
  for (int n = 0; n < 6; ++n) {
    low += fmt::format(" {}", (first + 5 - n) % 6 + 1);
    high += fmt::format(" {}", (first + n) % 6 + 7);
    text += fmt::format("f {} {} {} {}\n", n + 1, (n + 1) % 6 + 1, (n + 1) % 6 + 7, n + 7);
  }
  return text + low + '\n' + high + '\n';
}

std::string refusal_of(const std::string& bytes) {
  try {
    parse_obj(bytes, "c.obj");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Obj, FacesOfAnyFormAreRead) {
  const TriangleSurface read = parse_obj(pyramid, "c.obj");
  EXPECT_EQ(read.corners.size(), 5u);
  EXPECT_EQ(read.triangles.size(), 6u);
  EXPECT_NEAR(read.volume(), 4, 1e-14);
}

TEST(Obj, LinesMayEndAsOnWindows) {
  std::string text;
  for (const char c : pyramid) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_NEAR(parse_obj(text, "c.obj").volume(), 4, 1e-14);
}

TEST(Obj, ConcaveFacesAreFilledFromAnyCorner) {
  for (int first = 0; first < 6; ++first) {
    const TriangleSurface prism = parse_obj(l_prism(first), "l.obj");
    EXPECT_EQ(prism.triangles.size(), 2u * 6 + 2 * 4);
    EXPECT_NEAR(prism.area(), 2 * 300 + 80 * 40, 1e-9) << first;
    EXPECT_NEAR(prism.volume(), 300 * 40, 1e-9);
    EXPECT_TRUE(faults_of(prism).none());
    const std::vector<Opening> ends = find_openings(prism);
    ASSERT_GE(ends.size(), 2u);
    for (const Opening& end : {ends[0], ends[1]}) {
      EXPECT_NEAR(end.area, 300, 1e-9) << first;
      EXPECT_NEAR(distance(end.center, {end.is_high ? 40.0 : 0.0, 25.0 / 3, 25.0 / 3}), 0, 1e-9);
      EXPECT_NEAR(end.normal[0], end.is_high ? 1 : -1, 1e-12);
    }
    double nearest = std::numeric_limits<double>::infinity();
    for (int t = 0; t < static_cast<int>(prism.triangles.size()); ++t)
      nearest = std::min(nearest, distance_to_triangle({0, 14, 13}, prism.corner(t, 0),
                                                       prism.corner(t, 1), prism.corner(t, 2)));
    EXPECT_NEAR(nearest, 3, 1e-9) << first;  // in the notch
  }
}

// Faces across x, y, z and none of them, turned either way, with corners that are not quite planar.
TEST(Obj, ConcaveFacesMayLieAnyhow) {
  for (const Vector& turned : {Vector{}, {90, 0, 0}, {0, 90, 0}, {180, 0, 0}, {30, 50, 70}}) {
    TriangleSurface arrow{{{0, 0, 0}, {4, 3, 1e-7}, {0, 6, 0}, {2, 3, 0}}, {}};
    place(arrow, {.rotation = turned});
    std::string text;
    for (const auto& [x, y, z] : arrow.corners)
      text += fmt::format("v {:.17g} {:.17g} {:.17g}\n", x, y, z);
    for (const char* face : {"f 1 2 3 4\n", "f 3 4 1 2\n", "f 2 3 4 1\n"})
      EXPECT_NEAR(parse_obj(text + face, "a.obj").area(), 6, 1e-6) << face;
  }
}

TEST(Obj, FacesThatNeedNoCareAreCutFromTheirFirstCorner) {
  const TriangleSurface pentagon =
      parse_obj("v 0 0 0\nv 2 0 0\nv 3 2 0\nv 1 3 0\nv -1 2 0\nf 1 2 3 4 5\n", "p.obj");
  EXPECT_EQ(pentagon.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
}

TEST(Obj, NumbersMayHaveASign) {
  const TriangleSurface read = parse_obj("v +10.0 -2 0\nv 1 0 +0\nv 0 1 0\nf 1 2 3\n", "s.obj");
  EXPECT_EQ(read.corners[0], (Vector{10, -2, 0}));
}

TEST(Obj, BrokenFilesAreRefusedWithTheirLine) {
  EXPECT_EQ(refusal_of("v 0 0 0\nv 0 one 0\n"),
            "c.obj:2  \"one\" stands where a finite number should");
  EXPECT_EQ(refusal_of("v 0 0 +-1\n"), "c.obj:1  \"+-1\" stands where a finite number should");
  EXPECT_EQ(refusal_of("v 0 0\n"), "c.obj:1  \"v\" has 2 numbers, not three");
  EXPECT_EQ(refusal_of("v 0 0 nan\n"), "c.obj:1  \"nan\" stands where a finite number should");
  EXPECT_EQ(refusal_of("v 0 0 0\n\nf 1 2 3\n"), "c.obj:3  there is no corner 2: 1 stand above");
  EXPECT_EQ(refusal_of("v 0 0 0\nf 1 0 1\n"), "c.obj:2  there is no corner 0: 1 stand above");
  EXPECT_EQ(refusal_of("v 0 0 0\nf 1 x 1\n"),
            "c.obj:2  \"x\" stands where the number of a corner should");
  EXPECT_EQ(refusal_of("v 0 0 0\nf 1 1\n"), "c.obj:2  a face has 2 corners, not three");
  EXPECT_EQ(refusal_of("v 0 2 0\nv 3 2 0\nv 3 1 0\nv 2 0 0\nv 2 4 0\nf 1 2 3 4 5\n"),
            "c.obj:6  the rim of a face with 5 corners crosses itself");
  EXPECT_NE(refusal_of("v 0 0 0\n").find("none of its 1 lines"), std::string::npos);
  EXPECT_NE(refusal_of("").find("is no OBJ file with faces"), std::string::npos);
}

// The two halves of a bow tie turn opposite ways: as large as each other, or not.
TEST(Obj, FacesWhoseRimsCrossAreRefused) {
  for (const char* last : {"v 0 1 0\n", "v 0 2 0\n", "v 0 0.5 0.1\n"})
    for (const char* face : {"f 1 2 3 4\n", "f 2 3 4 1\n", "f 4 3 2 1\n"})
      EXPECT_EQ(refusal_of(std::string("v 0 0 0\nv 1 1 0\nv 1 0 0\n") + last + face),
                "c.obj:5  the rim of a face with 4 corners crosses itself")
          << last << face;
  EXPECT_EQ(refusal_of("v 1 0 0\nv -0.8 0.6 0\nv 0.3 -0.9 0\nv 0.3 0.9 0\nv -0.8 -0.6 0\n"
                       "f 1 2 3 4 5\n"),
            "c.obj:6  the rim of a face with 5 corners crosses itself");
}

// Every file of a few bytes changed is read or refused.
TEST(Obj, AnyBytesAreReadOrRefused) {
  std::uint32_t random = 1;
  for (int trial = 0; trial < 2000; ++trial) {
    std::string bytes = pyramid;
    for (int change = 0; change < 3; ++change) {
      random = random * 1664525u + 1013904223u;
      bytes[(random >> 8) % bytes.size()] = static_cast<char>(random >> 3);
    }
    try {
      parse_obj(bytes, "c.obj");
    } catch (const InputError&) {
    }
  }
}

}  // namespace
}  // namespace thalweg::geometry
