// SPDX-License-Identifier: Apache-2.0
// Files that are written as a whole: through links, into pipes, and where that fails.
#include "base/user_files.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <iterator>

#include "base/error.hpp"

namespace thalweg {
namespace {

namespace fs = std::filesystem;

class UserFiles : public ::testing::Test {
 protected:
  UserFiles() {
    std::string name = (fs::temp_directory_path() / "thalweg-user-files-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~UserFiles() override { fs::remove_all(folder_); }

  static std::ptrdiff_t count_in(const fs::path& folder) {
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
  }

  fs::path folder_;
};

TEST_F(UserFiles, AreReplacedAsAWholeInFoldersThatAreMade) {
  const fs::path file = folder_ / "a" / "b.txt";
  write_whole(file, "first and long");
  write_whole(file, "second");
  EXPECT_EQ(read_text(file), "second");
  EXPECT_EQ(count_in(file.parent_path()), 1);
}

TEST_F(UserFiles, ThatFailLeaveNothingBehind) {
  fs::create_directory(folder_ / "taken");
  EXPECT_THROW(write_whole(folder_ / "taken", "text"), IoError);
  EXPECT_EQ(count_in(folder_), 1);
  EXPECT_THROW(write_whole(folder_ / "new" / "", "text"), IoError);  // a folder by its name alone
  EXPECT_EQ(count_in(folder_ / "new"), 0);
}

TEST_F(UserFiles, LinksStayAndTheirTargetsChange) {
  const fs::path target = folder_ / "shared" / "target.txt", link = folder_ / "link";
  fs::create_directory(folder_ / "shared");
  fs::create_directory_symlink("shared", folder_ / "way");
  fs::create_symlink("way/target.txt", link);
  for (const char* text : {"made", "changed"}) {
    require_writable(link);
    write_whole(link, text);
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(read_text(target), text);
    EXPECT_EQ(count_in(target.parent_path()), 1);
  }
}

TEST_F(UserFiles, PipesTakeTheTextAndStay) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int reader = open(pipe.c_str(), O_RDWR | O_NONBLOCK);
  require_writable(pipe);
  write_whole(pipe, "text");
  std::array<char, 16> bytes{};
  EXPECT_EQ(read(reader, bytes.data(), bytes.size()), 4);
  EXPECT_STREQ(bytes.data(), "text");
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_EQ(count_in(folder_), 1);
  close(reader);
}

}  // namespace
}  // namespace thalweg
