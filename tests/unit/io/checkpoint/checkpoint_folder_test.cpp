// SPDX-License-Identifier: Apache-2.0
// The checkpoints of a run: which is taken to go on from, which are kept.
#include "tests/unit/io/checkpoint/checkpoint_samples.hpp"

namespace thalweg::io::testing {
namespace {

using Files = std::vector<std::filesystem::path>;

TEST(CheckpointFolder, ListsByFallingStep) {
  const Scratch folder;
  for (const char* name : {"000100.h5", "001000.h5", "000020.h5", "1000000.h5", "000200.h5.part",
                           "notes.txt", "old-000300.h5", ".h5"})
    put_bytes(folder / name, "x");
  EXPECT_EQ(list_checkpoints(folder.path()), (Files{folder / "1000000.h5", folder / "001000.h5",
                                                    folder / "000100.h5", folder / "000020.h5"}));
  EXPECT_TRUE(list_checkpoints(folder / "nowhere").empty());
}

TEST(CheckpointFolder, FindsTheNewestIntactOne) {
  const Scratch folder;
  write_sample(folder / "000100.h5", world());
  write_sample(folder / "000200.h5", world());
  const std::string bytes = bytes_of(folder / "000200.h5");
  put_bytes(folder / "000300.h5", bytes.substr(0, bytes.size() / 2));
  put_bytes(folder / "000400.h5", "");
  const CheckpointSearch search = find_checkpoint(folder.path(), world());
  EXPECT_EQ(search.newest_intact, folder / "000200.h5");
  ASSERT_EQ(search.faults.size(), 2U);
  expect_contains(search.faults[0], "000400.h5: the file is empty");
  expect_contains(search.faults[1], "000300.h5: the file is cut off");
}

TEST(CheckpointFolder, SaysWhyNoneCanBeUsed) {
  const Scratch folder;
  EXPECT_FALSE(find_checkpoint(folder.path(), world()).newest_intact);
  put_bytes(folder / "000300.h5", "no");
  const CheckpointSearch search = find_checkpoint(folder.path(), world());
  EXPECT_FALSE(search.newest_intact);
  EXPECT_EQ(search.faults.size(), 1U);
}

TEST(CheckpointFolder, KeepsTheNewest) {
  const Scratch folder;
  for (const char* name : {"000100.h5", "000200.h5", "000300.h5", "000250.h5.part"})
    put_bytes(folder / name, "x");
  prune_checkpoints(folder.path(), 2, folder / "000300.h5", world());
  EXPECT_EQ(list_checkpoints(folder.path()), (Files{folder / "000300.h5", folder / "000200.h5"}));
  prune_checkpoints(folder.path(), 5, folder / "000300.h5", world());
  EXPECT_EQ(list_checkpoints(folder.path()).size(), 2U);
}

// After a restart from an older step, damaged files of later steps may still be there.
TEST(CheckpointFolder, KeepsTheOneJustWrittenHoweverOldItsStep) {
  const Scratch folder;
  put_bytes(folder / "000400.h5", "damaged");
  put_bytes(folder / "000300.h5", "damaged");
  put_bytes(folder / "000100.h5", "old");
  write_sample(folder / "000200.h5", world());
  prune_checkpoints(folder.path(), 2, folder / "000200.h5", world());
  EXPECT_EQ(list_checkpoints(folder.path()),
            (Files{folder / "000400.h5", folder / "000300.h5", folder / "000200.h5"}));
  EXPECT_EQ(find_checkpoint(folder.path(), world()).newest_intact, folder / "000200.h5");
}

}  // namespace
}  // namespace thalweg::io::testing
