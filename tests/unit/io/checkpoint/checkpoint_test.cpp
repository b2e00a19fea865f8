// SPDX-License-Identifier: Apache-2.0
// What a checkpoint gives back, on any number of ranks.
#include "tests/unit/io/checkpoint/checkpoint_samples.hpp"

namespace thalweg::io::testing {
namespace {

TEST(Checkpoint, GivesBackWhatWasWritten) {
  const Scratch folder;
  write_sample(folder / "checkpoints/000007.h5", world());
  expect_sample(folder / "checkpoints/000007.h5", world());
}

TEST(Checkpoint, HasTheSameBytesOnAnyNumberOfRanks) {
  const Scratch folder;
  write_sample(folder / "all.h5", world());
  if (world().is_root()) write_sample(folder / "one.h5", transport::Communicator::self());
  world().barrier();
  EXPECT_EQ(bytes_of(folder / "all.h5"), bytes_of(folder / "one.h5"));
  expect_sample(folder / "one.h5", world());
  expect_sample(folder / "all.h5", transport::Communicator::self());
}

TEST(Checkpoint, ConvertsPrecision) {
  const Scratch folder;
  write_sample(folder / "000007.h5", world());
  const CheckpointReader reader(folder / "000007.h5", world());
  expect_sample<double, float>(reader, "velocity", velocity_extents, world());
  expect_sample<float, double>(reader, "tracer", tracer_extents, world());
}

TEST(Checkpoint, KeepsTheTextsOfRankZero) {
  const Scratch folder;
  {
    CheckpointWriter writer(folder / "1.h5", world(), "sound");
    writer.attribute("text", "of rank " + std::to_string(world().rank() * 1000));
    writer.attribute("empty", std::string());
    writer.attribute("number", 0.5 + world().rank());
    writer.attribute("integer", std::int64_t{-3} - world().rank());
    writer.commit();
  }
  const CheckpointReader reader(folder / "1.h5", world());
  EXPECT_EQ(reader.text("text"), "of rank 0");
  EXPECT_EQ(reader.text("empty"), "");
  EXPECT_EQ(reader.number("number"), 0.5);
  EXPECT_EQ(reader.integer("integer"), -3);
}

TEST(Checkpoint, HoldsArraysWithoutRows) {
  const Scratch folder;
  const Block nothing{{0, 3, 3, 3}, 0, 0};
  {
    CheckpointWriter writer(folder / "1.h5", world(), "blood");
    writer.array("cells", nothing, static_cast<const double*>(nullptr));
    writer.commit();
  }
  EXPECT_FALSE(checkpoint_fault(folder / "1.h5", world()));
  const CheckpointReader reader(folder / "1.h5", world());
  EXPECT_EQ(reader.extents("cells"), nothing.global);
  reader.array("cells", nothing, static_cast<double*>(nullptr));
}

TEST(Checkpoint, IsNotThereUntilItIsWhole) {
  const Scratch folder;
  {
    CheckpointWriter writer(folder / "000007.h5", world(), "turbulence");
    const Block block = block_of(velocity_extents, world());
    writer.array("velocity", block, samples<double>(block).data());
    EXPECT_FALSE(std::filesystem::exists(folder / "000007.h5"));
  }
  world().barrier();
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Checkpoint, LeavesAnOlderFileAsItIsUntilItIsWhole) {
  const Scratch folder;
  write_sample(folder / "000007.h5", world());
  const std::string before = bytes_of(folder / "000007.h5");
  { CheckpointWriter writer(folder / "000007.h5", world(), "sound"); }
  world().barrier();
  EXPECT_EQ(bytes_of(folder / "000007.h5"), before);
}

TEST(Checkpoint, TakesNoMoreSpaceThanItNeeds) {
  const Scratch folder;
  write_sample(folder / "000007.h5", world());
  EXPECT_LT(std::filesystem::file_size(folder / "000007.h5"), 20000U);
}

TEST(Checkpoint, RefusesBlocksThatDoNotCoverTheArray) {
  const Scratch folder;
  write_sample(folder / "000007.h5", world());
  const CheckpointReader reader(folder / "000007.h5", world());
  Block block = block_of(velocity_extents, world());
  if (world().is_root()) --block.count;
  std::vector<double> values(1000);
  EXPECT_THROW(reader.array("velocity", block, values.data()), UsageError);
}

}  // namespace
}  // namespace thalweg::io::testing
