// SPDX-License-Identifier: Apache-2.0
// STL files: what is read of them, and what is said of broken ones.
#include "geometry/stl.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/error.hpp"
#include "geometry/surface_file.hpp"
#include "tests/support/triangulated.hpp"

namespace thalweg::geometry {
namespace {

void append(std::string& bytes, const void* value, std::size_t size) {
  bytes.append(static_cast<const char*>(value), size);
}

std::string binary(const TriangleSurface& surface) {
  std::string bytes(80, 's');
  const auto count = static_cast<std::uint32_t>(surface.triangles.size());
  append(bytes, &count, 4);
  for (int t = 0; t < static_cast<int>(count); ++t) {
    bytes.append(12, '\0');
    for (int k = 0; k < 3; ++k)
      for (const double x : surface.corner(t, k)) {
        const auto single = static_cast<float>(x);
        append(bytes, &single, 4);
      }
    bytes.append(2, '\0');
  }
  return bytes;
}

std::string message_of(const std::string& bytes) {
  try {
    parse_stl(bytes, "v.stl");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Stl, TextKeepsAllDigitsAndSharesCorners) {
  const TriangleSurface body = testing::tube(3.1, 7, 10, 2);
  const TriangleSurface read = parse_stl(testing::stl_text(body), "v.stl");
  EXPECT_EQ(read.corners.size(), body.corners.size());
  ASSERT_EQ(read.triangles.size(), body.triangles.size());
  for (int t = 0; t < static_cast<int>(body.triangles.size()); ++t)
    for (int k = 0; k < 3; ++k) EXPECT_EQ(read.corner(t, k), body.corner(t, k));
}

TEST(Stl, BinaryIsReadWhateverItBeginsWith) {
  const TriangleSurface body = testing::sphere(2, 8);
  std::string bytes = binary(body);
  for (const char* start : {"thing", "solid"}) {
    bytes.replace(0, 5, start);
    const TriangleSurface read = parse_stl(bytes, "v.stl");
    EXPECT_EQ(read.triangles.size(), body.triangles.size());
    EXPECT_EQ(read.corners.size(), body.corners.size());
    EXPECT_NEAR(read.volume(), body.volume(), 1e-6 * body.volume());
  }
}

TEST(Stl, TextMayBeOfSeveralSolidsAndBySpacesOfAnyKind) {
  const std::string body = testing::stl_text(testing::tube(1, 1, 3));
  const TriangleSurface twice = parse_stl("\r\n" + body + "\n\n" + body, "v.stl");
  EXPECT_EQ(twice.triangles.size(), 2u * 12);
  EXPECT_EQ(twice.corners.size(), 8u);
}

TEST(Stl, TextMayBeInCapitals) {
  const TriangleSurface body = testing::tube(1e-3, 1, 3);
  std::string text = testing::stl_text(body);
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  const TriangleSurface read = parse_stl(text, "v.stl");
  EXPECT_EQ(read.corners, parse_stl(testing::stl_text(body), "v.stl").corners);
  EXPECT_EQ(read.triangles, parse_stl(testing::stl_text(body), "v.stl").triangles);
}

TEST(Stl, TrianglesWithoutAreaByEqualCornersAreLeftOut) {
  const std::string flat =
      "facet normal nan nan nan\nouter loop\nvertex 0 0 0\nvertex -0.0 +0 0\nvertex 1 0 0\n"
      "endloop\nendfacet\n";
  std::string text = testing::stl_text(testing::tube(1, 1, 3));
  text.insert(text.find("facet"), flat);
  EXPECT_EQ(parse_stl(text, "v.stl").triangles.size(), 12u);
}

TEST(Stl, BrokenTextIsRefusedWithItsLine) {
  const std::string text = testing::stl_text(testing::tube(1, 1, 3));
  EXPECT_EQ(message_of(text.substr(0, text.find("endloop"))),
            "v.stl:7  the file ends where \"endloop\" should stand: it was cut off");
  std::string wrong = text;
  wrong.replace(text.find("vertex"), 8, "vertex nan ");
  EXPECT_EQ(message_of(wrong), "v.stl:4  \"nan\" stands where a finite number should");
  wrong = text;
  wrong.replace(text.find("outer"), 5, "inner");
  EXPECT_EQ(message_of(wrong), "v.stl:3  \"inner\" stands where \"outer\" should");
  EXPECT_EQ(message_of(""), "v.stl: is empty");
  EXPECT_NE(message_of("solid\nendsolid\n").find("has no triangles"), std::string::npos);
}

TEST(Stl, BrokenBinaryIsRefusedWithItsBytes) {
  const std::string bytes = binary(testing::tube(1, 1, 3));
  const std::string cut = message_of(bytes.substr(0, 200));
  EXPECT_NE(cut.find("12 triangles, as byte 80 says, in 684 bytes, but it has 200"),
            std::string::npos)
      << cut;
  EXPECT_NE(cut.find("does not begin with \"solid\""), std::string::npos) << cut;
  for (const std::size_t size : {50u, 200u}) {
    const std::string begun = message_of(("solid" + bytes.substr(5)).substr(0, size) + '\0');
    EXPECT_NE(begun.find("it holds zero bytes, so it is no text"), std::string::npos) << begun;
  }
  EXPECT_NE(message_of("not a vessel").find("is no STL file: its 12 bytes"), std::string::npos);
  std::string wrong = bytes;
  const float infinite = std::numeric_limits<float>::infinity();
  wrong.replace(84 + 50 + 12 + 4, 4, reinterpret_cast<const char*>(&infinite), 4);
  const std::string message = message_of(wrong);
  EXPECT_NE(message.find("at byte 150, in triangle 2 (of 12), stands inf"), std::string::npos)
      << message;
}

TEST(Stl, MissingFilesAreNamed) {
  EXPECT_THROW(read_surface_file("/nowhere/vessel.stl"), InputError);
}

// Every file of a few bytes changed is read or refused.
TEST(Stl, AnyBytesAreReadOrRefused) {
  const std::string whole[] = {testing::stl_text(testing::tube(1, 1, 3)),
                               binary(testing::tube(1, 1, 3))};
  std::uint32_t state = 1;
  for (int n = 0; n < 4000; ++n) {
    std::string bytes = whole[n % 2];
    for (int changes = 0; changes < 3; ++changes) {
      state = state * 1664525u + 1013904223u;
      bytes[(state >> 8) % bytes.size()] = static_cast<char>(state >> 24);
    }
    if (n % 5 == 0) bytes.resize((state >> 4) % bytes.size());
    try {
      for (const Vector& corner : parse_stl(bytes, "v.stl").corners)
        for (const double x : corner) ASSERT_TRUE(std::isfinite(x));
    } catch (const InputError&) {
    }
  }
}

}  // namespace
}  // namespace thalweg::geometry
