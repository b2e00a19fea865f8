// SPDX-License-Identifier: Apache-2.0
// OBJ files: what is read of them, and what is said of broken ones.
#include "geometry/obj.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "base/error.hpp"

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

TEST(Obj, BrokenFilesAreRefusedWithTheirLine) {
  EXPECT_EQ(refusal_of("v 0 0 0\nv 0 one 0\n"),
            "c.obj:2  \"one\" stands where a finite number should");
  EXPECT_EQ(refusal_of("v 0 0\n"), "c.obj:1  \"v\" has 2 numbers, not three");
  EXPECT_EQ(refusal_of("v 0 0 nan\n"), "c.obj:1  \"nan\" stands where a finite number should");
  EXPECT_EQ(refusal_of("v 0 0 0\n\nf 1 2 3\n"), "c.obj:3  there is no corner 2: 1 stand above");
  EXPECT_EQ(refusal_of("v 0 0 0\nf 1 0 1\n"), "c.obj:2  there is no corner 0: 1 stand above");
  EXPECT_EQ(refusal_of("v 0 0 0\nf 1 x 1\n"),
            "c.obj:2  \"x\" stands where the number of a corner should");
  EXPECT_EQ(refusal_of("v 0 0 0\nf 1 1\n"), "c.obj:2  a face has 2 corners, not three");
  EXPECT_NE(refusal_of("v 0 0 0\n").find("none of its 1 lines"), std::string::npos);
  EXPECT_NE(refusal_of("").find("is no OBJ file with faces"), std::string::npos);
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
