// SPDX-License-Identifier: Apache-2.0
// More than 2 GiB on one rank: beyond what MPI counts in one message, and one write() takes.
#include "io/checkpoint/checkpoint.hpp"
#include "io/fields/image.hpp"
#include "tests/unit/io/scratch.hpp"

namespace thalweg::io::testing {
namespace {

constexpr std::int64_t planes = 530, side = 1030;  // 2.09 GiB of floats

bool has_space() {
  return std::filesystem::space(std::filesystem::temp_directory_path()).available > 3000000000U;
}

float value(std::int64_t index) { return static_cast<float>(index % 16777213); }

std::vector<float> values() {
  std::vector<float> all(static_cast<std::size_t>(planes * side * side));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = value(static_cast<std::int64_t>(i));
  return all;
}

TEST(LargeFile, KeepsAnImage) {
  if (!has_space()) GTEST_SKIP() << "less than 3 GB free for temporary files";
  const Scratch folder;
  const ImageGrid grid{{planes, side, side}, {1, 1, 1}, {0, 0, 0}};
  write_image(folder / "f.vtkhdf", world(), grid, {{"p", "", 1, 0, planes, values()}}, 0, 0);
  for (const std::int64_t plane : {std::int64_t{0}, planes / 2, planes - 1}) {
    const auto field = read_image(folder / "f.vtkhdf", world(), "p", plane, plane + 1, 1);
    const auto& found = std::get<std::vector<double>>(field.values);
    for (std::size_t i = 0; i < found.size(); ++i)
      ASSERT_EQ(found[i], value(plane * side * side + static_cast<std::int64_t>(i)));
  }
}

// One row of dimension 0, so that pieces are cut inside it.
TEST(LargeFile, KeepsACheckpoint) {
  if (!has_space()) GTEST_SKIP() << "less than 3 GB free for temporary files";
  const Scratch folder;
  const Block block{{1, planes, side, side}, 0, 1};
  std::vector<float> all = values();
  {
    CheckpointWriter writer(folder / "1.h5", world(), "turbulence");
    writer.array("p", block, all.data());
    writer.commit();
  }
  std::fill(all.begin(), all.end(), 0.0F);
  CheckpointReader(folder / "1.h5", world()).array("p", block, all.data());
  for (std::size_t i = 0; i < all.size(); ++i)
    ASSERT_EQ(all[i], value(static_cast<std::int64_t>(i)));
}

}  // namespace
}  // namespace thalweg::io::testing
