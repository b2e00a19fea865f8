// SPDX-License-Identifier: Apache-2.0
// PLOT3D grids in all their forms, and neutral maps.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "io/grids/plot3d_form.hpp"
#include "io/grids/structured_grid.hpp"
#include "tests/unit/io/scratch.hpp"

namespace thalweg::io {
namespace {

using plot3d::Coding, plot3d::Form;
using testing::Scratch;

constexpr std::array<std::array<int, 3>, 2> sizes{{{4, 3, 2}, {2, 5, 3}}};

double coordinate(std::size_t block, int axis, int vertex) {
  return static_cast<double>(block) + axis / 4.0 + vertex / 8.0;  // exact in single precision
}

int vertices(const Form& form, std::size_t block) {
  return sizes[block][0] * sizes[block][1] * (form.axes == 3 ? sizes[block][2] : 1);
}

/// Bytes of numbers, with marks around records where there are some.
class Writer {
 public:
  explicit Writer(const Form& form) : form_(form) {}
  template <class T>
  void add(T value) {
    auto raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
    if (form_.is_swapped) std::reverse(raw.begin(), raw.end());
    record_.append(raw.begin(), raw.end());
  }
  void end_record() {
    const std::string record = std::exchange(record_, "");
    const bool has_marks = form_.coding == Coding::records;
    for (const bool is_behind : {false, true}) {
      if (has_marks) add(static_cast<std::int32_t>(record.size()));
      bytes += std::exchange(record_, "") + (is_behind ? "" : record);
    }
  }
  std::string bytes;

 private:
  Form form_;
  std::string record_;
};

std::string binary(const Form& form) {
  Writer out(form);
  const std::size_t blocks = form.has_count ? 2 : 1;
  if (form.has_count) out.add(std::int32_t{2}), out.end_record();
  for (std::size_t b = 0; b < blocks; ++b)
    for (int d = 0; d < form.axes; ++d)
      out.add(std::int32_t{sizes[b][static_cast<std::size_t>(d)]});
  out.end_record();
  for (std::size_t b = 0; b < blocks; ++b) {
    for (int d = 0; d < form.axes; ++d)
      for (int v = 0; v < vertices(form, b); ++v) {
        if (form.width == 4)
          out.add(static_cast<float>(coordinate(b, d, v)));
        else
          out.add(coordinate(b, d, v));
      }
    for (int v = 0; form.has_iblank && v < vertices(form, b); ++v) out.add(std::int32_t{v > 0});
    out.end_record();
  }
  return out.bytes;
}

std::string text(const Form& form) {
  std::ostringstream out;
  const std::size_t blocks = form.has_count ? 2 : 1;
  if (form.has_count) out << "2\n";
  for (std::size_t b = 0; b < blocks; ++b)
    for (int d = 0; d < form.axes; ++d) out << sizes[b][static_cast<std::size_t>(d)] << ' ';
  for (std::size_t b = 0; b < blocks; ++b) {
    for (int d = 0; d < form.axes; ++d)
      for (int v = 0; v < vertices(form, b); ++v)
        out << (v % 4 ? ", " : "\n") << coordinate(b, d, v) << (v % 3 ? "" : "D+00");
    if (form.has_iblank) out << "\n0 " << vertices(form, b) - 1 << "*1\n";
  }
  return out.str();
}

void expect_read(const Form& form, const std::string& bytes) {
  const Scratch scratch;
  testing::put_bytes(scratch / "grid.xyz", bytes);
  const StructuredGrid grid = read_plot3d_grid(scratch / "grid.xyz");
  const std::string what = text_of(form);
  ASSERT_EQ(grid.zones.size(), form.has_count ? 2u : 1u) << what;
  EXPECT_EQ(grid.is_plane, form.axes == 2) << what;
  EXPECT_EQ(grid.notes.size(), form.has_iblank ? 1u : 0u) << what;
  for (std::size_t b = 0; b < grid.zones.size(); ++b) {
    const GridZone& zone = grid.zones[b];
    ASSERT_EQ(zone.vertices,
              (std::array{form.axes == 3 ? sizes[b][2] : 1, sizes[b][1], sizes[b][0]}))
        << what;
    for (int d = 0; d < form.axes; ++d)
      for (int v = 0; v < vertices(form, b); ++v)
        ASSERT_EQ(zone.at[static_cast<std::size_t>(d)][static_cast<std::size_t>(v)],
                  coordinate(b, d, v))
            << what;
  }
}

TEST(Plot3dGrids, AreReadInAllFormsOfBytes) {
  for (const Form& form : plot3d::binary_forms()) expect_read(form, binary(form));
}

TEST(Plot3dGrids, AreReadAsText) {
  for (const bool has_count : {true, false})
    for (const int axes : {3, 2})
      for (const bool has_iblank : {false, true}) {
        const Form form{Coding::text, false, has_count, axes, 8, has_iblank};
        expect_read(form, text(form));
      }
}

void expect_refusal(const std::string& bytes, const std::string& words) {
  const Scratch scratch;
  testing::put_bytes(scratch / "grid.xyz", bytes);
  try {
    read_plot3d_grid(scratch / "grid.xyz");
    ADD_FAILURE() << "it was read";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("grid.xyz: "), std::string::npos) << error.what();
  }
}

TEST(Plot3dGrids, CutOffAreRefusedInAllForms) {
  for (const Form& form : plot3d::binary_forms()) {
    const std::string whole = binary(form);
    expect_refusal(whole.substr(0, whole.size() - 24), "cut off");
  }
  const std::string whole = text({});
  expect_refusal(whole.substr(0, whole.size() - 30), "cut off");
}

TEST(Plot3dGrids, OfSomethingElseAreRefused) {
  expect_refusal("a wing", "no PLOT3D grid");
  expect_refusal(std::string(100, '\0'), "no PLOT3D grid");
  expect_refusal("", "empty");
  expect_refusal(
      "2 2 2\n" +
          [] {
            std::string numbers;
            for (int n = 0; n < 23; ++n) numbers += "1 ";
            return numbers + "nan";
          }(),
      "not finite");
}

/// Two blocks of 4 x 3 x 2 and 2 x 5 x 3 vertices.
StructuredGrid two_blocks() {
  StructuredGrid grid;
  for (const auto& size : sizes) grid.zones.push_back({"block", {size[2], size[1], size[0]}, {}});
  return grid;
}

constexpr const char* sizes_of_map = "# a map\n2\n1 4 3 2\n2 2 5 3  ! with a comment\n";

TEST(NeutralMaps, GiveFamiliesAndConnections) {
  const Scratch scratch;
  testing::put_bytes(scratch / "map.nmf", std::string(sizes_of_map) +
                                              "WALL 1 5 1 2 1 4\n\n"
                                              "one_to_one 1 4 1 3 1 2  2 2 2 1 3 5 TRUE\n");
  StructuredGrid grid = two_blocks();
  add_neutral_map(scratch / "map.nmf", grid);
  ASSERT_EQ(grid.families.size(), 1u);
  EXPECT_EQ(grid.families[0].family, "WALL");
  EXPECT_EQ(grid.families[0].range.begin, (std::array{1, 1, 1}));
  EXPECT_EQ(grid.families[0].range.end, (std::array{4, 1, 2}));  // k, then i
  ASSERT_EQ(grid.connections.size(), 1u);
  const GridConnection& c = grid.connections[0];
  // Face i+ of 3 x 2 vertices (j, k) on a part of face k+ (i, j), exchanged: j on j, k against i.
  EXPECT_EQ(c.range.begin, (std::array{4, 1, 1}));
  EXPECT_EQ(c.range.end, (std::array{4, 3, 2}));
  EXPECT_EQ(c.donor_range.begin, (std::array{2, 3, 3}));
  EXPECT_EQ(c.donor_range.end, (std::array{1, 5, 3}));
  EXPECT_EQ(c.transform, (std::array{0, 2, -1}));
}

TEST(NeutralMaps, WithMistakesAreRefusedWithTheirLine) {
  const std::pair<std::string, std::string> mistakes[] = {
      {"1\n", ":1: the map is of 1 blocks, the grid has 2"},
      {"2\n1 4 3 3\n", ":2: block has 3 vertices along k by the map, and 2 in the grid"},
      {std::string(sizes_of_map) + "WALL 3 1 1 2 1 2\n", ":5: there is no block 3"},
      {std::string(sizes_of_map) + "WALL 1 7 1 2 1 2\n", ":5: there is no face 7"},
      {std::string(sizes_of_map) + "WALL 1 1 1 5 1 3\n", ":5: block has no vertex 5 along i"},
      {std::string(sizes_of_map) + "WALL 1 1 1 4\n", ":5: an end of a range is missing"},
      {std::string(sizes_of_map) + "ONE_TO_ONE 1 4 1 3 1 2  2 2 2 1 3 5 FALSE\n",
       "the range along j has 2 cells, that of the other block along i has 1"},
      {std::string(sizes_of_map) + "ONE_TO_ONE 1 4 1 3 1 2  2 2 2 1 3 5 MAYBE\n",
       "\"MAYBE\" stands where TRUE or FALSE is expected"}};
  for (const auto& [map, words] : mistakes) {
    const Scratch scratch;
    testing::put_bytes(scratch / "map.nmf", map);
    StructuredGrid grid = two_blocks();
    try {
      add_neutral_map(scratch / "map.nmf", grid);
      ADD_FAILURE() << "it was taken: " << words;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace thalweg::io
