// SPDX-License-Identifier: Apache-2.0
// Files that cannot be read as a case.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "io/case/case.hpp"
#include "tests/fuzz/turbulence_schema.hpp"
#include "tests/unit/io/case/case_samples.hpp"

namespace thalweg::test {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test.
class CaseFile : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() /
              ("thalweg-case-" + std::to_string(getpid()) + "-" + test->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  static std::string message(const fs::path& file) {
    try {
      io::Case::load(file, {});
      return "";
    } catch (const InputError& error) {
      return error.what();
    }
  }

  fs::path folder_;
};

TEST_F(CaseFile, IsReadWithSettings) {
  io::Case input = io::Case::load(write("quick.toml", valid_case), {"time.end=3"});
  EXPECT_EQ(input.file(), folder_ / "quick.toml");
  EXPECT_EQ(input.name(), folder_.filename().string() + "-quick");
  EXPECT_EQ(input.number("time.end", {}), 3.0);
}

TEST_F(CaseFile, MissingIsSaidWithTheNearestName) {
  write("quick.toml", valid_case);
  EXPECT_EQ(message(folder_ / "quikc.toml"),
            one_error((folder_ / "quikc.toml").string() +
                      "  no such file. Did you mean \"quick.toml\"?"));
  EXPECT_EQ(message(folder_ / "other.toml"),
            one_error((folder_ / "other.toml").string() + "  no such file"));
  EXPECT_EQ(message("/no/such/folder/a.toml"), one_error("/no/such/folder/a.toml  no such file"));
}

TEST_F(CaseFile, FolderIsNoFile) {
  EXPECT_EQ(message(folder_), one_error(folder_.string() + "  is a folder; name a case file"));
  const fs::path file = write("quick.toml", valid_case);
  EXPECT_EQ(message(folder_),
            one_error(folder_.string() + "  is a folder; name a case file, for example " +
                      file.string()));
}

TEST_F(CaseFile, UnreadableIsSaid) {
  const fs::path file = write("secret.toml", valid_case);
  fs::permissions(file, fs::perms::none);
  // Root reads everything, so the test is somebody else while it tries.
  const bool is_root = geteuid() == 0;
  ASSERT_EQ(is_root ? seteuid(65534) : 0, 0);
  const std::string text = message(file);
  ASSERT_EQ(is_root ? seteuid(0) : 0, 0);
  EXPECT_EQ(text, one_error(file.string() + "  cannot be read: Permission denied"));
}

TEST_F(CaseFile, EndlessFilesAreRefused) {
  EXPECT_EQ(message("/dev/zero"),
            one_error("/dev/zero  is larger than 16 MiB, so it is no case file"));
  const fs::path file = write("large.toml", std::string((16u << 20) + 1, '#'));
  EXPECT_EQ(message(file),
            one_error(file.string() + "  is larger than 16 MiB, so it is no case file"));
}

TEST_F(CaseFile, LargestFileOfUnknownKeysIsReportedInTime) {
  std::string text = "[grid]\n";
  for (int n = 0; text.size() < (4u << 20); ++n) text += "pointz" + std::to_string(n) + " = 1\n";
  const std::string message = message_of(text);
  EXPECT_LT(message.size(), 20000u);
  EXPECT_NE(message.find("more\n"), std::string::npos);
}

TEST_F(CaseFile, AQuoteInsideAWordIsAnError) {
  for (const char* text :
       {"a = Bob's", "a =19'9-05-27 3\n[[", "a =1\031'9-05-27 3\n[[", "a\"b = 1"})
    EXPECT_EQ(message_of(text).find("case.toml:1  not valid TOML: a quote stands inside a word"),
              0u)
        << text << ": " << message_of(text);
}

TEST_F(CaseFile, HalfATimeAfterADateIsAnError) {
  const std::string reason =
      "case.toml:1  not valid TOML: a time of day after a date has two digits for the hour";
  for (const char* text : {"a = 1979-05-27 3 ", "a = 1979-05-27 3", "a = [1979-05-27 3,4]",
                           "a = 19_79-05-27 3\n", "a =1979-05-2@ 3\n", "a =1=79-05-27 3\n"})
    EXPECT_EQ(message_of(text).find(reason), 0u) << text << ": " << message_of(text);
  for (const char* text : {"a = 1979-05-27 07:32:00", "a = 1979-05-27", "a = '1979-05-27 3 '",
                           "a = [-1e-2, 0]", "a = [1979-05-27, 3 ]"})
    EXPECT_EQ(message_of(text).find("not valid TOML"), std::string::npos) << text;
}

TEST_F(CaseFile, NestingIsLimited) {
  const std::string reason = "  not valid TOML: nests deeper than 32 levels\n";
  std::string dots = "a";
  for (int n = 0; n < 1000000; ++n) dots += ".a";
  for (const std::string& text :
       {dots + " = 1", "a = " + std::string(1000000, '['), "[" + dots + "]",
        "a = " + std::string(33, '[') + std::string(33, ']')}) {
    const std::string message = message_of(text);
    EXPECT_EQ(message.find("case.toml:1" + reason), 0u) << message.substr(0, 200);
  }
  const std::string deep = "a = " + std::string(32, '[') + std::string(32, ']');
  EXPECT_EQ(message_of(deep).find("not valid TOML"), std::string::npos);
}

TEST_F(CaseFile, QuotesAndCommentsDoNotNest) {
  const std::string dots(100, '.'), brackets(100, '[');
  const std::string odd = dots + brackets;
  for (const std::string& title :
       {"\"" + odd + "\"", "'" + odd + "'", "\"\\\"" + odd + "\" # " + odd,
        "\"\"\"a\n" + odd + "\n\"\" \\\"\"\"\"\"", "'''\n" + odd + "\n''''"})
    EXPECT_EQ(message_of(replaced(valid_case, "\"Taylor–Green vortex\"", title)), "") << title;
}

TEST_F(CaseFile, BinaryFilesAreNoToml) {
  const std::string message = message_of(std::string("\x89HDF\r\n\x1a\n\0\0\0", 11));
  EXPECT_TRUE(message.starts_with("case.toml:1  not valid TOML")) << message;
}

}  // namespace
}  // namespace thalweg::test
