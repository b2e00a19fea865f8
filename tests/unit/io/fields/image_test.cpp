// SPDX-License-Identifier: Apache-2.0
// Fields written and read on any number of ranks, and files of other programs.
#include "io/fields/image.hpp"

#include <algorithm>

#include "tests/unit/io/hdf5/hdf5_samples.hpp"
#include "tests/unit/io/scratch.hpp"

namespace thalweg::io::testing {
namespace {

const ImageGrid grid{{5, 4, 3}, {0.5, 0.25, 0.125}, {-1, -2, -3}};

/// How the 5 planes are dealt out.
std::pair<std::int64_t, std::int64_t> even_planes(std::int64_t planes) {
  const std::int64_t rank = world().rank(), size = world().size();
  return {planes * rank / size, planes * (rank + 1) / size};
}
std::pair<std::int64_t, std::int64_t> planes_of_last_rank(std::int64_t planes) {
  return world().rank() == world().size() - 1 ? std::pair{std::int64_t{0}, planes}
                                              : std::pair{planes, planes};
}

/// value = flat index in (z, y, x, component), over 7.
template <class T>
ImageField field(const std::string& name, int components,
                 std::pair<std::int64_t, std::int64_t> planes) {
  const std::int64_t plane = grid.points[1] * grid.points[2] * components;
  std::vector<T> values(static_cast<std::size_t>((planes.second - planes.first) * plane));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<T>(planes.first * plane + static_cast<std::int64_t>(i)) / T(7);
  return {name, "m/s", components, planes.first, planes.second, std::move(values)};
}

template <class T>
void expect_field(const ImageField& found, int components,
                  std::pair<std::int64_t, std::int64_t> planes) {
  const ImageField expected = field<T>(found.name, components, planes);
  const auto& stored = std::get<std::vector<T>>(expected.values);
  EXPECT_EQ(std::get<std::vector<double>>(found.values),
            std::vector<double>(stored.begin(), stored.end()));
  EXPECT_EQ(found.unit, "m/s");
  EXPECT_EQ(found.plane_begin, planes.first);
  EXPECT_EQ(found.plane_end, planes.second);
}

TEST(Image, GivesBackWhatWasWritten) {
  const Scratch folder;
  const auto file = folder / "fields/velocity-000003.vtkhdf";
  const auto mine = even_planes(5);
  write_image(file, world(), grid,
              {field<double>("velocity", 3, mine), field<float>("vorticity", 3, mine),
               field<double>("pressure", 1, mine)},
              0.75, 3);
  const ImageGrid found = read_image_grid(file, world(), "velocity");
  EXPECT_EQ(found.points, grid.points);
  EXPECT_EQ(found.spacing, grid.spacing);
  EXPECT_EQ(found.origin, grid.origin);
  expect_field<double>(read_image(file, world(), "velocity", mine.first, mine.second), 3, mine);
  expect_field<float>(read_image(file, world(), "vorticity", mine.first, mine.second), 3, mine);
  expect_field<double>(read_image(file, world(), "pressure", mine.first, mine.second, 1), 1, mine);
}

TEST(Image, MayBeWrittenByOneRankAndReadByAll) {
  const Scratch folder;
  const auto file = folder / "f.vtkhdf";
  write_image(file, world(), grid, {field<double>("u", 3, planes_of_last_rank(5))}, 0, 0);
  const auto mine = even_planes(5);
  expect_field<double>(read_image(file, world(), "u", mine.first, mine.second), 3, mine);
  expect_field<double>(read_image(file, world(), "u", 0, 5), 3, {0, 5});
}

TEST(Image, HasTheSameBytesHoweverItsPlanesAreDealtOut) {
  const Scratch folder;
  write_image(folder / "a", world(), grid, {field<float>("u", 3, even_planes(5))}, 1, 2);
  write_image(folder / "b", world(), grid, {field<float>("u", 3, planes_of_last_rank(5))}, 1, 2);
  EXPECT_EQ(bytes_of(folder / "a"), bytes_of(folder / "b"));
}

TEST(Image, RefusesTooFewValues) {
  const Scratch folder;
  ImageField wrong = field<double>("u", 3, even_planes(5));
  wrong.components = 1;
  EXPECT_THROW(write_image(folder / "f", world(), grid, {wrong}, 0, 0), UsageError);
}

TEST(Series, ListsFilesWithTheirTimes) {
  const Scratch folder;
  const auto entry = [](const std::string& step, const std::string& time) {
    return "  {\n   \"name\": \"u-" + step + ".vtkhdf\",\n   \"time\": " + time + "\n  }";
  };
  const auto list = [](const std::string& entries) {
    return "{\n \"file-series-version\": \"1.0\",\n \"files\": [\n" + entries + "\n ]\n}\n";
  };
  const auto add = [&](const std::string& step, double time) {
    put_bytes(folder / ("u-" + step + ".vtkhdf"), "x");
    add_to_series(folder / ("u-" + step + ".vtkhdf"), world(), time);
    return bytes_of(folder / "u.hdf.series");
  };
  EXPECT_EQ(add("000000", 0), list(entry("000000", "0.0")));
  EXPECT_EQ(add("999999", 0.5), list(entry("000000", "0.0") + ",\n" + entry("999999", "0.5")));
  EXPECT_EQ(add("1000000", 0.75), list(entry("000000", "0.0") + ",\n" + entry("999999", "0.5") +
                                       ",\n" + entry("1000000", "0.75")));
  // A run that goes on from before the later ones.
  EXPECT_EQ(add("000100", 0.25), list(entry("000000", "0.0") + ",\n" + entry("000100", "0.25")));
  put_bytes(folder / "u.hdf.series", "no JSON");
  EXPECT_EQ(add("000200", 0.5), list(entry("000200", "0.5")));
}

TEST(PlainFile, MayHaveComponentsLast) {
  const Scratch folder;
  write_plain(folder / "f.h5", "velocity", {2, 4, 5, 3});
  const ImageGrid found = read_image_grid(folder / "f.h5", world(), "velocity");
  EXPECT_EQ(found.points, (std::array<std::int64_t, 3>{2, 4, 5}));
  EXPECT_EQ(found.spacing, (std::array<double, 3>{0, 0, 0}));
  const auto field = read_image(folder / "f.h5", world(), "velocity", 1, 2);
  const auto& values = std::get<std::vector<double>>(field.values);
  ASSERT_EQ(values.size(), 60U);
  for (std::size_t i = 0; i < 60; ++i) EXPECT_EQ(values[i], 60.0 + static_cast<double>(i));
}

TEST(PlainFile, MayHaveComponentsFirst) {
  const Scratch folder;
  write_plain(folder / "f.h5", "velocity", {3, 2, 4, 5});
  EXPECT_EQ(read_image_grid(folder / "f.h5", world(), "velocity").points,
            (std::array<std::int64_t, 3>{2, 4, 5}));
  const auto field = read_image(folder / "f.h5", world(), "velocity", 1, 2);
  const auto& values = std::get<std::vector<double>>(field.values);
  ASSERT_EQ(values.size(), 60U);
  for (std::size_t i = 0; i < 20; ++i)
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_EQ(values[3 * i + c], static_cast<double>(40 * c + 20 + i));
}

TEST(PlainFile, MayBeCompressedAndOfIntegers) {
  const Scratch folder;
  write_compressed(folder / "f.h5", "velocity", {4, 4, 4, 3});
  const auto mine = even_planes(4);
  const auto field = read_image(folder / "f.h5", world(), "velocity", mine.first, mine.second);
  const auto& values = std::get<std::vector<double>>(field.values);
  ASSERT_EQ(values.size(), static_cast<std::size_t>((mine.second - mine.first) * 48));
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(values[i], static_cast<double>(mine.first * 48 + static_cast<std::int64_t>(i)));
}

class UnusableFile : public ::testing::Test {
 protected:
  std::string message(const std::string& name) const {
    return message_of<InputError>([&] { read_image_grid(file_, world(), name); });
  }
  Scratch folder_;
  std::filesystem::path file_ = folder_ / "f.h5";
};

TEST_F(UnusableFile, Missing) {
  EXPECT_EQ(message("velocity"), file_.string() + ": there is no such file");
}

TEST_F(UnusableFile, OtherName) {
  write_plain(file_, "u", {4, 4, 4, 3});
  EXPECT_EQ(message("velocity"),
            file_.string() +
                ": there is no dataset \"velocity\"; datasets at the top of the file: u");
  write_image(file_, world(), grid, {field<double>("u", 3, even_planes(5))}, 0, 0);
  EXPECT_EQ(message("velocity"),
            file_.string() + ": there is no point field \"velocity\"; the file holds: u");
}

TEST_F(UnusableFile, OtherExtents) {
  for (const auto& [extents, text] :
       {std::pair<std::vector<std::int64_t>, std::string>{{4, 4, 3}, "(4, 4, 3)"},
        {{2, 4, 4, 4}, "(2, 4, 4, 4)"},
        {{3, 4, 4, 4, 4}, "(3, 4, 4, 4, 4)"}}) {
    write_plain(file_, "velocity", extents);
    EXPECT_EQ(message("velocity"), file_.string() + ": dataset \"velocity\" has extents " + text +
                                       ", expected are (z, y, x, 3) or (3, z, y, x)");
  }
}

TEST_F(UnusableFile, OtherType) {
  write_texts(file_, "velocity");
  EXPECT_EQ(message("velocity"), file_.string() + ": dataset \"velocity\" holds text values, "
                                                  "expected are numbers");
}

TEST_F(UnusableFile, CutOff) {
  write_plain(file_, "velocity", {4, 4, 4, 3});
  const std::string bytes = bytes_of(file_);
  put_bytes(file_, bytes.substr(0, bytes.size() - 100));
  expect_contains(message("velocity"), "the file is cut off: it has ");
}

}  // namespace
}  // namespace thalweg::io::testing
