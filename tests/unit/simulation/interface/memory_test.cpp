// SPDX-License-Identifier: Apache-2.0
// What memory is free, by the system and by the limits of control groups.
#include "simulation/interface/memory.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace thalweg::simulation {
namespace {

namespace fs = std::filesystem;

constexpr double kib = 1024, mib = 1024 * kib;

/// A folder that looks like / to available_bytes().
class FakeRoot {
 public:
  FakeRoot() { put("proc/meminfo", "MemTotal: 1000 kB\nMemAvailable:    102400 kB\n"); }
  ~FakeRoot() { fs::remove_all(path); }
  void put(const fs::path& file, const std::string& text) const {
    fs::create_directories((path / file).parent_path());
    std::ofstream(path / file) << text;
  }
  void put(const fs::path& file, double bytes) const {
    put(file, std::to_string(static_cast<std::int64_t>(bytes)));
  }
  fs::path path = fs::temp_directory_path() / ("thalweg-memory-" + std::to_string(getpid()));
};

TEST(Memory, IsWhatTheSystemSaysWithoutGroups) {
  const FakeRoot root;
  EXPECT_EQ(available_bytes(root.path), 100 * mib);
}

TEST(Memory, GroupLimitsCountOnEveryLevelAndCacheIsGivenBack) {
  const FakeRoot root;
  root.put("proc/self/cgroup", "0::/jobs/17\n");
  root.put("sys/fs/cgroup/jobs/17/memory.max", "max\n");
  root.put("sys/fs/cgroup/jobs/17/memory.current", "5\n");
  root.put("sys/fs/cgroup/jobs/memory.max", 60 * mib);
  root.put("sys/fs/cgroup/jobs/memory.current", 50 * mib);
  root.put("sys/fs/cgroup/jobs/memory.stat",
           "anon 7\ninactive_file " + std::to_string(std::int64_t(8 * mib)) + "\n");
  EXPECT_EQ(available_bytes(root.path), 18 * mib);
}

TEST(Memory, OldGroupsCountToo) {
  const FakeRoot root;
  root.put("proc/self/cgroup", "5:cpu:/x\n4:memory:/x\n");
  root.put("sys/fs/cgroup/memory/x/memory.limit_in_bytes", 9 * mib);
  root.put("sys/fs/cgroup/memory/x/memory.usage_in_bytes", 8 * mib);
  EXPECT_EQ(available_bytes(root.path), 1 * mib);
}

TEST(Memory, AFullGroupHasNothingLeft) {
  const FakeRoot root;
  root.put("proc/self/cgroup", "0::/\n");
  root.put("sys/fs/cgroup/memory.max", "1000");
  root.put("sys/fs/cgroup/memory.current", "2000");
  EXPECT_EQ(available_bytes(root.path), 0);
}

TEST(Memory, PeakFollowsWhatIsTouched) {
  const double before = peak_resident_bytes();
  ASSERT_GT(before, mib);
  const std::vector<char> touched(std::size_t(64 * mib), 1);
  EXPECT_GE(peak_resident_bytes(), before + 50 * mib * touched.back());
  EXPECT_GE(peak_resident_bytes(), resident_bytes());
}

TEST(Memory, TextsHaveTheUnitThatFits) {
  EXPECT_EQ(bytes_text(12), "12 B");
  EXPECT_EQ(bytes_text(1536), "1.50 KiB");
  EXPECT_EQ(bytes_text(2.5 * 1024 * mib), "2.50 GiB");
  EXPECT_EQ(bytes_text(1e18), "888.18 PiB");
}

}  // namespace
}  // namespace thalweg::simulation
