// SPDX-License-Identifier: Apache-2.0
// Locks of files. Each object opens the file for itself, as processes do.
#include "io/files/file_lock.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "tests/unit/io/scratch.hpp"

namespace thalweg::io::testing {
namespace {

TEST(FileLock, OneAtATime) {
  const Scratch scratch;
  const auto file = scratch / ("lock" + std::to_string(world().rank()));
  {
    const FileLock one(file);
    EXPECT_TRUE(one.held());
    EXPECT_FALSE(FileLock(file).held());
    EXPECT_TRUE(std::filesystem::exists(file));
  }
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_TRUE(FileLock(file).held());
}

// Another process ends and removes the file between our opening and our locking it.
TEST(FileLock, OfAFileThatWasRemovedSaysNothing) {
  const Scratch scratch;
  const auto file = scratch / ("lock" + std::to_string(world().rank()));
  const int early = open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
  ASSERT_GE(early, 0);
  std::filesystem::remove(file);
  EXPECT_EQ(grip(early, file), Grip::gone);
  const FileLock other(file);
  ASSERT_TRUE(other.held());
  EXPECT_EQ(grip(early, file), Grip::gone) << "the other has the lock of the new file";
  close(early);
}

}  // namespace
}  // namespace thalweg::io::testing
